import { retailerProducts } from '#db/queries/public-pages/products.ts';
import { retailerCategories, retailerStanding } from '#db/queries/public-pages/retailer.ts';
import { findRetailer } from '#db/queries/retailers/retailers.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { retailerPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/services.ts';
import { type Drop, dropsOf } from './drops.ts';
import { categoryNamed, type ProductLink, productLink } from './links.ts';
import { type StatusRow, statusRows } from './status.ts';

/** A retailer's page. */
export interface PublicRetailer {
  name: string;
  path: string;
  kind: string;
  region: string;
  website: string;
  description: string;
  isDemo: boolean;
  /** 0–10, and what it rests on. */
  trustScore: number;
  trustBasis: string;
  /** How fresh its prices are. */
  status: StatusRow;
  categories: { name: string; path: string; products: number }[];
  /** Products that it and another shop can sell now; of those it is the cheapest for some. */
  compared: number;
  cheapest: number;
  /** Percent that the middle one of its prices lies above the lowest elsewhere. */
  middlePercentAbove: number | null;
  drops: Drop[];
  listed: ProductLink[];
}

const PRODUCTS = 10;
const DROPS = 6;

/** The page of an enabled retailer; null for any other word. */
export async function publicRetailer(
  services: ApiServices,
  slug: string,
): Promise<PublicRetailer | null> {
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
    trustScore: trustScore10,
    trustBasis,
    status,
    categories: categories.map(({ category, products }) => ({
      ...categoryNamed(category),
      products,
    })),
    ...standing,
    drops,
    listed: listed.map((row) => productLink(row, siteUrl)),
  };
}
