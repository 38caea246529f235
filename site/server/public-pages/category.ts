import { categoryProducts, listedCategories } from '#db/queries/public-pages/products.ts';
import { categoryFigures, categoryShops } from '#db/queries/public-pages/shops.ts';
import { dollars } from '#domain/money.ts';
import { type PriceBand, priceBands } from '#domain/prices/price-bands.ts';
import { categoryOfSlug, categoryPath, OTHER_CATEGORY, retailerPath } from '#domain/public-path.ts';
import { memoized } from '#site/api/memoized.ts';
import type { ApiServices } from '#site/api/services.ts';
import { type Drop, dropsOf } from './drops.ts';
import {
  type CategoryLink,
  categoryNamed,
  dollarsOrNull,
  type ProductLink,
  productLink,
} from './links.ts';

/** A category's page. Dollars; figures are null while no two shops sell the same thing. */
export interface PublicCategory {
  name: string;
  path: string;
  page: number;
  pages: number;
  /** Products that two shops or more sell, and all. */
  products: number;
  known: number;
  low: number | null;
  middle: number | null;
  high: number | null;
  /** The most that the choice of the shop saves on one product. */
  widest: number | null;
  bands: PriceBand[];
  seenAt: string | null;
  shops: CategoryShopLink[];
  drops: Drop[];
  listed: ProductLink[];
}

/** A shop of a category, and where its page is. */
export interface CategoryShopLink {
  name: string;
  path: string;
  /** 0–10. */
  trustScore: number;
  products: number;
  compared: number;
  cheapest: number;
}

/** Products a page of a category. */
export const PRODUCTS_A_PAGE = 40;
const MAX_SHOPS = 100;
const DROPS = 6;
/** The list of all categories reads every offer. */
const CATEGORIES_FOR_MS = 30_000;

/** All categories with something to compare, at most half a minute old. */
export function createCategoryLinks(services: ApiServices): () => Promise<CategoryLink[]> {
  return memoized(CATEGORIES_FOR_MS, async () => {
    const rows = await listedCategories(services.em());
    return rows.map(({ category, products, lowCents, changedAt }) => ({
      ...categoryNamed(category),
      products,
      low: dollars(lowCents),
      changedAt: new Date(changedAt).toISOString(),
    }));
  });
}

/** One page of a category; null for a word that is no category of ours, and for a page beyond the last. */
export async function publicCategory(
  services: ApiServices,
  slug: string,
  page: number,
): Promise<PublicCategory | null> {
  const name = categoryOfSlug(slug);
  if (name === null) return null;
  const category = name === OTHER_CATEGORY ? null : name;
  const em = services.em();
  const figures = await categoryFigures(em, category);
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
    products: figures.products,
    known: figures.known,
    low: dollarsOrNull(figures.lowCents),
    middle: dollarsOrNull(figures.middleCents),
    high: dollarsOrNull(figures.highCents),
    widest: dollarsOrNull(figures.widestCents),
    bands: priceBands(figures.prices),
    seenAt: figures.seenAt && new Date(figures.seenAt).toISOString(),
    shops: shops.map(({ slug: shop, trustScore10, ...row }) => ({
      ...row,
      path: retailerPath(shop),
      trustScore: trustScore10,
    })),
    drops,
    listed: listed.map((row) => productLink(row, services.config.siteUrl)),
  };
}
