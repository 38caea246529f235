import { type RetailerDay, retailerDays } from '#db/queries/public-pages/status.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { retailerPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/services.ts';

/** How the reading of one retailer goes: its prices' age, and what its runs of the last day did. */
export interface StatusRow {
  slug: string;
  name: string;
  path: string;
  category: string;
  website: string;
  isDemo: boolean;
  /** 0–10. */
  trustScore: number;
  offers: number;
  lastSuccessAt: string | null;
  medianAgeMinutes: number | null;
  /** Pages as they stand: read well or not at the last attempt. */
  pagesRead: number;
  pagesRefused: number;
  /** From the runs of the last 24 hours. */
  day: Omit<RetailerDay, 'slug' | 'held'>;
  /** Since when new prices are held back as a whole; null while they are shown as they come. */
  heldSince: string | null;
  /** Pages and single prices that are held back until they are checked. */
  held: number;
}

const QUIET_DAY: RetailerDay = {
  slug: '',
  runs: 0,
  pagesDone: 0,
  pricesChanged: 0,
  refusals: [],
  lastRunAt: null,
  lastRunStatus: null,
  held: 0,
};

/** Every enabled retailer, by name. */
export async function statusRows(services: ApiServices): Promise<StatusRow[]> {
  const [freshness, days] = await Promise.all([services.freshness(), retailerDays(services.em())]);
  const dayOf = new Map(days.map((day) => [day.slug, day]));
  return freshness.map((row) => {
    const { slug, held, lastRunAt, ...day } = dayOf.get(row.slug) ?? {
      ...QUIET_DAY,
      slug: row.slug,
    };
    const { name, category, website, kind, trustScore10, lastSuccessAt } = row;
    return {
      slug,
      name,
      path: retailerPath(slug),
      category,
      website: publicDemoUrl(website, services.config.siteUrl),
      isDemo: kind === 'demo',
      trustScore: trustScore10,
      offers: row.offers,
      lastSuccessAt: isoOrNull(lastSuccessAt),
      medianAgeMinutes: row.medianAgeMinutes,
      pagesRead: row.pagesRead,
      pagesRefused: row.pagesRefused,
      day: { ...day, lastRunAt: isoOrNull(lastRunAt) },
      heldSince: isoOrNull(row.heldSince),
      held,
    };
  });
}

function isoOrNull(moment: string | null): string | null {
  return moment && new Date(moment).toISOString();
}
