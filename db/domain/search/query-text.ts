/* The text of a query, without the vocabulary of search-words.ts: the pages of the site load this. */
import { foldSpaces } from '../text/fold-spaces.ts';

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
export function firstOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
