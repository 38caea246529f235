import { z } from 'zod';
import { type Kind, TERMS, tagsOf } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { dollarsOrNull } from '../money.ts';
import { parseQuery } from '../search/parse-query.ts';
import { freeOf, NUMBER_WORDS, withoutLikes } from '../search/query-grammar.ts';
import { typedOf } from '../search/query-type.ts';
import table from './needs.json' with { type: 'json' };

/*
 * A question as a structure, read by grammar over the lexicon's tags. With a model, the model fills the same schema (model.ts), and both lead
 * to the same searches.
 */

export const INTENTS = [
  ...(['find', 'compare', 'worth-it', 'good-time', 'purpose', 'gift', 'cheapest-to-run'] as const),
] as const;
export type Intent = (typeof INTENTS)[number];
const NEED_KINDS = [
  ...(['room', 'people', 'size', 'memory', 'pet', 'fur', 'skin', 'age', 'diet', 'noise'] as const),
  ...(['use', 'place'] as const),
] as const;

/** A shopper's question, also as a model fills it in. Amounts of money in dollars. */
export const questionReading = z.object({
  intent: z.enum(INTENTS),
  /** What to search for, the best words first; of a comparison its two sides, of a purpose its product types. */
  things: z.array(z.string()),
  needs: z.array(
    z.object({
      kind: z.enum(NEED_KINDS),
      /** As the shopper said it. */
      words: z.string(),
      /** Square metres, people, inches, gigabytes or years; null for a need without a measure. */
      amount: z.number().nullable(),
    }),
  ),
  minDollars: z.number().nullable(),
  maxDollars: z.number().nullable(),
  /** Words that names of picks must not have. */
  excluded: z.array(z.string()),
  isCheapest: z.boolean(),
});
export type QuestionReading = z.infer<typeof questionReading>;
export type Need = QuestionReading['needs'][number];

/** What names goods. */
const NAMING = ['type', 'ingredient', 'hint', 'brand', 'line', 'aisle'] as const;

/** The noun of what is searched for, as typed; empty for none. */
export const nounOf = (thing: string): string => typedOf(parseQuery(thing).thing.at(-1) ?? []);

/** Whether the lexicon knows what a noun names. */
export const isKnownNoun = (noun = ''): boolean => tagsOf(noun, ...NAMING, 'accessory').length > 0;

/** How shoppers say things that searches know by another form, in order. */
const REWRITES = table.rewrites.map(
  ([from = '', to = '']) => [new RegExp(from, 'gi'), to] as const,
);
const FRAMES = table.frames.map((words) => [new RegExp(words, 'gi'), ' '] as const);
const INTENT_WORDS = Object.entries(table.intents).map(
  ([intent, words]) => [intent as Intent, new RegExp(words, 'i')] as const,
);
const EXCLUSION = /,?\s(?:but )?(?:not|no|without|except)\b.*/i;
const WISHES = new RegExp(table.wishes, 'i');
const CLAUSES = new RegExp(table.clauses, 'i');
const NEEDS = table.needs.map((row) => ({
  ...row,
  words: new RegExp(`\\b(?:${row.words})(?![a-z])`, 'i'),
}));
/** Needs that a measure checks, which no name states as the shopper does. */
const MEASURED: ReadonlySet<string> = new Set([
  'room',
  'people',
  'noise',
  'memory',
  'place',
  'fur',
]);
/** Words of a need that is met by more, too. */
export const AT_LEAST = /\bor \w+$|^(?:at least|min|over|with a)/i;
/** Without asking words at the start and the end, and what stands alone between them. */
const TRIMS = [
  [/[?!]+|\s+/g, ' '] as const,
  [new RegExp(table.dangling, 'gi'), ''] as const,
  [new RegExp(`^\\s*(?:(?:${table.leading})\\s+)+`, 'i'), ''] as const,
  [new RegExp(`(?:\\s+(?:${table.trailing}))+\\s*$`, 'i'), ''] as const,
  [/^[\s,.;:-]+|[\s,.;:-]+$|\s(?=\s)/g, ''] as const,
];
const COMPARED = [
  /\b(?:compare|comparing|difference between)\s+(.+?)\s+(?:and|with|to|vs\.?|versus|or)\s+(.+)/i,
  /^(.+?)\s+(?:vs\.?|versus)\s+(.+)/i,
  /^(.+?)\s+or\s+(?!bigger|larger|more|less|smaller|better|under|similar|so\b|above)(.+)/i,
];
/** Words of a side that 'or' may join. */
const MOST_WORDS_OF_SIDE = 6;
/** Types of a gift. */
const MOST_IDEAS = 5;

const replaceAll = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((left, [from, to]) => left.replace(from, to), text);
const trimmed = (text: string) => replaceAll(text, TRIMS);

/** Reads a question by grammar. `isRead` is false where words are left that the grammar does not know. */
export function readQuestion(query: string): QuestionReading & { isRead: boolean } {
  const text = replaceAll(query.trim(), REWRITES);
  const framed = replaceAll(text, FRAMES);
  const { parts, minCents, maxCents, isCheapest, ...limits } = parseQuery(framed);
  const bare = parts.reduce((left, { label }) => without(left, label), framed);
  const excluded = limits.excluded.map(typedOf);
  const sides = sidesOf(text);
  const intent = intentOf(text, sides);
  const needs = needsIn(freeOf(text));
  const { thing, core, isRead } = thingOf(excluded[0] ? bare.replace(EXCLUSION, ' ') : bare, needs);
  const liked = typesFor(text, 'hobby', 'purpose');
  const named: Partial<Record<Intent, readonly string[]>> = {
    compare: sidesWithNoun(sides ?? [], text),
    purpose: typesFor(text, 'purpose'),
    gift: liked[0] ? liked.slice(0, MOST_IDEAS) : [bare.trim(), withoutLikes(thing)],
  };
  const things = named[intent] ?? [thing, core];
  return {
    ...{ intent, needs, excluded, isCheapest, things: [...new Set(things.filter(Boolean))] },
    ...{ minDollars: dollarsOrNull(minCents), maxDollars: dollarsOrNull(maxCents) },
    isRead: isRead || intent === 'purpose',
  };
}

