/*
 * Words that tell one variant of a product from another. variant-words.json holds the words for each name: colours with British and
 * American spelling, the names of shops and the other languages of marketplaces; editions, which name another product when only one
 * side has them; and for whom a thing is made.
 */
import words from './variant-words.json' with { type: 'json' };

function nameByWord(groups: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(groups).flatMap(([name, alike]) =>
      [name, ...alike.split(' ')].map((word) => [word, name] as const),
    ),
  );
}

const colours = nameByWord(words.colours);
const audiences = nameByWord(words.audiences);
const editions = new Set(words.editions.split(' '));

/** The colour a word names, in English ('noir' → 'black'), or null. */
export function colourOf(word: string): string | null {
  return colours.get(word) ?? null;
}

/** 'men', 'women' or 'kids', or null. */
export function audienceOf(word: string): string | null {
  return audiences.get(word) ?? null;
}

/** True for a word such as 'pro', 'upgrade' or 'refurbished', that makes another product of the same name. */
export function isEdition(word: string): boolean {
  return editions.has(word);
}
