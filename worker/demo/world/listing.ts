import { type Product, readCatalogue } from './read-catalogue.ts';
import { chance, reseed } from './seeded.ts';
import { DEMO_SHOPS, type DemoShop } from './shops.ts';

export interface Listing {
  shop: DemoShop;
  product: Product;
  /** The shop's own article number, unique in the shop. */
  sku: string;
  /** Seed of all random decisions about this product in this shop. */
  seed: number;
}

const LINE_KEPT = 21;
const VARIANT_KEPT = 22;

function sells(shop: DemoShop, product: Product): boolean {
  const { category } = product;
  const share = shop.range.get(category.slug) ?? shop.range.get(category.department) ?? 0;
  const family = chance(shop.seed, LINE_KEPT, product.familySeed);
  return family < share && chance(shop.seed ^ product.seed, VARIANT_KEPT) < 0.7;
}

function fillShelf(shop: DemoShop, products: readonly Product[]) {
  const bySku = new Map<string, Listing>();
  for (const product of products) {
    if (!sells(shop, product)) continue;
    const seed = reseed(shop.seed, product.seed);
    let number = 100_000 + (seed % 900_000);
    while (bySku.has(String(number))) number += 1;
    bySku.set(String(number), { shop, product, sku: String(number), seed });
  }
  const listings = [...bySku.values()];
  return {
    shop,
    listings,
    bySku,
    byProduct: new Map(listings.map((listing) => [listing.product.id, listing])),
    /** By the category's slug, in the order of the catalogue. */
    byCategory: Map.groupBy(listings, (listing) => listing.product.category.slug),
    /** The variants that this shop sells. */
    byFamily: Map.groupBy(listings, (listing) => listing.product.family),
  };
}

export type Shelf = ReturnType<typeof fillShelf>;

/** The shelves of these shops, by the shop's slug. */
export function shelvesOf(shops: readonly DemoShop[]): ReadonlyMap<string, Shelf> {
  const products = readCatalogue();
  return new Map(shops.map((shop) => [shop.slug, fillShelf(shop, products)]));
}

let demonstration: ReadonlyMap<string, Shelf> | null = null;

/** All shelves of the demonstration, read from the data files once. */
export function demoShelves(): ReadonlyMap<string, Shelf> {
  demonstration ??= shelvesOf(DEMO_SHOPS);
  return demonstration;
}

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

/** The shelf's listings that contain all query words as prefixes; 'shoes' also finds 'shoe'. */
export function searchShelf(shelf: Shelf, query: string): Listing[] {
  const stems = wordsOf(query).map(
    (word) => ` ${word.length > 3 ? word.replace(/e?s$/, '') : word}`,
  );
  if (stems.length === 0) return [];
  return shelf.listings.filter((listing) =>
    stems.every((stem) => searchText(listing).includes(stem)),
  );
}