/** The product types of the first purpose in a text; of what someone likes, the hobby. */
function typesFor(text: string, ...kinds: Kind[]): readonly string[] {
  const [found] = tagsOf(text, ...kinds).toSorted((a, b) => a.kind.localeCompare(b.kind));
  return (
    TERMS.find(({ kind, phrase }) => kind === found?.kind && phrase === found.phrase)?.kindOf ?? []
  );
}

function without(text: string, label: string): string {
  const at = text.toLowerCase().indexOf(label.toLowerCase());
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + label.length)}`;
}

function intentOf(text: string, sides: string[] | null): Intent {
  const [asked = null] = INTENT_WORDS.find(([, words]) => words.test(text)) ?? [];
  const [purpose] = tagsOf(text, 'purpose');
  if (asked ?? sides) return asked ?? 'compare';
  if (!purpose) return 'find';
  // Of "tent for a camping trip" the tent is asked for, of "bbq with mates" all that it takes.
  const beside = `${text.slice(0, purpose.start)} , ${text.slice(purpose.end)}`;
  return tagsOf(beside.replace(/\s(?:for|with)\s.*/i, ''), 'type')[0] ? 'find' : 'purpose';
}

/** The two sides of a comparison, without what both are for; null where the text compares nothing. */
function sidesOf(text: string): string[] | null {
  for (const [nth, pattern] of COMPARED.entries()) {
    const [, left = '', right = ''] = pattern.exec(text) ?? [];
    const sides = [left.replace(/.*[,?.]\s/, ''), right.replace(/[,?.]\s.*/, '')].map((side) =>
      trimmed(side.replace(/\s(?:for|to)\s.*/i, '')),
    );
    if (!sides.every(Boolean)) continue;
    const isShort = sides.every((side) => side.split(' ').length <= MOST_WORDS_OF_SIDE);
    const isNamed = sides.some((side) => /\d/.test(side) || tagsOf(side, ...NAMING)[0]);
    if (nth < 2 || (isShort && isNamed)) return sides;
  }
  return null;
}

/**
 * Sides of which a name alone gets the noun of the other and what follows it, else the noun of the text: 'finish' of 'finish vs fairy
 * dishwasher tablets', 'bosch' of 'bosch or makita for a drill'.
 */
function sidesWithNoun(sides: readonly string[], text: string): string[] {
  const nounOf = (words: string) => tagsOf(words, 'type').at(-1);
  return sides.map((side, nth) => {
    const from = sides.some(nounOf) ? (sides[1 - nth] ?? '') : text;
    const noun = nounOf(from);
    const isNamed = nounOf(side) !== undefined || tokensOf(side).length > 1;
    return isNamed || !noun ? side : trimmed(`${side} ${from.slice(noun.start)}`);
  });
}

/** The clause that names the thing, without measured needs, and its noun with the brand. */
function thingOf(text: string, needs: readonly Need[]) {
  const clausesOf = (all = '') =>
    all.split(CLAUSES).filter((clause) => /\p{L}/u.test(clause ?? ''));
  const own = clausesOf(text);
  // What a shopper needs or looks for stands behind these verbs, whatever the story before.
  const clauses = [...clausesOf(WISHES.exec(text)?.[1]).slice(0, 1), ...own];
  const clause = clauses.find((each) => tagsOf(each, ...NAMING)[0]) ?? clauses[0] ?? text;
  const measured = needs.filter(({ kind, words }) => MEASURED.has(kind) || AT_LEAST.test(words));
  const bare = measured.reduce((left, { words }) => without(left, words), clause);
  const thing = trimmed(bare) || trimmed(clause);
  const named = parseQuery(thing).thing.map(typedOf);
  // An unknown noun alone is too wide: a killer of ants is none of flies.
  const nouns = isKnownNoun(named.at(-1)) ? named : [];
  const brand = tagsOf(thing, 'brand', 'line')
    .map(({ start, end }) => thing.slice(start, end).toLowerCase())
    .filter((each) => !nouns.some((noun) => noun.includes(each)));
  const isRead = own.length === 1 && tagsOf(thing, ...NAMING)[0] !== undefined;
  return { thing, core: [...brand.slice(0, 1), ...nouns].join(' '), isRead };
}

/** The needs of a text, one of a kind: the first of the table. */
function needsIn(text: string): Need[] {
  const found = NEEDS.flatMap(({ kind, words, amount = null }) => {
    const [whole, ...groups] = words.exec(text) ?? [];
    const stated = groups.find((each) => each !== undefined);
    if (whole === undefined) return [];
    return {
      kind: kind as Need['kind'],
      words: whole.trim(),
      amount: stated ? numberOf(stated) : amount,
    };
  });
  return found.filter((each, nth) => found.findIndex(({ kind }) => kind === each.kind) === nth);
}

function numberOf(text: string): number | null {
  const number = NUMBER_WORDS.indexOf(text.toLowerCase()) + 1 || Number(text.replace(',', '.'));
  return number > 0 ? number : null;
}
