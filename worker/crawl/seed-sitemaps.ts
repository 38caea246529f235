import type { EntityManager } from '@mikro-orm/postgresql';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { FetchRefused } from '#domain/errors.ts';
import type { Fetcher } from '../fetch/http.ts';
import { robotsFor } from '../fetch/robots.ts';

/**
 * Where a retailer's sitemaps lie: as its profile says, else as its robots.txt says. Empty when neither does;
 * /sitemap.xml is then tried.
 */
export async function seedSitemaps(
  em: EntityManager,
  fetcher: Fetcher,
  retailer: RetailerRow,
  signal: AbortSignal,
): Promise<string[]> {
  const { sitemap, sitemapUrls = [] } = retailer.discovery;
  if (!sitemap || sitemapUrls.length > 0) return sitemapUrls;
  const { origin } = new URL(retailer.website);
  try {
    const robots = await robotsFor(em, fetcher, origin, { paceMs: retailer.paceMs, signal });
    return robots.sitemaps;
  } catch (error) {
    // The host rests: its known pages will say so too, and the next job asks again.
    if (error instanceof FetchRefused) return [];
    throw error;
  }
}
