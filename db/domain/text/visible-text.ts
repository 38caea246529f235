import { foldSpaces } from './fold-spaces.ts';

/** Controls that are no white space, and the zero-width space, which separates words. */
const SEPARATING = /(?!\s)\p{Cc}|\u200b/gu;
/** Format characters (bidi, zero width, tags) and others that print nothing (Unicode TR 44, Default_Ignorable_Code_Point). */
const UNSEEN = /[\p{Cf}\p{DI}]/gu;

/** Anything else may be invisible: the usual text needs this one search. */
const BEYOND_VISIBLE =
  /[^\n\x20-\x7e\u00a0-\u00ac\u00ae-\u034e\u2010-\u2027\u2030-\u205e\u20a0-\u27ff]/;

/** The text without characters that readers do not see but that can hide or reorder its words (UTS 39 §5); keeps line breaks. */
export function withoutUnseen(text: string): string {
  if (!BEYOND_VISIBLE.test(text)) return text;
  return text.toWellFormed().replace(SEPARATING, ' ').replace(UNSEEN, '');
}

/** The text as one line: only visible characters, white space folded and trimmed. */
export function visibleText(text: string): string {
  return foldSpaces(withoutUnseen(text)).trim();
}
