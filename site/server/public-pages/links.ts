import type { ListedProduct } from '#db/queries/public-pages/products.ts';
import { CATEGORIES } from '#domain/category.ts';
import { type Cents, dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { categoryPath, OTHER_CATEGORY, productPath } from '#domain/public-path.ts';

/** A category and where its page is. */
export interface CategoryLink {
  name: string;
  path: string;
  /** Products that two shops or more sell. */
  products: number;
  /** Dollars: the cheapest of them. */
  low: number;
  changedAt: string;
}

/** A product in a list, and where its page is. Dollars. */
export interface ProductLink {
  id: string;
  name: string;
  brand: string | null;
  path: string;
  imageUrl: string;
  shops: number;
  low: number;
  high: number;
  /** 0–100; null before it is scored. */
  score: number | null;
}

/** A category's name and address; null stands for products without one. */
export function categoryNamed(category: string | null): { name: string; path: string } {
  const name = category ?? OTHER_CATEGORY;
  return { name, path: categoryPath(name) };
}

/** One of our categories as it is; null for a shop's own word, which has no page. */
export function ownCategory(word: string | null): string | null {
  return word !== null && CATEGORIES.includes(word) ? word : null;
}

/** A row as lists show it. */
export function productLink(row: ListedProduct, siteUrl: string): ProductLink {
  const { id, name, brand, shops, lowCents, highCents, score } = row;
  return {
    id,
    name,
    brand,
    path: productPath(id, name),
    imageUrl: pictureUrl(row, siteUrl),
    shops,
    low: dollars(lowCents),
    high: dollars(highCents),
    score,
  };
}

/** Dollars of a figure that may be missing. */
export function dollarsOrNull(cents: Cents | null): number | null {
  return cents === null ? null : dollars(cents);
}
