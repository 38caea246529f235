import { productsNear } from '#db/queries/public-pages/products.ts';
import { PublicError } from '#domain/errors.ts';
import { isBuyable, isGone } from '#domain/offers/availability.ts';
import { productIdIn, productPath, retailerPath } from '#domain/public-path.ts';
import { findProduct } from '#site/api/answers/find-product.ts';
import { type PriceHistoryAnswer, toPriceHistory } from '#site/api/answers/price-history.ts';
import { type ProductDetail, toProductDetail } from '#site/api/answers/product-detail.ts';
import { productYear } from '#site/api/history/product-lines.ts';
import type { ApiServices } from '#site/api/services.ts';
import { categoryNamed, ownCategory, type ProductLink, productLink } from './links.ts';

/** A product's public page. */
export interface PublicProduct {
  detail: ProductDetail;
  /** Where the page is. */
  path: string;
  /** False while a single shop sells it: then there is nothing to compare, and search engines are not asked here. */
  isWorthAPage: boolean;
  category: { name: string; path: string };
  /** The last year's best price over all shops. */
  history: PriceHistoryAnswer;
  /** Of the same category at about the same price. */
  near: ProductLink[];
  /** By retailer's name. */
  retailerPaths: Record<string, string>;
  /** When the newest of its prices was read. */
  seenAt: string;
}

const NEAR = 5;

/** The page of the product whose id the last part of its address holds; null when no shop lists it. */
export async function publicProduct(
  services: ApiServices,
  segment: string,
): Promise<PublicProduct | null> {
  const id = productIdIn(segment);
  const known = id && (await findProduct(services, id).catch(unlessMissing));
  if (!id || !known) return null;
  const { found, best } = known;
  const { siteUrl } = services.config;
  const nowMs = Date.now();
  const category = ownCategory(best.category);
  const [year, near, retailers] = await Promise.all([
    productYear(services, id, nowMs),
    productsNear(services.em(), { id, category, priceCents: best.priceCents }, NEAR),
    services.freshness(),
  ]);
  const seenMs = found.offers.map((offer) => Date.parse(offer.lastSeenAt));
  return {
    detail: toProductDetail(found, best, siteUrl),
    path: productPath(id, found.product.name),
    isWorthAPage: isWorthAPage(found.offers),
    category: categoryNamed(category),
    history: toPriceHistory({ id, best }, year, '1y', nowMs),
    near: near.map((row) => productLink(row, siteUrl)),
    retailerPaths: Object.fromEntries(
      retailers.map(({ name, slug }) => [name, retailerPath(slug)]),
    ),
    seenAt: new Date(Math.max(...seenMs)).toISOString(),
  };
}

/** The same rule as WORTH_A_PAGE of db/queries/public-pages/products.ts, over offers that are read already. */
function isWorthAPage(offers: Awaited<ReturnType<typeof findProduct>>['found']['offers']): boolean {
  const buyable = offers.filter((offer) => isBuyable(offer.availability));
  const counted = buyable.length > 0 ? buyable : offers;
  const shops = new Set(counted.map((offer) => offer.retailerName));
  return shops.size >= 2 && offers.some((offer) => !isGone(offer.availability));
}

function unlessMissing(error: unknown): null {
  if (error instanceof PublicError && error.status === 404) return null;
  throw error;
}
