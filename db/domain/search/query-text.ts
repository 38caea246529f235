/* The text of a query. Browsers load this file, so it imports no vocabulary. */
import { foldSpaces } from '../text/fold-spaces.ts';

/** Normalises a query for counting and comparing: trimmed, single spaces, lower case, at most 100 characters. */
export function normaliseQuery(query: string): string {
  return firstOf(foldSpaces(query.trim()).toLowerCase(), 100);
}

/** The API refuses longer queries. */
export const MAX_QUERY_LENGTH = 200;

/** Makes any text a query that the API takes: without NUL, trimmed, cut to MAX_QUERY_LENGTH. */
export function cutQuery(text: string): string {
  return firstOf(text.replaceAll('\0', '').trim(), MAX_QUERY_LENGTH).trim();
}

/** Cuts a text to a length in UTF-16 units, never inside a surrogate pair. */
export function firstOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
