import { foldSpaces } from './fold-spaces.ts';
import { headOf } from './name-head.ts';
import { plainText } from './plain-text.ts';

/** Words that say nothing in a product search. */
const STOP_WORDS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'or', 'the', 'to', 'with']);

/** A quantity joined to its unit: '256gb', '65inch', '6pack'. */
const QUANTITY = /^(\d+)(\p{L}{1,4})$/u;

/**
 * The words by which an offer is found. A model number is kept whole, joined and in its parts
 * ('WH-1000XM5' → wh, 1000xm5, wh1000xm5), a quantity joined to its unit also apart ('256GB' → 256gb, 256, gb).
 */
export function searchWords(text: string): string[] {
  const words = new Set<string>();
  for (const chunk of plainText(text).split(/[^\p{L}\p{N}.\-/]+/u)) {
    const parts = chunk.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    for (const part of parts) {
      if (!STOP_WORDS.has(part)) words.add(part);
      const quantity = QUANTITY.exec(part);
      if (quantity?.[1] && quantity[2]) words.add(quantity[1]).add(quantity[2]);
    }
    if (parts.length > 1 && /\d/.test(chunk)) words.add(parts.join(''));
  }
  return [...words];
}

/** Stands before the word that says what a thing is, as the last of its search text; no query has such a word. */
export const HEAD_MARK = '=';

/** The text by which an offer is found: its words, its shelf's, and what it is ('=milk'). A word in name and shelf stands twice. */
export function searchText(
  name: string,
  called: readonly (string | null)[],
  shelf: readonly (string | null)[],
): string {
  const words = [[name, ...called], shelf].flatMap((texts) => searchWords(texts.join(' ')));
  const head = headOf(name);
  return [...words, ...(head === null ? [] : [HEAD_MARK + head])].join(' ');
}

/**
 * The words of a shopper's query, at most 12 of at most 40 characters; their order is kept. A quantity stands apart
 * from its unit, so that '65inch' finds '65 inch', but not from a single letter: '5s' and '5g' are names.
 */
export function queryWords(query: string): string[] {
  const parts = plainText(query)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const [, quantity, unit = ''] = QUANTITY.exec(word) ?? [];
      return quantity && unit.length > 1 ? [quantity, unit] : [word];
    })
    .filter((word) => word && !STOP_WORDS.has(word))
    .map((word) => firstOf(word, 40));
  return [...new Set(parts)].slice(0, 12);
}

/** How a query is counted and compared: trimmed, one space between words, lower case, at most 100 characters. */
export function normaliseQuery(query: string): string {
  return firstOf(foldSpaces(query.trim()).toLowerCase(), 100);
}

/** Longer queries are refused by the API. */
export const MAX_QUERY_LENGTH = 200;

/** Any text of an address or a form as the API takes it: without NUL, trimmed, cut where it is too long. */
export function cutQuery(text: string): string {
  return firstOf(text.replaceAll('\0', '').trim(), MAX_QUERY_LENGTH).trim();
}

/** At most so many characters, as JavaScript counts them; never half of an emoji, which is no text and no address. */
function firstOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
