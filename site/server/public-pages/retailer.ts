import { retailerProducts } from '#db/queries/public-pages/products.ts';
import { retailerCategories, retailerStanding } from '#db/queries/public-pages/shops.ts';
import { retailerDays } from '#db/queries/public-pages/status.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { retailerPath } from '#domain/public-path.ts';
import { deliveryCost } from '#domain/retailers/facts-text.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { toDelivery, toPromise } from '#site/api/responses/retailer-facts.ts';
import { dropsOf } from './drops.ts';
import { categoryNamed, isoOrNull, productLink, type ReadSales } from './links.ts';

export type PublicRetailer = NonNullable<Awaited<ReturnType<typeof publicRetailer>>>;

const PRODUCTS = 10;
const DROPS = 6;

/** The page of an enabled retailer; null for any other slug. */
export async function publicRetailer(services: ApiServices, readSales: ReadSales, slug: string) {
  const retailer = await findRetailer(services.em(), { slug });
  if (retailer?.status !== 'enabled') return null;
  const { id } = retailer;
  const { siteUrl } = services.config;
  const [categories, standing, drops, listed, all] = await Promise.all([
    retailerCategories(services.em(), id),
    retailerStanding(services.em(), id),
    dropsOf(services, readSales, { retailerId: id }, DROPS),
    retailerProducts(services.em(), id, PRODUCTS),
    statusRows(services),
  ]);
  const status = all.find((row) => row.slug === slug);
  if (!status) return null;
  const { name, category: kind, region, description, trustScore10, trustBasis } = retailer;
  return {
    name,
    path: retailerPath(slug),
    kind,
    region,
    website: publicDemoUrl(retailer.website, siteUrl),
    description,
    isDemo: retailer.kind === 'demo',
    /** 0–10. */
    trustScore: trustScore10,
    trustBasis,
    delivery: toDelivery(retailer.delivery ?? null, siteUrl),
    promise: toPromise(retailer.priceMatch ?? null, siteUrl),
    status,
    categories: categories.map(({ category, products }) => ({
      ...categoryNamed(category),
      products,
    })),
    ...standing,
    drops,
    listed: listed.map(productLink),
  };
}

/** Status of one retailer: age of its prices, and results of its runs in the last 24 hours. */
export type StatusRow = Awaited<ReturnType<typeof statusRows>>[number];

/** The status of every enabled retailer, sorted by name. */
export async function statusRows(services: ApiServices) {
  const [freshness, days] = await Promise.all([services.freshness(), retailerDays(services.em())]);
  const dayOf = new Map(days.map((day) => [day.slug, day]));
  return freshness.flatMap((row) => {
    const found = dayOf.get(row.slug);
    if (!found) return [];
    const { slug, held, ...day } = found;
    const { name, category, description, kind, trustScore10, offers } = row;
    const { delivery, pagesRead, pagesRefused } = row;
    return {
      slug,
      name,
      path: retailerPath(slug),
      category,
      description,
      /** '$9.95, free from $99.00'; null if not known. */
      delivery: delivery && deliveryCost(delivery),
      isDemo: kind === 'demo',
      /** 0–10. */
      trustScore: trustScore10,
      offers,
      lastSuccessAt: isoOrNull(row.lastSuccessAt),
      medianAgeMinutes: row.medianAgeMinutes,
      /** Number of pages by the outcome of their last attempt. */
      pagesRead,
      pagesRefused,
      /** Results of the runs in the last 24 hours. */
      day,
      /** Start of the quarantine that holds all new prices; null without one. */
      heldSince: isoOrNull(row.heldSince),
      /** Number of pages and prices held until they are checked. */
      held,
    };
  });
}
