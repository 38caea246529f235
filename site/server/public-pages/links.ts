/* Parts that several public pages share: links to products and categories. */
import type { CategorySales } from '#db/queries/products/price-drops.ts';
import { type ListedProduct, listedCategories } from '#db/queries/public-pages/products.ts';
import { dollars } from '#domain/money.ts';
import { pictureUrl } from '#domain/picture-url.ts';
import { categoryPath, OTHER_CATEGORY, productPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';

/** A category with comparable products; `low` is its lowest price in dollars, `drops` the number of genuine drops. */
export type CategoryLink = Awaited<ReturnType<typeof categoryLinks>>[number];

/** A product in a list. `low` and `high` are dollars; `score` is 0–100, null until scored. */
export type ProductLink = ReturnType<typeof productLink>;

/** Reads the sales of each category; null is the category Other. */
export type ReadSales = () => Promise<ReadonlyMap<string | null, CategorySales>>;

/** Categories with products sold by at least two shops, largest first. Reads every offer. */
export async function categoryLinks(services: ApiServices, readSales: ReadSales) {
  const [rows, sales] = await Promise.all([listedCategories(services.em()), readSales()]);
  return rows.map(({ category, products, lowCents, changedAt }) => ({
    ...categoryNamed(category),
    products,
    drops: sales.get(category)?.drops ?? 0,
    low: dollars(lowCents),
    changedAt: new Date(changedAt).toISOString(),
  }));
}

/** A category's name and path; null is the category Other. */
export function categoryNamed(category: string | null): { name: string; path: string } {
  const name = category ?? OTHER_CATEGORY;
  return { name, path: categoryPath(name) };
}

export function productLink({ lowCents, highCents, ...row }: ListedProduct) {
  return {
    ...row,
    path: productPath(row.id, row.name),
    imageUrl: pictureUrl(row),
    low: dollars(lowCents),
    high: dollars(highCents),
  };
}

export function isoOrNull(time: Date | string | null): string | null {
  return time && new Date(time).toISOString();
}
