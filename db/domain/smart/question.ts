import { z } from 'zod';
import { isProductType } from '../categories/head-noun.ts';
import { type Kind, tag, tagsOf } from '../lexicon/lexicon.ts';
import { wordsThatMean } from '../lexicon/synonyms.ts';
import { phraseKey } from '../lexicon/tokens.ts';
import { dollarsOrNull } from '../money.ts';
import { ACCESSORY_NOUNS } from '../search/name-head.ts';
import { parseQuery } from '../search/parse-query.ts';
import {
  freeOf,
  NUMBER_WORDS,
  receiverIn,
  unwantedIn,
  withoutReceivers,
} from '../search/query-grammar.ts';
import { typedOf } from '../search/query-type.ts';
import { ideasFor, isGiftFor, purposeIn, suitedTo } from './ideas.ts';
import table from './needs.json' with { type: 'json' };
import { listedIn, NAMES, NAMING, nounPhraseOf, phrasesIn, TELLING } from './noun-phrase.ts';
import { withDigits } from './number-words.ts';
import { sidesOf, sidesWithNoun } from './sides.ts';
import { wishesIn } from './wishes.ts';

/*
 * A question as a structure, read by grammar over the lexicon's tags. With a model, the model fills the same schema (model.ts), and both lead
 * to the same searches.
 */

