import { z } from 'zod';
import { type Kind, type Tag, TERMS, tag } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { type Cents, dollarsOrNull, toCents } from '../money.ts';
import { parseQuery } from '../search/parse-query.ts';
import { NUMBER_WORDS } from '../search/query-grammar.ts';
import { typedOf } from '../search/query-type.ts';
import table from './needs.json' with { type: 'json' };

/*
 * A question as a structure, read by grammar over the lexicon's tags. With a model, the model fills the same schema (model.ts), and both lead
 * to the same searches.
 */

export const INTENTS = [
  'find',
  'compare',
  'worth-it',
  'good-time',
  'purpose',
  'gift',
  'cheapest-to-run',
] as const;
export type Intent = (typeof INTENTS)[number];

const NEED_KINDS = [
  'room',
  'people',
  'size',
  'memory',
  'pet',
  'skin',
  'age',
  'diet',
  'noise',
  'use',
  'place',
] as const;

const need = z.object({
  kind: z.enum(NEED_KINDS),
  /** As the shopper said it. */
  words: z.string().max(80),
  /** Square metres, people, inches, gigabytes or years; null for a need without a measure. */
  amount: z.number().positive().max(10_000).nullable(),
});
export type Need = z.infer<typeof need>;

/** A shopper's question. Amounts of money in dollars. */
export const questionReading = z.object({
  intent: z.enum(INTENTS),
  /** What to search for, the best words first; of a comparison its two sides, of a purpose its product types. */
  things: z.array(z.string().max(120)).max(6),
  needs: z.array(need).max(8),
  minDollars: z.number().min(0).max(1e7).nullable(),
  maxDollars: z.number().min(0).max(1e7).nullable(),
  /** Words that names of picks must not have. */
  excluded: z.array(z.string().max(60)).max(6),
  isCheapest: z.boolean(),
});
export type QuestionReading = z.infer<typeof questionReading>;

const NAMING: ReadonlySet<Kind> = new Set(['type', 'ingredient', 'hint', 'brand', 'line', 'aisle']);
const TYPES: ReadonlySet<Kind> = new Set(['type']);
const PURPOSES: ReadonlySet<Kind> = new Set(['purpose']);
const LIKED: ReadonlySet<Kind> = new Set(['hobby', 'purpose']);
const typesOfPurpose = new Map(
  TERMS.flatMap(({ kind, phrase, kindOf }): [string, readonly string[]][] =>
    LIKED.has(kind) ? [[phrase, kindOf]] : [],
  ),
);

