import type { EntityManager } from '@mikro-orm/postgresql';
import { addPages } from '#db/queries/crawl/add-pages.ts';
import type { ClaimedPage } from '#db/queries/crawl/pages.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import type { PageReading } from '#domain/offers/page-reading.ts';
import type { ExtractPool } from '../extract/extract-pool.ts';
import type { FetchedPage } from '../fetch/fetched-page.ts';
import { bodyText } from '../fetch/page-body.ts';
import { type GuardedReading, guardReading } from '../offers/guard-reading.ts';
import { addLinkedPages } from './discover.ts';
import { wasReadWell } from './judge-run.ts';
import type { CrawlServices } from './services.ts';
import { type StoreOutcome, storeReading } from './store-reading.ts';

/**
 * Reads a fetched body and stores what it says: new pages of a sitemap or list, the offers of a page. `read` is the reading
 * of that body where it was read before, while it was rendered.
 */
export async function readFetchedPage(
  services: CrawlServices,
  em: EntityManager,
  retailer: RetailerRow,
  runId: string,
  claim: ClaimedPage,
  page: FetchedPage,
  read: PageReading | null = null,
): Promise<StoreOutcome> {
  let guarded: GuardedReading = { offers: [], soldOut: [], refusals: {}, refused: [] };
  let isProductPage = false;
  if (claim.kind === 'sitemap') {
    const { website } = retailer;
    const sitemap = { website, sitemapUrl: page.url, xml: page.body };
    for (const pages of await services.extract.pagesOfSitemap(sitemap))
      await addPages(em, retailer.id, pages, services.recheckMinutes);
  } else {
    // Before a thread is given the bytes of a large page.
    const kept = services.keepPage && { ...page, body: bodyText(page.body) };
    const reading = read ?? (await readClaimed(services.extract, retailer, claim, page));
    if (kept) await services.keepPage?.(retailer.slug, kept, reading, services.now());
    if (wantsLinks(claim)) {
      await addLinkedPages(em, retailer, reading.links, services.recheckMinutes);
    }
    guarded = guardReading(reading, retailer);
    isProductPage = reading.product !== null || reading.variants.length > 0;
  }
  const { recheckMinutes, letterhead } = services;
  return storeReading(
    em,
    retailer,
    claim,
    runId,
    guarded,
    { etag: page.etag, lastModified: page.lastModified },
    { observedAt: services.now(), recheckMinutes, isProductPage, letterhead },
  );
}

/** Reads a page as its claim asks. */
export function readClaimed(
  extract: ExtractPool,
  retailer: Pick<RetailerRow, 'discovery'>,
  claim: ClaimedPage,
  { body, url, contentType }: Pick<FetchedPage, 'body' | 'url' | 'contentType'>,
): Promise<PageReading> {
  const { selectors } = retailer.discovery;
  return extract.readPage({ body, url, contentType, selectors, wantsLinks: wantsLinks(claim) });
}

/** A product's menus and neighbours were followed when it was first read; what is new stands in lists and sitemaps. */
function wantsLinks(claim: ClaimedPage): boolean {
  return claim.kind !== 'product' || !wasReadWell(claim);
}
