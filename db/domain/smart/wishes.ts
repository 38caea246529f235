import { tag } from '../lexicon/lexicon.ts';
import { freeOf, withoutReceivers } from '../search/query-grammar.ts';
import table from './needs.json' with { type: 'json' };
import { namesGoods, phrasesIn } from './noun-phrase.ts';

/* What a question says of a thing behind its name: what goods are checked for, and what an answer must call unchecked. */

const PAUSES =
  /[.,;:!?()]+(?=\s|$)|\s[-–—]+\s|\s(?=(?:(?:and|but|so|cos|coz|because|that) )?(?:i|we|he|she|they|i'm|we're)\s)|(?<!\b(?:for|with|to|on|in|of|and))\s(?=(?:my|our)\s)/i;
/** Stands before where and when. */
const CIRCUMSTANCE =
  /\b(?:in|on|at|to|from|by|as|of|around|about|over|under|than|if|so|up|since|till|until|during|next|last)\s+(?:(?:the|an?|my|our|this|that)\s+)*$/i;
const NOT = /\b(?:\p{L}+n't|not|no|without)\s+$/iu;
const FOR = /\bfor\s+(?:(?:the|an?|my|our)\s+)*$/i;
const VAGUE = new RegExp(`^(?:${table.vague})$`, 'i');
/** Clauses about the shopper, or that ask. */
const TOLD =
  /^\s*(?:(?:and|but|so|or|cos|coz|because|as)\s+)*(?:i|we|he|she|they|it|you|my|our|his|her|their|this|that|is|are|do|does|did|can|could|should|would|will|which|what|how|where|when|who|why|[a-z]+'(?:s|m|re|ve|d|ll))\b/i;
/** What does not matter, and what others say. */
const ASIDE = /n't (?:have|need) to\b|\b(?:says?|said|reckons?|thinks?)\b/i;
const MUST = /\b(?:must|(?:has|have|needs?) to)\b/i;

/**
 * What is said of a thing behind its name, in small letters: 'front loader', 'big buttons', 'dont fall out'. Not what shoppers tell of
 * themselves, nor where and when.
 */
export function wishesIn(behind: string): string[] {
  const [own = '', ...others] = behind.split(PAUSES);
  const asked = [own, ...others.filter((each) => MUST.test(each) || !TOLD.test(each))];
  const clauses = asked.filter((each) => !ASIDE.test(each));
  const wishes = clauses.flatMap((clause) => {
    const phrases = phrasesIn(clause);
    // A word is telling where it is all that is said: ', isofix'.
    const isAlone = clause !== own && (phrases.length === 1 || MUST.test(clause));
    return phrases.flatMap(({ text: phrase, start }) => {
      const before = clause.slice(0, start);
      const words = `${NOT.exec(before)?.[0] ?? ''}${phrase}`;
      const isPlain = FOR.test(before) && isPurpose(phrase);
      const isOther = isPlain || CIRCUMSTANCE.test(before) || !isTelling(words, isAlone);
      return isOther ? [] : words.toLowerCase();
    });
  });
  return [...new Set(wishes)];
}

/** Whether words behind "for" are a purpose that a search knows, as no shop states it: 'smoothies', 'hanging shelves'. */
const isPurpose = (phrase: string): boolean =>
  !/\s/.test(phrase) || /ing\b/.test(phrase) || namesGoods(phrase);

/** Whether words say something of goods: more than a receiver, a substance (a need of its own) or a plain word. */
function isTelling(words: string, isAlone: boolean): boolean {
  const isVague = VAGUE.test(words) || / free\b/.test(freeOf(words));
  const isKnown = isAlone || /\s|\p{Lu}|\d/u.test(words) || tag(words)[0] !== undefined;
  return !isVague && isKnown && phrasesIn(withoutReceivers(words))[0] !== undefined;
}
