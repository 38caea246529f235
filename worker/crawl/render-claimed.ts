import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedPage } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import type { FetchedPage, TextPage } from '../fetch/fetched-page.ts';
import type { Pace } from '../fetch/pace.ts';
import { politeRender } from '../fetch/polite-fetch.ts';
import { holdsOffers } from '../offers/guard-reading.ts';
import { readClaimed } from './read-fetched-page.ts';
import type { CrawlServices } from './services.ts';

/** A page, with its reading where rendering it took one. */
export interface RenderedPage {
  page: FetchedPage;
  reading: PageReading | null;
}

/** Renders a claimed page until it states a price, or is quiet. The look that saw the price is the page's reading. */
export async function renderClaimed(
  { extract, fetcher, renderer }: Pick<CrawlServices, 'extract' | 'fetcher' | 'renderer'>,
  em: EntityManager,
  retailer: Pick<RetailerRow, 'discovery'>,
  claim: ClaimedPage,
  pace: Pace,
): Promise<RenderedPage> {
  let last: { body: string; reading: PageReading } | null = null;
  const isComplete = async (page: TextPage) => {
    const reading = await readClaimed(extract, retailer, claim, page);
    last = { body: page.body, reading };
    return holdsOffers(reading);
  };
  const page = await politeRender(em, fetcher, renderer, claim, pace, isComplete);
  const seen = last as { body: string; reading: PageReading } | null;
  return { page, reading: seen?.body === page.body ? seen.reading : null };
}
