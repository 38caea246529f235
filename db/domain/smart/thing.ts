import { type Kind, tag, tagsOf } from '../lexicon/lexicon.ts';
import { wordsThatMean } from '../lexicon/synonyms.ts';
import { phraseKey } from '../lexicon/tokens.ts';
import { ACCESSORY_NOUNS } from '../search/name-head.ts';
import { parseQuery } from '../search/parse-query.ts';
import { withoutReceivers } from '../search/query-grammar.ts';
import { typedOf } from '../search/query-type.ts';
import table from './needs.json' with { type: 'json' };
import { isMeasured, type Need, withoutAll } from './needs.ts';
import { NAMES, NAMING, nounPhraseOf, phrasesIn, TELLING } from './noun-phrase.ts';

/* What a question asks for, of all that it names: the clause that asks, and its noun phrase. */

/** The noun of what is searched for, as typed; empty for none. */
export const nounOf = (thing: string): string => typedOf(parseQuery(thing).thing.at(-1) ?? []);

/** Whether the lexicon knows what a noun names. */
export const isKnownNoun = (noun: string): boolean => tagsOf(noun, ...NAMING).length > 0;

const WISHES = new RegExp(table.wishes, 'i');
/** Of goods, a part. */
const SPARE = /\b(?:replacement|spare)\b/i;
/** Goods named after what they act on. */
const DEEDS = /^(?:cleaner|killer|remover|repellent|protector|sharpener|polish)$/;
const CLAUSES = new RegExp(table.clauses, 'i');
/** A clause about a shopper's own: 'my telly is old'. */
const STORY = /^\s*(?:and |but |so )*(?:my|our)\b/i;
/** What no longer works: 'my old toaster carked it'. */
const GONE =
  /\b(?:my|our)\s([^.,;!?]{1,40}?)\s(?:(?:just|has|have|finally|is|recently|suddenly)\s+){0,3}(?:died|dead|broke(?:n)?|carked|packed it|stopped|blew up|stuffed|cactus|conked|gave up|leaking|on its last)\b/i;
/** A clause that goes on about its noun: 'earplugs that stay in'. */
const LINKED = /^\s*\p{L}+(?:\s\p{L}+){0,2}\s+(?:that|for|with|under|around)\b/iu;

/** The phrase that names the thing, without measured needs, and wider ones: without its purpose, and its noun with the brand. */
export function thingOf(text: string, needs: readonly Need[]) {
  const measured = needs.filter(isMeasured);
  const bareOf = (clause: string) =>
    withoutAll(STORY.test(clause) ? withoutReceivers(clause) : clause, measured);
  const clause = clauseOf(text, bareOf);
  const phrase = nounPhraseOf(bareOf(clause)) ??
    nounPhraseOf(clause) ?? { thing: clause.trim(), purpose: '' };
  return {
    thing: `${phrase.thing} ${phrase.purpose}`.trim(),
    noun: phrase.thing,
    wider: phrase.purpose && !isTelling(phrase.thing) ? [] : [phrase.thing, goodsOf(phrase.thing)],
    isRead: clausesOf(text).length === 1 && isKnownNoun(phrase.thing),
  };
}

const clausesOf = (text: string): string[] =>
  text.split(CLAUSES).filter((clause) => /\p{L}/u.test(clause ?? ''));

/** The clause that names what is asked for: what a shopper needs, what no longer works, or else no story, the surest name first. */
function clauseOf(text: string, bareOf: (clause: string) => string): string {
  const isNaming = (clause: string, kinds: readonly Kind[] = NAMING) =>
    phrasesIn(bareOf(clause)).some((phrase) => tagsOf(phrase.text, ...kinds)[0]);
  const wish = wishOf(text);
  const clauses = [wish, ...clausesOf(text)].filter(Boolean);
  const asking = clauses.filter((each) => !STORY.test(each));
  const [, gone = ''] = GONE.exec(text) ?? [];
  const all = [isNaming(wish) ? wish : gone, ...asking, ...clauses, text];
  const [named] = NAMES.flatMap((kinds) => all.find((each) => isNaming(each, kinds)) ?? []);
  return (
    named ??
    asking.find((each) => LINKED.test(each)) ??
    clauses.find((each) => phrasesIn(bareOf(each))[0]) ??
    text
  );
}

/** What stands behind a verb of needing or looking for; empty for none, and for what goods need: of a "laptop that needs a pen". */
function wishOf(text: string): string {
  const found = WISHES.exec(text);
  const [said = '', wish = ''] = found ?? [];
  const [subject = ''] = text
    .slice(0, found?.index)
    .split(/[.;!?,]\s/)
    .slice(-1);
  const isOfGoods = /^\w+s\b/.test(said) && tagsOf(subject, 'type')[0] !== undefined;
  return isOfGoods ? '' : (clausesOf(wish)[0] ?? '');
}

/** Whether a phrase names goods without its purpose: an unknown word may name anything, and a shelf does. */
function isTelling(phrase: string): boolean {
  const kinds = new Set(tag(phrase).map(({ kind }) => kind));
  const isShelf = kinds.has('aisle') && !kinds.has('type');
  return (
    wordsThatMean(phrase)[0] !== undefined || (TELLING.some((one) => kinds.has(one)) && !isShelf)
  );
}

/**
 * The noun of a phrase with its brand; empty for an unknown noun, a part of other goods, a brand alone, which makes many kinds, and for what
 * goods act on, as an oven cleaner cleans no shoes.
 */
function goodsOf(phrase: string): string {
  const { thing, isAccessory } = parseQuery(phrase);
  const nouns = thing.map(typedOf);
  const noun = nouns.at(-1) ?? '';
  const isOwnPart = noun.split(' ').some((word) => ACCESSORY_NOUNS.includes(phraseKey(word)));
  if ((isAccessory || SPARE.test(phrase)) && !isOwnPart) return '';
  const lines = tagsOf(phrase, 'brand', 'line');
  const isGoods = isKnownNoun(noun) && !DEEDS.test(noun);
  if (!isGoods) nouns.length = 0;
  const [maker = ''] = lines
    .map(({ start, end }) => phrase.slice(start, end).toLowerCase())
    .filter((each) => !nouns.some((own) => each.includes(own) || own.includes(each)));
  const isLine = lines.some(({ kind }) => kind === 'line');
  return isGoods || isLine ? `${maker} ${nouns.join(' ')}`.trim() : '';
}
