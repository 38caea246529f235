import { categoryProducts } from '#db/queries/public-pages/products.ts';
import { categoryFigures, categoryShops } from '#db/queries/public-pages/shops.ts';
import { categoryOfSlug } from '#domain/category.ts';
import { dollarsOrNull } from '#domain/money.ts';
import { priceBands } from '#domain/prices/price-bands.ts';
import { categoryPath, OTHER_CATEGORY, retailerPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { dropsOf } from './drops.ts';
import { isoOrNull, productLink } from './links.ts';

/** A category's page. Amounts are dollars; they are null while no two shops sell the same product. */
export type PublicCategory = NonNullable<Awaited<ReturnType<typeof publicCategory>>>;

/** A shop of a category; `trustScore` is 0–10, the other figures are those of CategoryShop. */
export type CategoryShopLink = PublicCategory['shops'][number];

/** Products on one page of a category. */
export const PRODUCTS_A_PAGE = 40;
const MAX_SHOPS = 100;
const DROPS = 6;

/** One page of a category; null for a word that is no category of ours, and for a page beyond the last. */
export async function publicCategory(services: ApiServices, slug: string, page: number) {
  const name = categoryOfSlug(slug);
  if (name === null) return null;
  const category = name === OTHER_CATEGORY ? null : name;
  const figures = await categoryFigures(services.em(), category);
  const pages = Math.max(1, Math.ceil(figures.products / PRODUCTS_A_PAGE));
  if (page > pages) return null;
  const offset = (page - 1) * PRODUCTS_A_PAGE;
  const [shops, drops, listed] = await Promise.all([
    categoryShops(services.em(), category, MAX_SHOPS),
    page === 1 ? dropsOf(services, { category }, DROPS) : [],
    categoryProducts(services.em(), category, { limit: PRODUCTS_A_PAGE, offset }),
  ]);
  return {
    name,
    path: categoryPath(name, page),
    page,
    pages,
    /** Products that two shops or more sell. */
    products: figures.products,
    /** All its products. */
    known: figures.known,
    low: dollarsOrNull(figures.lowCents),
    middle: dollarsOrNull(figures.middleCents),
    high: dollarsOrNull(figures.highCents),
    /** The most that the choice of the shop saves on one product. */
    widest: dollarsOrNull(figures.widestCents),
    bands: priceBands(figures.prices),
    seenAt: isoOrNull(figures.seenAt),
    shops: shops.map(({ slug: shop, trustScore10, ...row }) => ({
      ...row,
      path: retailerPath(shop),
      trustScore: trustScore10,
    })),
    drops,
    listed: listed.map(productLink),
  };
}
