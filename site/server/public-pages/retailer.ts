import { retailerProducts } from '#db/queries/public-pages/products.ts';
import { retailerCategories, retailerStanding } from '#db/queries/public-pages/shops.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { retailerPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { dropsOf } from './drops.ts';
import { categoryNamed, productLink } from './links.ts';
import { statusRows } from './status.ts';

export type PublicRetailer = NonNullable<Awaited<ReturnType<typeof publicRetailer>>>;

const PRODUCTS = 10;
const DROPS = 6;

/** The page of an enabled retailer; null for any other word. */
export async function publicRetailer(services: ApiServices, slug: string) {
  const retailer = await findRetailer(services.em(), { slug });
  if (retailer?.status !== 'enabled') return null;
  const { id } = retailer;
  const { siteUrl } = services.config;
  const [categories, standing, drops, listed, all] = await Promise.all([
    retailerCategories(services.em(), id),
    retailerStanding(services.em(), id),
    dropsOf(services, { retailerId: id }, DROPS),
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