export const INTENTS = [
  ...(['find', 'compare', 'worth-it', 'good-time', 'purpose', 'gift', 'cheapest-to-run'] as const),
  /** What else does the same, by another maker. */
  'alternative',
  /** Work, hire or tickets, which are no goods. */
  'service',
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

/** The noun of what is searched for, as typed; empty for none. */
export const nounOf = (thing: string): string => typedOf(parseQuery(thing).thing.at(-1) ?? []);

/** Whether the lexicon knows what a noun names. */
export const isKnownNoun = (noun = ''): boolean => tagsOf(noun, ...NAMING).length > 0;

/** A pattern of the table, with the words of sales and of changing prices for their names. */
const pattern = (words: string, flags = 'i'): RegExp =>
  new RegExp(words.replaceAll('CHANGE', table.change).replaceAll('MOMENT', table.moments), flags);
/** How shoppers say things that searches know by another form, in order. */
const REWRITES = table.rewrites.map(([from = '', to = '']) => [pattern(from, 'gi'), to] as const);
const INTENT_WORDS = Object.entries(table.intents).map(
  ([intent, words]) => [intent as Intent, pattern(words)] as const,
);
/** Intents that find goods by what else is said of them. */
const WISHING: ReadonlySet<Intent> = new Set(['find', 'cheapest-to-run']);
/** Intents in whose words "cheap" is no wish. */
const ASKS_CHEAP: ReadonlySet<Intent> = new Set(['good-time', 'cheapest-to-run']);
const NEGATION =
  /\b(?:(?:with|but) )?(?:not|no|nothing|without|except(?: for)?|other than|(?:allerg(?:ic|y)|intolerant) to|hates?|dislikes?|(?:do|does)n't (?:need|use|have|contain|require|like|want)|(?:is|are|was|were)n't(?: from)?)(?: (?:an?|any|by|from|the))? (?!over|above|under|more|less|\w+er than)/gi;
/** Of 'not fussed about brand'. */
const INDIFFERENT = /^(?:fussed|fussy|bothered|worried|sure|bad|interested)\b/i;
/** Stands behind a need that goods need not meet. */
const OPTIONAL = /^\W*(?:if (?:poss|you|it)|preferably|ideally|would be)/i;
const WHO = /\b(?:women'?s|men'?s|ladies|girls|boys)\b/i;
const WISHES = new RegExp(table.wishes, 'i');
/** Of goods, a part. */
const SPARE = /\b(?:replacement|spare)\b/i;
/** Goods named after what they act on. */
const DEEDS = /^(?:cleaner|killer|remover|repellent|protector|sharpener|polish)$/;
const CLAUSES = new RegExp(table.clauses, 'i');
const NEEDS = table.needs.map((row) => ({
  ...row,
  words: new RegExp(`\\b(?:${row.words})(?![a-z])`, 'gi'),
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
/** Words of a need that is met by more, too, and of one met by less. */
export const AT_LEAST = /\bor \w+$|\+(?: \w+)?$|^(?:at least|min|over|with a)/i;
export const AT_MOST = /\bor (?:less|smaller|under)$|^(?:under|below|less|up to|max|no|smaller)\b/i;
/** A clause about a shopper's own: 'my telly is old'. */
const STORY = /^\s*(?:and |but |so )*(?:my|our)\b/i;
/** What no longer works: 'my old toaster carked it'. */
const GONE =
  /\b(?:my|our)\s([^.,;!?]{1,40}?)\s(?:(?:just|has|have|finally|is|recently|suddenly)\s+){0,3}(?:died|dead|broke(?:n)?|carked|packed it|stopped|blew up|stuffed|cactus|conked|gave up|leaking|on its last)\b/i;
/** A clause that goes on about its noun: 'earplugs that stay in'. */
const isLinked = (clause: string): boolean =>
  /^\s*\p{L}+(?:\s\p{L}+){0,2}\s+(?:that|for|with|under|around)\b/iu.test(clause);
/** Asks for whatever helps. */
const ASKS_WHAT =
  /\b(?:what (?:else )?(?:would|will|could|should|can|do|does|have|helps?)|(?:some|any)thing|what's (?:good|best)) (?:for|help|(?:i|we|you) )/i;

const replaceAll = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((left, [from, to]) => left.replace(from, to), text);

/** Reads a question by grammar. `isRead` is false where words are left that the grammar does not know. */
export function readQuestion(query: string): QuestionReading & { isRead: boolean } {
  const text = replaceAll(withDigits(query.trim()), REWRITES);
  const sides = sidesOf(text);
  const asked = intentOf(text, sides);
  const measured = needsIn(freeOf(text)).map(
    (need): Need =>
      OPTIONAL.test(behindOf(freeOf(text), need.words)) ? { ...need, kind: 'use' } : need,
  );
  const { wanted, excluded } = exclusionsOf(text, measured);
  const { parts, minCents, maxCents, isCheapest } = parseQuery(wanted);
  const bare = parts.reduce((left, { label }) => without(left, label), wanted);
  const { thing, noun, wider, isRead } = thingOf(bare, measured);
  const listed = asked === 'find' || asked === 'purpose' ? listedIn(bare) : [];
  // A list of goods is bought as what a purpose takes: one of each, within a budget together.
  const intent = listed[0] ? 'purpose' : asked;
  const behind = withoutAll(behindOf(bare, listed.at(-1) ?? noun), measured);
  const wishes = WISHING.has(asked) ? wishesIn(behind) : [];
  const asUse = (words: string): Need => ({ kind: 'use', words, amount: null });
  const needs = [...measured, ...wishes.map(asUse)];
  const named: Partial<Record<Intent, () => readonly string[]>> = {
    compare: () => sidesWithNoun(sides ?? [], text),
    purpose: () => (listed[0] ? listed : (purposeIn(text)?.kindOf ?? [])),
    gift: () => ideasFor(bare),
    alternative: () => [thing, nounOf(thing)],
  };
  // A watch for who runs is a running watch.
  const suited = suitedTo(text).filter((type) => type.endsWith(` ${thing}`));
  // Of "my dog destroys his bed" a dog bed is needed.
  const ofReceiver = `${receiverIn(text)} ${nounOf(noun)}`;
  const isTheirs = receiverIn(thing) === 'any' && isProductType(ofReceiver);
  const [who = ''] = WHO.exec(bare) ?? [];
  const ofWhom = WHO.test(thing) ? thing : `${who} ${thing}`.trim();
  const things = named[intent]?.() ?? (isTheirs ? [ofReceiver] : [...suited, ofWhom, ...wider]);
  return {
    ...{ intent, needs, excluded, things: [...new Set(things.filter(Boolean))] },
    isCheapest: isCheapest && !ASKS_CHEAP.has(intent),
    ...{ minDollars: dollarsOrNull(minCents), maxDollars: dollarsOrNull(maxCents) },
    isRead: isRead || intent === 'purpose',
  };
}

/** A text without what a shopper does not want, and those words: of 'toaster, no black or red please' black and red. */
function exclusionsOf(text: string, needs: readonly Need[]) {
  const found = [...text.matchAll(NEGATION)].flatMap(({ 0: words, index }) => {
    const start = index + words.length;
    const [unwanted] = phrasesIn(text.slice(start));
    const end = start + (unwanted?.end ?? 0);
    // "Not too loud" and "no nuts" are needs, and "not one that" names nothing.
    const isNeed = needs.some((need) => text.slice(index, end).includes(need.words));
    const isSubstance = / free$/.test(freeOf(text.slice(index, end)));
    const isUnwanted = unwanted?.start === 0 && !isNeed && !isSubstance;
    return isUnwanted ? { index, end, words: unwanted.text } : [];
  });
  const wanted = found.reduceRight(
    (left, { index, end }) => `${left.slice(0, index)} ${left.slice(end)}`,
    text,
  );
  const excluded = found.flatMap(({ words }) => words.split(/\s+(?:and|or|&)\s+/));
  return {
    wanted,
    excluded: excluded.filter((words) => !unwantedIn(`no ${words}`) && !INDIFFERENT.test(words)),
  };
}

/** What stands behind words in a text; empty where they are not in it. */
function behindOf(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  return at < 0 ? '' : text.slice(at + words.length);
}

function without(text: string, label: string): string {
  const at = text.toLowerCase().indexOf(label.toLowerCase());
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + label.length)}`;
}

const withoutAll = (text: string, needs: readonly Need[]): string =>
  needs.reduce((left, { words }) => without(left, words), text);

function intentOf(text: string, sides: string[] | null): Intent {
  const [asked = null] = INTENT_WORDS.find(([, words]) => words.test(text)) ?? [];
  const [purpose] = tagsOf(text, 'purpose');
  if (sides && (!asked || /\b(?:vs|versus|over)\b/i.test(text))) return 'compare';
  if (asked) return asked;
  if (isGiftFor(text)) return 'gift';
  if (!purpose) return purposeIn(text) ? 'purpose' : 'find';
  if (ASKS_WHAT.test(text)) return 'purpose';
  // Of "tent for a camping trip" the tent is asked for, of "bbq with mates" all that it takes.
  const beside = `${text.slice(0, purpose.start)} , ${text.slice(purpose.end)}`;
  return tagsOf(beside.replace(/\s(?:for|with)\s.*/i, ''), 'type')[0] ? 'find' : 'purpose';
}

/** The phrase that names the thing, without measured needs, and wider ones: without its purpose, and its noun with the brand. */
function thingOf(text: string, needs: readonly Need[]) {
  const clausesOf = (all = '') =>
    all.split(CLAUSES).filter((clause) => /\p{L}/u.test(clause ?? ''));
  const own = clausesOf(text);
  // What a shopper needs or looks for stands behind these verbs, whatever the story before.
  const said = WISHES.exec(text);
  const subject =
    text
      .slice(0, said?.index)
      .split(/[.;!?,]\s/)
      .at(-1) ?? '';
  // A "laptop for school needs a pen": what goods need is no thing of its own.
  const isOfGoods = /^\w+s\b/.test(said?.[0] ?? '') && tagsOf(subject, 'type')[0] !== undefined;
  const wish = isOfGoods ? '' : (clausesOf(said?.[1])[0] ?? '');
  const clauses = [...(wish ? [wish] : []), ...own];
  const measured = needs.filter(
    ({ kind, words }) => MEASURED.has(kind) || AT_LEAST.test(words) || AT_MOST.test(words),
  );
  const bareOf = (clause: string) =>
    withoutAll(STORY.test(clause) ? withoutReceivers(clause) : clause, measured);
  const isNaming = (each: string, kinds: readonly Kind[] = NAMING) =>
    phrasesIn(bareOf(each)).some((phrase) => tagsOf(phrase.text, ...kinds)[0]);
  const asking = clauses.filter((each) => !STORY.test(each));
  const [, gone = ''] = GONE.exec(text) ?? [];
  // What died is needed anew, unless something else is asked for.
  const first = isNaming(wish) ? [wish] : [gone];
  const clause =
    NAMES.flatMap(
      (kinds) =>
        [...first, ...asking, ...clauses, text].find((each) => isNaming(each, kinds)) ?? [],
    )[0] ??
    asking.find(isLinked) ??
    clauses.find((each) => phrasesIn(bareOf(each))[0]) ??
    text;
  const phrase = nounPhraseOf(bareOf(clause)) ??
    nounPhraseOf(clause) ?? { thing: clause.trim(), purpose: '' };
  const { thing, isAccessory } = parseQuery(phrase.thing);
  const named = thing.map(typedOf);
  // An unknown noun alone is too wide, and what goods act on tells them apart: an oven cleaner cleans no shoes.
  const noun = named.at(-1) ?? '';
  const isPart =
    (isAccessory || SPARE.test(phrase.thing)) &&
    !noun.split(' ').some((word) => ACCESSORY_NOUNS.includes(phraseKey(word)));
  const nouns = isKnownNoun(noun) && !isPart && !DEEDS.test(noun) ? named : [];
  const brand = tagsOf(phrase.thing, 'brand', 'line')
    .map(({ start, end }) => phrase.thing.slice(start, end).toLowerCase())
    .filter((each) => !nouns.some((own) => each.includes(own) || own.includes(each)));
  // Without its purpose, an unknown word may name anything, and a shelf does.
  const kinds = new Set(tag(phrase.thing).map(({ kind }) => kind));
  const isShelf = kinds.has('aisle') && !kinds.has('type');
  const isTelling =
    !phrase.purpose ||
    wordsThatMean(phrase.thing)[0] !== undefined ||
    (TELLING.some((kind) => kinds.has(kind)) && !isShelf);
  return {
    thing: `${phrase.thing} ${phrase.purpose}`.trim(),
    noun: phrase.thing,
    wider: isTelling ? [phrase.thing, [...brand.slice(0, 1), ...nouns].join(' ')] : [],
    isRead: own.length === 1 && tagsOf(phrase.thing, ...NAMING)[0] !== undefined,
  };
}

/** The needs of a text, of a kind with a measure the first of the table. */
function needsIn(text: string): Need[] {
  const found = NEEDS.flatMap(({ kind, words, amount = null }) =>
    [...text.matchAll(words)].map(([whole, ...groups]): Need => {
      const stated = groups.find((each) => each !== undefined);
      const own = stated ? numberOf(stated) : amount;
      return { kind: kind as Need['kind'], words: whole.trim(), amount: own };
    }),
  );
  return found.filter(
    (each, nth) =>
      each.kind === 'diet' || found.findIndex(({ kind }) => kind === each.kind) === nth,
  );
}

function numberOf(text: string): number | null {
  const number = NUMBER_WORDS.indexOf(text.toLowerCase()) + 1 || Number(text.replace(',', '.'));
  return number > 0 ? number : null;
}
