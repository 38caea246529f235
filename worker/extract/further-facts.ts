import { readGtin } from './gtin.ts';

/** Words that stand before a GTIN wherever a page states one. */
const GTIN_MARKS = ['gtin', 'GTIN', 'barcode', 'Barcode', 'EAN', '"ean', '"upc', 'UPC'];
const RATING_MARKS = [
  'ratingValue',
  'aggregateRating',
  'averageRating',
  'AverageRating',
  'out of 5',
  ' von 5',
  ' sur 5',
];
const RATING_OF_FIVE = /\d[.,]\d ?\/ ?5(?!\d)/;
/** How far behind its word a GTIN may stand, in characters of markup or JSON. */
const BEHIND_CHARS = 120;
const MARK_LIMIT = 200;

/** True when a valid GTIN stands behind a word for one anywhere in the page. */
export function mayHoldGtin(body: string): boolean {
  let marks = 0;
  for (const mark of GTIN_MARKS) {
    for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
      marks += 1;
      const behind = body.slice(at + mark.length, at + mark.length + BEHIND_CHARS);
      if (marks > MARK_LIMIT || behind.match(/\d{8,14}/g)?.some((run) => readGtin(run)))
        return true;
    }
  }
  return false;
}

/** True when the page speaks of a rating in a notation that the sources read. */
export function mayHoldRating(body: string): boolean {
  return RATING_MARKS.some((mark) => body.includes(mark)) || RATING_OF_FIVE.test(body);
}
