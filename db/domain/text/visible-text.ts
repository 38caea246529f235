import { foldSpaces } from './fold-spaces.ts';

/** Controls that are no white space, and the zero-width space, which separates words. */
const SEPARATING = /(?!\s)\p{Cc}|\u200b/gu;
/** Format characters (bidi, zero width, tags) and others that print nothing (Unicode TR 44, Default_Ignorable_Code_Point). */
const UNSEEN = /[\p{Cf}\p{DI}]/gu;

/** The text without characters that readers do not see but that can hide or reorder its words (UTS 39 §5); keeps line breaks. */
export function withoutUnseen(text: string): string {
  return text.toWellFormed().replace(SEPARATING, ' ').replace(UNSEEN, '');
}

/** The text as one line: only visible characters, white space folded and trimmed. */
export function visibleText(text: string): string {
  return foldSpaces(withoutUnseen(text)).trim();
}
