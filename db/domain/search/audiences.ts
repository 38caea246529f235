/* Words of queries and product names that state who uses the goods: children, men, women, a wedding party. */

const BABIES = 'bab(?:y|ie)|newborn|infant';
const KIDS = 'kid|child(?:ren)?|boy|girl';
const MEN = 'm[ae]n|male';
const WOMEN = 'wom[ae]n|lad(?:y|ie)|female';
const WEDDING = 'bride(?:smaid)?|groom(?:sm[ae]n)?';

/** Matches any of the words, also with 's'. */
const anyOf = (words: string, flags = 'i') => new RegExp(String.raw`\b(?:${words})s?\b`, flags);

/** Words that name children in queries and product names. */
export const CHILDREN = anyOf(`${KIDS}|junior|toddler|${BABIES}|school`);
/** Matches names of goods for children outside a baby's category, where "Baby" is a model: 'Weber Baby Q'. */
export const OF_CHILDREN = anyOf(`${KIDS}|junior|toddler`);
const FOR_MEN = anyOf(`${MEN}|boy`);
const FOR_WOMEN = anyOf(`${WOMEN}|girl`);

const BOYS = anyOf('boy|son|grandson|nephew');
const GIRLS = anyOf('girl|daughter|granddaughter|niece');

const AUDIENCES = [CHILDREN, FOR_MEN, FOR_WOMEN, anyOf(WEDDING)];

/** Whether a text names children, men, women, or who wears clothes for a wedding. */
export const namesAudience = (text: string): boolean => AUDIENCES.some((each) => each.test(text));

/** Toys that few parents of a boy look for. */
const DOLLS = ['doll', 'dolls', 'dollhouse', 'princess'];

/**
 * Words in names of goods for audiences that a query does not name: for children where it names none, dolls where it names boys alone, for
 * men where it names women alone, and the reverse.
 */
export function wordsForOthers(query: string): string[] {
  const dolls = BOYS.test(query) && !GIRLS.test(query) ? DOLLS : [];
  const children = CHILDREN.test(query) ? dolls : ['child', 'children', 'kid', 'junior', 'toddler'];
  const hasMen = FOR_MEN.test(query);
  if (hasMen === FOR_WOMEN.test(query)) return children;
  return [...children, ...(hasMen ? ['women', 'womens'] : ['men', 'mens'])];
}

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
