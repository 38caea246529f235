/* Words of queries and product names that state who uses the goods: children, men, women, a wedding party. */

const BABIES = 'bab(?:y|ie)|newborn|infant';
const KIDS = 'kid|child(?:ren)?|boy|girl';
const YOUNG_PETS = 'pupp(?:y|ie)|kitten';
const MEN = 'm[ae]n|male';
const WOMEN = 'wom[ae]n|lad(?:y|ie)|female';
const WEDDING = 'bride(?:smaid)?|groom(?:sm[ae]n)?';

/** Matches any of the words, also with 's'. */
const anyOf = (words: string, flags = 'i') => new RegExp(String.raw`\b(?:${words})s?\b`, flags);

/** Words that name children in queries and product names. */
export const CHILDREN = anyOf(`${KIDS}|junior|toddler|${BABIES}|school`);
/** Matches names of goods for children or young pets outside a baby's category, where "Baby" is a model: 'Weber Baby Q'. */
export const OF_YOUNG = anyOf(`${KIDS}|junior|toddler|${YOUNG_PETS}`);
const FOR_MEN = anyOf(`${MEN}|boy`);
const FOR_WOMEN = anyOf(`${WOMEN}|girl`);

const AUDIENCES = [CHILDREN, FOR_MEN, FOR_WOMEN, anyOf(WEDDING)];

/** Whether a text names children, men, women, or who wears clothes for a wedding. */
export const namesAudience = (text: string): boolean => AUDIENCES.some((each) => each.test(text));

/** Receivers of gifts. The first match counts, as a word for a child says more than one for a man or a woman. */
export const RECEIVERS: readonly (readonly [RegExp, string])[] = [
  [anyOf('dog|pupp(?:y|ie)', 'gi'), 'dog'],
  [anyOf('cat|kitten', 'gi'), 'cat'],
  [anyOf(BABIES, 'gi'), 'baby'],
  [anyOf('toddler', 'gi'), 'toddler'],
  [anyOf('gamer', 'gi'), 'gamer'],
  [anyOf('teen(?:age|ager)?', 'gi'), 'teen'],
  [anyOf(`${KIDS}|son|daughter|niece|nephew|grand(?:son|daughter|child|kid)`, 'gi'), 'kids'],
  [
    anyOf(
      `dad(?:dy)?|father|grandpa|grandad|grandfather|pop|husband|boyfriend|brother|uncle|him|bloke|guy|${MEN}`,
      'gi',
    ),
    'mens',
  ],
  [
    anyOf(
      `mum(?:my)?|mom|mother|grandma|grandmother|nan(?:na)?|wife|girlfriend|sister|aunt(?:y|ie)?|her|${WOMEN}`,
      'gi',
    ),
    'womens',
  ],
];