/** How shoppers say things that searches know by another form, in order. */
const REWRITES = table.rewrites.map(([from = '', to = '']): [RegExp, string] => [
  new RegExp(from, 'gi'),
  to,
]);
const INTENT_WORDS = Object.entries(table.intents).map(([intent, words]): [Intent, RegExp] => [
  intent as Intent,
  new RegExp(words, 'i'),
]);
const FRAMES = table.frames.map((words): [RegExp, string] => [new RegExp(words, 'gi'), ' ']);
const DANGLING = new RegExp(table.dangling, 'gi');
const EXCLUSION = /,?\s(?:but )?(?:not|no|without|except)\b.*/i;
const LEADING = new RegExp(`^\\s*(?:(?:${table.leading})\\s+)+`, 'i');
const TRAILING = new RegExp(`(?:\\s+(?:${table.trailing}))+\\s*$`, 'i');
const WISHES = new RegExp(table.wishes, 'i');
const CLAUSES = new RegExp(table.clauses, 'i');
const NEEDS = table.needs.map(({ kind, words, amount }) => ({
  kind: kind as Need['kind'],
  words: new RegExp(`\\b(?:${words})`, 'i'),
  amount: amount ?? null,
}));
const LIKES =
  /\b(?:who |that |she |he |they )?(?:is |are |['’]s )?(?:really )?(?:loves?|likes?|enjoys?|plays?|collects?|into|mad about|keen on|obsessed with)\s+([^,.?]+)/i;
const COMPARED = [
  /\b(?:compare|comparing|difference between)\s+(.+?)\s+(?:and|with|to|vs\.?|versus|or)\s+(.+)/i,
  /^(.+?)\s+(?:vs\.?|versus)\s+(.+)/i,
  /^(.+?)\s+or\s+(?!bigger|larger|more|less|smaller|better|under|similar|so\b|above)(.+)/i,
];
/** Words of a side that 'or' may join. */
const MOST_WORDS_OF_SIDE = 6;

/** Reads a question by grammar. `isRead` is false where words are left that the grammar does not know. */
export function readQuestion(query: string): QuestionReading & { isRead: boolean } {
  const text = replaceAll(query.trim(), REWRITES);
  const framed = replaceAll(text, FRAMES);
  const limits = parseQuery(framed);
  const bare = limits.parts.reduce((left, { label }) => without(left, label), framed);
  const excluded = limits.excluded.map((term) => typedOf(term));
  const wanted = excluded[0] ? bare.replace(EXCLUSION, ' ') : bare;
  const sides = sidesOf(text);
  const [purpose = null] = tag(text, PURPOSES);
  const intent = intentOf(text, sides, purpose);
  const needs = needsIn(text);
  const { thing, core, isRead } = thingOf(wanted, needs);
  const things = {
    compare: () => sidesWithNoun(sides ?? []),
    purpose: () => [...(typesOfPurpose.get(purpose?.phrase ?? '') ?? [])],
    gift: () => giftThings(bare, purpose?.phrase ?? null, thing),
  };
  const own = intent in things ? things[intent as keyof typeof things]() : [thing, core];
  const named = [...new Set(own.map((each) => each.slice(0, 120).trim()).filter(Boolean))];
  return {
    intent,
    things: named.slice(0, 6),
    needs,
    minDollars: dollarsOrNull(limits.minCents),
    maxDollars: dollarsOrNull(limits.maxCents),
    excluded: excluded.slice(0, 6),
    isCheapest: limits.isCheapest,
    isRead: isRead || intent === 'purpose',
  };
}

const replaceAll = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((left, [from, to]) => left.replace(from, to), text);

/** An amount of a reading in cents. */
export const centsOf = (dollars: number | null): Cents | null =>
  dollars === null ? null : toCents(dollars);

function without(text: string, label: string): string {
  const at = text.toLowerCase().indexOf(label);
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + label.length)}`;
}

function intentOf(text: string, sides: string[] | null, purpose: Tag | null): Intent {
  const [said = null] = INTENT_WORDS.find(([, words]) => words.test(text)) ?? [];
  if (said !== null) return said;
  if (sides) return 'compare';
  if (purpose === null) return 'find';
  // Of "tent for a camping trip" the tent is asked for, of "bbq with mates" all that it takes.
  const beside = `${text.slice(0, purpose.start)} , ${text.slice(purpose.end)}`;
  return tag(beside.replace(/\s(?:for|with)\s.*/i, ''), TYPES)[0] ? 'find' : 'purpose';
}

/** The two sides of a comparison; null where the text compares nothing. */
function sidesOf(text: string): string[] | null {
  for (const [nth, pattern] of COMPARED.entries()) {
    const found = pattern.exec(text);
    const sides = found?.slice(1, 3).map((side) => trimmed(side.replace(/[,?.].*/, '')));
    if (!sides?.every((side) => side !== '')) continue;
    const isShort = sides.every((side) => side.split(' ').length <= MOST_WORDS_OF_SIDE);
    if (nth < 2 || (isShort && sides.some(isNamed))) return sides;
  }
  return null;
}

const isNamed = (side: string) => /\d/.test(side) || tag(side, NAMING)[0] !== undefined;

/** Sides without what both are for; a brand alone gets the noun of the other: 'finish' of 'finish vs fairy dishwasher tablets'. */
function sidesWithNoun(sides: readonly string[]): string[] {
  const own = sides.map((side) => trimmed(side.replace(/\s(?:for|to)\s.*/i, '')));
  const noun = (side = '') => tag(side, TYPES).at(-1)?.phrase;
  return own.map((side, nth) => {
    const other = noun(own[1 - nth]);
    const isBrand = tokensOf(side).length === 1;
    return noun(side) || !other || !isBrand ? side : `${side} ${other}`;
  });
}

/** What a gift's receiver likes: product types of a purpose of that name, else its words; else a gift for the receiver. */
function giftThings(text: string, purpose: string | null, thing: string): string[] {
  const [, liked] = LIKES.exec(text) ?? [];
  const types = typesOfPurpose.get(tag(liked ?? '', LIKED)[0]?.phrase ?? purpose ?? '');
  const general = thing.replace(LIKES, '').trim() || thing;
  return types ? [...types.slice(0, 5), general] : liked ? [trimmed(liked), general] : [general];
}

/** Needs that a measure checks, which no name states as the shopper does. */
const MEASURED: ReadonlySet<Need['kind']> = new Set(['room', 'people', 'noise', 'memory', 'place']);

/** The clause that names the thing, without measured needs, and its noun with the brand. */
function thingOf(text: string, needs: readonly Need[]) {
  const clausesOf = (all = '') =>
    all.split(CLAUSES).filter((clause) => /\p{L}/u.test(clause ?? ''));
  // What a shopper needs or looks for stands behind these verbs, whatever the story before.
  const clauses = [...clausesOf(WISHES.exec(text)?.[1]).slice(0, 1), ...clausesOf(text)];
  const clause = clauses.find((each) => tag(each, NAMING)[0]) ?? clauses[0] ?? text;
  const measured = needs.filter(
    ({ kind, words }) =>
      MEASURED.has(kind) || /\bor \w+$|^(?:at least|min|over|with a)/i.test(words),
  );
  const said = measured.reduce((left, { words }) => without(left, words.toLowerCase()), clause);
  const thing = trimmed(said) || trimmed(clause);
  const brands = tag(thing, new Set<Kind>(['brand', 'line'])).map((each) =>
    thing.slice(each.start, each.end).toLowerCase(),
  );
  const nouns = parseQuery(thing).thing.map((term) => typedOf(term));
  const others = brands.filter((brand) => !nouns.some((noun) => noun.includes(brand)));
  const core = [...others.slice(0, 1), ...nouns].join(' ');
  return {
    thing,
    core,
    isRead: clausesOf(text).length === 1 && tag(thing, NAMING)[0] !== undefined,
  };
}

const trimmed = (text: string): string =>
  text
    .replace(/[?!]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(DANGLING, '')
    .replace(LEADING, '')
    .replace(TRAILING, '')
    .replace(/^[\s,.;:-]+|[\s,.;:-]+$/g, '');

/** The needs of a text, one of a kind: the first of the table. */
function needsIn(text: string): Need[] {
  const found = NEEDS.flatMap(({ kind, words, amount }): Need[] => {
    const match = words.exec(text);
    if (!match) return [];
    const stated = match.slice(1).find((each) => each !== undefined);
    return [{ kind, words: match[0].trim(), amount: stated ? numberOf(stated) : amount }];
  });
  return found.filter((each, nth) => found.findIndex(({ kind }) => kind === each.kind) === nth);
}

function numberOf(text: string): number | null {
  const number = NUMBER_WORDS.indexOf(text.toLowerCase()) + 1 || Number(text.replace(',', '.'));
  return number > 0 ? number : null;
}
