import { retailerDays } from '#db/queries/public-pages/status.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { retailerPath } from '#domain/public-path.ts';
import type { ApiServices } from '#site/api/core/services.ts';
import { isoOrNull } from './links.ts';

/** How the reading of one retailer goes: its prices' age, and what its runs of the last day did. */
export type StatusRow = Awaited<ReturnType<typeof statusRows>>[number];

/** The status of every enabled retailer, by name. */
export async function statusRows(services: ApiServices) {
  const [freshness, days] = await Promise.all([services.freshness(), retailerDays(services.em())]);
  const dayOf = new Map(days.map((day) => [day.slug, day]));
  return freshness.flatMap((row) => {
    const found = dayOf.get(row.slug);
    if (!found) return [];
    const { slug, held, lastRunAt, ...day } = found;
    const { name, category, website, kind, trustScore10, offers, pagesRead, pagesRefused } = row;
    return {
      slug,
      name,
      path: retailerPath(slug),
      category,
      website: publicDemoUrl(website, services.config.siteUrl),
      isDemo: kind === 'demo',
      /** 0–10. */
      trustScore: trustScore10,
      offers,
      lastSuccessAt: isoOrNull(row.lastSuccessAt),
      medianAgeMinutes: row.medianAgeMinutes,
      /** Pages by their last attempt. */
      pagesRead,
      pagesRefused,
      /** From the runs of the last 24 hours. */
      day: { ...day, lastRunAt: isoOrNull(lastRunAt) },
      /** Since when new prices are held back as a whole; null while they are shown as they come. */
      heldSince: isoOrNull(row.heldSince),
      /** Pages and single prices that are held back until they are checked. */
      held,
    };
  });
}
