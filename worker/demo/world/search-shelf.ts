import type { Listing, Shelf } from './listing.ts';

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const texts = new WeakMap<Listing, string>();

function searchText(listing: Listing): string {
  const known = texts.get(listing);
  if (known !== undefined) return known;
  const { product, sku } = listing;
  const text = ` ${wordsOf([product.brand, product.line, product.noun, product.mpn, product.category.name, ...Object.values(product.options), sku].join(' ')).join(' ')}`;
  texts.set(listing, text);
  return text;
}

/** The shelf's listings with all words of the query, each at the start of a word; 'shoes' finds 'shoe' too. */
export function searchShelf(shelf: Shelf, query: string): Listing[] {
  const stems = wordsOf(query).map(
    (word) => ` ${word.length > 3 ? word.replace(/e?s$/, '') : word}`,
  );
  if (stems.length === 0) return [];
  return shelf.listings.filter((listing) =>
    stems.every((stem) => searchText(listing).includes(stem)),
  );
}
