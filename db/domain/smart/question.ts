import { z } from 'zod';
import { isProductType } from '../categories/head-noun.ts';
import { tagsOf } from '../lexicon/lexicon.ts';
import { dollarsOrNull } from '../money.ts';
import { parseQuery } from '../search/parse-query.ts';
import { freeOf, receiverIn, unwantedIn } from '../search/query-grammar.ts';
import { ideasFor, isGiftFor, purposeIn, suitedTo } from './ideas.ts';
import { exclusiveIn } from './measures.ts';
import table from './needs.json' with { type: 'json' };
import { behindOf, type Need, need, needsIn, without, withoutAll } from './needs.ts';
import { listedIn, phrasesIn } from './noun-phrase.ts';
import { withDigits } from './number-words.ts';
import { sidesOf, sidesWithNoun } from './sides.ts';
import { nounOf, thingOf } from './thing.ts';
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
/** A shopper's question, also as a model fills it in. Amounts of money in dollars. */
export const questionReading = z.object({
  intent: z.enum(INTENTS),
  /** What to search for, the best words first; of a comparison its two sides, of a purpose its product types. */
  things: z.array(z.string()),
  needs: z.array(need),
  minDollars: z.number().nullable(),
  maxDollars: z.number().nullable(),
  /** Words that names of picks must not have. */
  excluded: z.array(z.string()),
  isCheapest: z.boolean(),
});
export type QuestionReading = z.infer<typeof questionReading>;

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
  /\b(?:(?:with|but) )?(?:not|no|nothing|without|except(?: for)?|other than|(?:allerg(?:ic|y)|intolerant) to|hates?|dislikes?|(?:do|does)n't (?:need|use|have|contain|require|like|want)|(?:is|are|was|were)n't(?: from)?)(?: made (?:in|of|from|by|out of)| (?:an?|any|by|from|the))? (?!over|above|under|more|less|\w+er than)/gi;
/** Of 'not fussed about brand'. */
const INDIFFERENT = /^(?:fussed|fussy|bothered|worried|sure|bad|interested)\b/i;
/** What a shopper has. */
const OWNED =
  /\b(?:(?:i|we)(?:'ve| have)? (?:already )?(?:got|have|own)|already (?:got|have|own)) ([^.,;!?]+?)(?= (?:and|but|so)\b|[.,;!?]|$)/gi;
/** What is to be done. */
const DEED =
  /\b(?:way|(?:some|any)thing|what (?:can|do|should) (?:i|we) use) to (\p{L}+) (an?|my|our|the|some) (\p{L}+)/giu;
/** Stands behind a need that goods need not meet. */
const OPTIONAL = /^\W*(?:if (?:poss|you|it)|preferably|ideally|would be)/i;
const WHO = /\b(?:women'?s|men'?s|ladies|girls|boys)\b/i;
/** Asks for whatever helps. */
const ASKS_WHAT =
  /\b(?:what (?:else )?(?:would|will|could|should|can|do|does|have|helps?)|(?:some|any)thing|what's (?:good|best)) (?:for|help|(?:i|we|you) )/i;

const replaceAll = (text: string, rules: readonly (readonly [RegExp, string])[]): string =>
  rules.reduce((left, [from, to]) => left.replace(from, to), text);

/** Names the goods that do what is to be done: 'something to dry my hair' is a hair dryer, the way 'to heat a room' a heater for it. */
const withDoers = (text: string): string =>
  text.replace(DEED, (asked, verb: string, whose: string, object: string) => {
    const doers = [`${verb}er`, `${verb}r`];
    const own = doers.map((doer) => `${object} ${doer}`).find(isProductType);
    const doer = doers.find(isProductType);
    return own ?? (doer ? `${doer} for ${whose} ${object}` : asked);
  });

/** Reads a question by grammar. `isRead` is false where words are left that the grammar does not know. */
export function readQuestion(query: string): QuestionReading & { isRead: boolean } {
  const text = withDoers(replaceAll(withDigits(query.trim()), REWRITES));
  const sides = sidesOf(text);
  const asked = intentOf(text, sides);
  const measured = needsIn(freeOf(text)).map(
    (each): Need =>
      OPTIONAL.test(behindOf(freeOf(text), each.words)) ? { ...each, kind: 'use' } : each,
  );
  const { wanted, excluded } = exclusionsOf(text, measured);
  const { parts, minCents, maxCents, isCheapest } = parseQuery(wanted);
  const bare = parts.reduce((left, { label }) => without(left, label), wanted);
  const { thing, noun, wider, isRead } = thingOf(bare, measured);
  const listed = asked === 'find' || asked === 'purpose' ? listedIn(bare) : [];
  // A list of goods is bought as what a purpose takes: one of each, within a budget together.
  const intent = listed[0] ? 'purpose' : asked;
  const behind = withoutAll(behindOf(bare, listed.at(-1) ?? noun), measured);
  const told = wishesIn(behind);
  const own = exclusiveIn(behind).filter((word) => !told.some((wish) => wish.includes(word)));
  const wishes = WISHING.has(asked) ? [...told, ...own] : [];
  const asUse = (words: string): Need => ({ kind: 'use', words, amount: null });
  const needs = [...measured, ...wishes.map(asUse)];
  const named: Partial<Record<Intent, () => readonly string[]>> = {
    compare: () => sidesWithNoun(sides ?? [], text),
    purpose: () => (listed[0] ? listed : withoutOwned(purposeIn(text)?.kindOf ?? [], text)),
    gift: () => ideasFor(bare),
    alternative: () => [thing, nounOf(thing)],
    // Other goods than the named say nothing of its worth.
    'worth-it': () => [thing, noun],
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

/** What a purpose takes without what the shopper has: 'we've got a tent'. */
function withoutOwned(types: readonly string[], text: string): string[] {
  const owned = [...text.matchAll(OWNED)].map(([, goods = '']) => goods.toLowerCase());
  return types.filter((type) => !owned.some((goods) => goods.includes(type)));
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
