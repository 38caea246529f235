/* Queries for gifts name no thing: what the receiver likes, or the receiver ('mens gift' in vocabulary.json), stands in for it. */
import type { Split } from './query-grammar.ts';

const GIFT =
  /^(?:gifts?|presents?|pressies?|prezzies?|stocking (?:stuffers?|fillers?))(?: ideas?)?$/i;
const OCCASION =
  /\b(?:birthday|christmas|xmas|easter|valentines?|anniversary|wedding|engagement|housewarming|shower|christening|graduation|retirement|day|secret santa|kris kringle|small|thank you)\b/gi;
/** Introduces what the receiver likes. */
const LIKES = /\b(?:loves?|likes?|enjoys?|into|mad about)\s+(.+)/i;

/** Receivers. The first match counts, as a word for a child says more than one for a man or a woman. */
const AUDIENCES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:dogs?|pupp(?:y|ies))\b/gi, 'dog'],
  [/\b(?:cats?|kittens?)\b/gi, 'cat'],
  [/\b(?:bab(?:y|ies)|newborns?|infants?)\b/gi, 'baby'],
  [/\btoddlers?\b/gi, 'toddler'],
  [
    /\b(?:kids?|child(?:ren)?s?|boys?|girls?|sons?|daughters?|nieces?|nephews?|grand(?:son|daughter|child|kid)s?)\b/gi,
    'kids',
  ],
  [/\bteen(?:ager)?s?\b/gi, 'teen'],
  [
    /\b(?:dad(?:dy)?|father|grandpa|grandad|grandfather|pop|husband|boyfriend|brother|uncle|him|m[ae]n|males?|blokes?|guys?)s?\b/gi,
    'mens',
  ],
  [
    /\b(?:mum(?:my)?|mom|mother|grandma|grandmother|nan(?:na)?|wife|girlfriend|sister|aunt(?:y|ie)?|her|wom[ae]n|lad(?:y|ies)|females?)s?\b/gi,
    'womens',
  ],
];

/** Turns a query for a gift into one for what its receiver likes, else for what suits them. Keeps any other query. */
export function giftMeant({ thing, purpose }: Split): Split {
  const without = (text: string) =>
    AUDIENCES.reduce((left, [words]) => left.replace(words, ' '), text.replace(/['’]s?\b/g, ''));
  const named = without(thing).replace(OCCASION, ' ').trim();
  if (!GIFT.test(named)) return { thing, purpose };
  const [, liked] = LIKES.exec(purpose) ?? [];
  if (liked) return { thing: liked, purpose: '' };
  const receiver = AUDIENCES.find(([words]) => `${thing} ${purpose}`.search(words) >= 0);
  return { thing: `${receiver?.[1] ?? 'any'} gift`, purpose: without(purpose) };
}
