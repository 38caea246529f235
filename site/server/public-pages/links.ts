/* What several public pages show: links to products and categories, and figures that may be missing. */
import { type ListedProduct, listedCategories } from '#db/queries/public-pages/products.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { categoryPath, OTHER_CATEGORY, productPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';

/** A category with something to compare; `low` is its cheapest price in dollars, `drops` counts its genuine ones. */
export type CategoryLink = Awaited<ReturnType<typeof categoryLinks>>[number];

/** A product in a list. `low` and `high` are dollars; `score` is 0–100, null before the product is scored. */
export type ProductLink = ReturnType<typeof productLink>;

export type DropCounts = () => Promise<ReadonlyMap<string | null, number>>;

/** All categories with products that two shops or more sell, the largest first. Reads every offer. */
export async function categoryLinks(services: ApiServices, dropCounts: DropCounts) {
  const [rows, drops] = await Promise.all([listedCategories(services.em()), dropCounts()]);
  return rows.map(({ category, products, lowCents, changedAt }) => ({
    ...categoryNamed(category),
    products,
    drops: drops.get(category) ?? 0,
    low: dollars(lowCents),
    changedAt: new Date(changedAt).toISOString(),
  }));
}

/** A category's name and address; null stands for products without one. */
export function categoryNamed(category: string | null): { name: string; path: string } {
  const name = category ?? OTHER_CATEGORY;
  return { name, path: categoryPath(name) };
}

/** A row as lists show it. */
export function productLink({ lowCents, highCents, ...row }: ListedProduct) {
  const { id, name, brand, shops, score } = row;
  return {
    id,
    name,
    brand,
    path: productPath(id, name),
    imageUrl: pictureUrl(row),
    shops,
    low: dollars(lowCents),
    high: dollars(highCents),
    score,
  };
}

/** The ISO form of a time that may be missing. */
export function isoOrNull(time: Date | string | null): string | null {
  return time && new Date(time).toISOString();
}
