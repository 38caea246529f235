import { IsolationLevel } from '@mikro-orm/core';
import { categoryBrands, categoryProducts } from '#db/queries/public-pages/products.ts';
import { categoryFigures, categoryShops } from '#db/queries/public-pages/shops.ts';
import { inTransaction } from '#db/queries/sql/in-transaction.ts';
import { categoryOfSlug } from '#domain/categories/category.ts';
import { dollarsOrNull } from '#domain/money.ts';
import { priceBands } from '#domain/prices/price-bands.ts';
import { categoryPath, OTHER_CATEGORY, retailerPath, slugOf } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { dropsOf, NO_SALES } from './drops.ts';
import { productLink, type ReadSales } from './links.ts';

/** A category's page. Amounts are dollars, null while no product is sold by two shops. */
export type PublicCategory = NonNullable<Awaited<ReturnType<typeof publicCategory>>>;

/** A shop of a category; `trustScore` is 0–10. */
export type CategoryShopLink = PublicCategory['shops'][number];

export const PRODUCTS_PER_PAGE = 40;
const MAX_SHOPS = 100;
const DROPS = 6;
const BRANDS = 16;

export interface CategoryPart {
  /** From 1. */
  page?: number;
  brand?: string | undefined;
}

/** One page of a category, or of a brand in it; null for unknown slugs and pages beyond the last. */
export async function publicCategory(
  services: ApiServices,
  readSales: ReadSales,
  slug: string,
  { page = 1, brand: brandSlug }: CategoryPart = {},
) {
  const name = categoryOfSlug(slug);
  if (name === null) return null;
  const category = name === OTHER_CATEGORY ? null : name;
  const sales = (await readSales()).get(category);
  return inTransaction(
    services.em(),
    async (em) => {
      const figures = await categoryFigures(em, category);
      const brands = brandsOf(await categoryBrands(em, category));
      const brand = brandSlug === undefined ? null : brands.find(({ slug }) => slug === brandSlug);
      if (brand === undefined) return null;
      const { products } = brand ?? figures;
      const pages = Math.max(1, Math.ceil(products / PRODUCTS_PER_PAGE));
      if (page > pages) return null;
      const slice = { limit: PRODUCTS_PER_PAGE, offset: (page - 1) * PRODUCTS_PER_PAGE };
      const shops = await categoryShops(em, category, MAX_SHOPS);
      const hasDrops = page === 1 && !brand;
      const drops = hasDrops
        ? await dropsOf({ ...services, em: () => em }, readSales, { category }, DROPS)
        : [];
      const listed = await categoryProducts(em, category, slice, brand?.written);
      return {
        name,
        path: categoryPath(name, page, brand?.name),
        page,
        pages,
        brand,
        brands: brands
          .slice(0, BRANDS)
          .map((one) => ({ ...one, path: categoryPath(name, 1, one.name) })),
        /** Products sold by at least two shops. */
        products: figures.products,
        known: figures.known,
        low: dollarsOrNull(figures.lowCents),
        middle: dollarsOrNull(figures.middleCents),
        high: dollarsOrNull(figures.highCents),
        /** The largest saving between shops on one product. */
        widest: dollarsOrNull(figures.widestCents),
        bands: priceBands(figures.prices),
        shops: shops.map(({ slug: shop, trustScore10, ...row }) => ({
          ...row,
          path: retailerPath(shop),
          trustScore: trustScore10,
        })),
        drops,
        /** Number of genuine drops; `drops` holds the largest. */
        dropCount: Math.max(drops.length, sales?.drops ?? 0),
        sales: sales ?? NO_SALES,
        listed: listed.map(productLink),
      };
    },
    // One snapshot, because the crawl continues between statements.
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}

/** Brands grouped by slug and named by the most common spelling. Numeric slugs are left out: they would be page numbers. */
function brandsOf(rows: readonly { brand: string; products: number }[]) {
  const bySlug = Map.groupBy(rows, ({ brand }) => slugOf(brand));
  return [...bySlug]
    .filter(([slug]) => slug !== '' && !/^\d+$/.test(slug))
    .map(([slug, same]) => ({
      slug,
      name: same[0]?.brand ?? '',
      written: same.map(({ brand }) => brand),
      products: same.reduce((sum, { products }) => sum + products, 0),
    }))
    .toSorted((a, b) => b.products - a.products);
}
