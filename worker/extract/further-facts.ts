import { readGtin } from './gtin.ts';

/** Words that stand before a GTIN wherever a page states one. One pattern: to search for each takes three times as long. */
const GTIN_MARK = /gtin|GTIN|[bB]arcode|EAN|"ean|"upc|UPC/g;
const RATING_MARK = /ratingValue|aggregateRating|[aA]verageRating|out of 5| von 5| sur 5/;
const RATING_OF_FIVE = /\d[.,]\d ?\/ ?5(?!\d)/;
/** How far behind its word a GTIN may stand, in characters of markup or JSON. */
const BEHIND_CHARS = 120;
const MARK_LIMIT = 200;

/** True when a valid GTIN stands behind a word for one anywhere in the page. */
export function mayHoldGtin(body: string): boolean {
  GTIN_MARK.lastIndex = 0;
  for (let marks = 0; GTIN_MARK.test(body); marks += 1) {
    const behind = body.slice(GTIN_MARK.lastIndex, GTIN_MARK.lastIndex + BEHIND_CHARS);
    if (marks >= MARK_LIMIT || behind.match(/\d{8,14}/g)?.some((run) => readGtin(run))) return true;
  }
  return false;
}

/** True when the page speaks of a rating in a notation that the sources read. */
export function mayHoldRating(body: string): boolean {
  return RATING_MARK.test(body) || RATING_OF_FIVE.test(body);
}
