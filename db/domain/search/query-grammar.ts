/*
 * What the grammar of a query says, before its words are looked up. What stands before the first 'for', 'with' or 'that' is the thing
 * asked for; what follows says for whom or what it is. A substance that is not wanted is one term, however it is written: 'without
 * sugar', 'no added sugar' and 'zero sugar' are 'sugar free', in queries as in names.
 */

/** Words that say nothing in a product search. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and by for in of on or the to with'.split(' '),
);

const SUBSTANCES =
  'sugar|lactose|dairy|gluten|wheat|grain|nut|egg|soy|meat|alcohol|caffeine|fragrance|perfume|soap|sulphate|sulfate|paraben|phosphate|salt|msg|bpa|acid|aluminium|bleach|chemical|yeast|palm oil';
const FREE_OF = new RegExp(
  String.raw`\b(?:(?:with)?out(?: any)?|no|zero|free (?:of|from))[\s-](?:added[\s-])?(${SUBSTANCES})s?\b|\b(${SUBSTANCES})[\s-]?(?:free|less)\b|\bnon[\s-]?(alcohol|dairy)(?:ic)?\b`,
  'gi',
);

/** The text with each unwanted substance as 'sugar free'. */
export function freeOf(text: string): string {
  return text.replace(
    FREE_OF,
    (_, unwanted?: string, named?: string, non?: string) =>
      `${(unwanted ?? named ?? non ?? '').toLowerCase()} free`,
  );
}

/** The substances that a text says are not in a thing: 'sugar free'. */
export function unwantedIn(text: string): string {
  return [...text.matchAll(FREE_OF)].map(([found]) => freeOf(found)).join(' ');
}

/** The text without the substances that it says are not in a thing: 'Cola Zero Sugar' is a cola. */
export const withoutUnwanted = (text: string): string => text.replace(FREE_OF, ' ');

const ASIDE =
  /\s(?:for|with|w\/|from|that|which|who|(?:to )?suits?|suitable for|compatible with|made (?:of|from|in)|using)\s/i;
/** Nothing that is named after these is wanted. */
const NEGATED = /\s(?:without|not|no|except|excluding)\s.*$/i;
/** An age says that it is for a child. */
const AGE =
  /\b(?:\d{1,2}\s?(?:-|to)\s?)?\d{1,2}[\s-]?(?:years?|yrs?|months?|mths?|weeks?)[\s-]?olds?\b|\b\d{1,2}\s?(?:-|to)\s?\d{1,2}\s?(?:years|yrs|months|mths)\b|\b\d{1,2}\s?yo\b/gi;

/** Drinks are aged, too: '12 year old scotch'. */
const AGED = /\b(?:whiske?y|scotch|malt|bourbon|rum|tawny|port|brandy|cognac|tequila)\b/i;

/** Whom an age names: nobody from 18 years on. */
function childOf(age: string): string {
  const years = /[mw]/i.test(age) ? 0 : Number(/\d+/.exec(age));
  return years < 4 ? 'toddler' : years < 18 ? 'kids' : ' ';
}

const SCHOOL_YEAR = /\b(?:year|grade) (?:\d|1[0-2])\b/gi;
/** For how many it is: no number of a model. */
const HOUSEHOLD =
  /\b(?:family|household) of (?:\d|two|three|four|five|six|seven|eight)\b|\bfor (?:\d|one|two|three|four|five|six|seven|eight) (?:people|persons?|adults|kids|players?)\b/gi;

/** A tent is measured by them. */
const SLEEPERS = /^(.*\b(?:tents?|swags?)) for (\d) (?:people|persons?)\b/i;

/** The thing asked for, and for whom or what it is. */
export interface Split {
  thing: string;
  aside: string;
}

/** 'for a sore throat' names what it is for alone. */
const LEADING = /^\s*(?:(?:for|with|to|is|are|a|an|the)\s+)+/i;

/** A query in two. */
export function splitAside(query: string): Split {
  const text = freeOf(query)
    .replace(NEGATED, '')
    .replace(AGE, (age) => (AGED.test(query) ? age : childOf(age)))
    .replace(SCHOOL_YEAR, 'school')
    .replace(SLEEPERS, '$2 person $1')
    .replace(HOUSEHOLD, ' ')
    .replace(LEADING, '');
  const [, thing = '', aside = ''] =
    new RegExp(`^(.*?\\S)(?:${ASIDE.source}(.*))?$`, 'is').exec(text) ?? [];
  return { thing: thing || text, aside };
}

/**
 * 'shampoo for dogs' as 'dogs shampoo', where that is known as one thing, and 'tablets for hay fever' as 'hay fever tablets': what it is for
 * then says what it is.
 */
export function turned(
  split: Split,
  isKnownAsOne: (whatFor: string, thing: string) => boolean,
): Split {
  const { thing: whatFor, aside: rest } = splitAside(split.aside);
  if (!whatFor || !isKnownAsOne(whatFor, split.thing)) return split;
  return { thing: `${whatFor} ${split.thing}`, aside: rest };
}
