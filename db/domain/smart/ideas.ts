import { type Kind, TERMS, type Term, tagsOf } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { likedIn, receiverIn, withoutLikes } from '../search/query-grammar.ts';
import { phrasesIn } from './noun-phrase.ts';

/* What a purpose takes and what a gift may be: product types of the lexicon. */

/** What suits anyone, as searches know it. */
export const ANY_GIFT = 'any gift';
/** Types of a gift. */
const MOST_IDEAS = 5;
/** Receivers whose unknown likes are looked for among toys. */
const YOUNG = new Set(['kids', 'toddler']);
/** Who gives. */
const GIVERS = /\bfrom (?:the |my |our |his |her )?\w+/gi;
/** Asks for all that something takes. */
const ASKS_GEAR =
  /\bwhat (?:else )?(?:do|should|will|have|would|did) (?:i|we|you) (?:need|take|bring|pack|get|forgotten|buy)\b|\b(?:gear|essentials|supplies|checklist|must[- ]haves)\b|\blist of what\b/i;
/** Asks for no goods in particular, for someone. */
const ASKS_ANY = /\b(?:what|(?:some|any)thing|ideas?)\b[^.?!]*\b(?:get|buy|for)\b/i;
/** Words that tell no purpose from others. */
const GENERIC = new Set(
  'a an the at in on for of to my new first getting get going go having start starting night day trip home room set setup out up'.split(
    ' ',
  ),
);

/** The row of the purpose that a text names; of a question for gear, of one whose words the text has. Undefined for none. */
export function purposeIn(text: string): Term | undefined {
  const [named] = tagsOf(text, 'purpose');
  if (named) return rowOf('purpose', named.phrase);
  if (!ASKS_GEAR.test(text)) return undefined;
  const keys = new Set(tokensOf(text).map(({ key }) => key));
  return TERMS.find(
    ({ kind, phrase, synonyms }) =>
      (kind === 'purpose' || kind === 'hobby') &&
      [phrase, ...synonyms].some((words) => {
        const telling = tokensOf(words).filter(
          ({ start, end }) => !GENERIC.has(words.slice(start, end)),
        );
        return telling[0] !== undefined && telling.every(({ key }) => keys.has(key));
      }),
  );
}

/** What suits the hobby or purpose that a text names; empty without one. */
export function suitedTo(text: string): readonly string[] {
  const [hobby] = tagsOf(text, 'hobby');
  return (hobby ? rowOf('hobby', hobby.phrase) : purposeIn(text))?.kindOf ?? [];
}

const rowOf = (kind: Kind, phrase: string): Term | undefined =>
  TERMS.find((term) => term.kind === kind && term.phrase === phrase);

/** Gifts by what the receiver likes: goods that the text names and what its hobby takes, else what suits them. */
export function ideasFor(text: string): string[] {
  const receiver = receiverIn(text.replace(GIVERS, ' '));
  const liked = phrasesIn(
    (likedIn(text).split(/[,.;]/)[0] ?? '').replaceAll(/\band\b/g, ','),
  ).flatMap(({ text: words }) => {
    if (tagsOf(words, 'hobby')[0])
      return tagsOf(words, 'type').map(({ start, end }) => words.slice(start, end));
    if (tagsOf(words, 'type', 'ingredient', 'hint', 'line', 'aisle')[0]) return words;
    return YOUNG.has(receiver) ? `${words} toy` : [];
  });
  const ideas = [...new Set([...liked, ...suitedTo(text)])];
  return ideas[1] ? ideas.slice(0, MOST_IDEAS) : [...ideas, ...giftsFor(text)];
}

/** Whether a text asks for goods that it does not name. */
function asksAny(text: string): boolean {
  const [asked] = ASKS_ANY.exec(text) ?? [];
  return asked !== undefined && !tagsOf(asked, 'type')[0];
}

/** Whether a text asks for anything for someone, of whom it says what they like or what they celebrate. */
export const isGiftFor = (text: string): boolean =>
  asksAny(text) &&
  receiverIn(text) !== 'any' &&
  (likedIn(text) !== '' || /\b(?:birthday|christmas|xmas|anniversary|\d\dth)\b/i.test(text));

/** What to search for as a gift, the first that is found: as said, for the receiver alone, for anyone. */
export const giftsFor = (text: string): string[] => [
  text.trim(),
  withoutLikes(text).trim(),
  `${receiverIn(text)} gift`,
  ANY_GIFT,
];
