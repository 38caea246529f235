import type { EntityManager } from '@mikro-orm/postgresql';
import { addPages, type ClaimedPage } from '#db/queries/crawl/pages.ts';
import { MOST_REFUSED_OF_PAGE } from '#db/queries/offers/refused-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { categoryCeiling, LOWEST_CEILING_DOLLARS } from '#domain/category.ts';
import type { Cents } from '#domain/money.ts';
import { isGone } from '#domain/offers/availability.ts';
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import type { ExtractPool } from '../extract/extract-pool.ts';
import { guardOffer } from '../extract/guard.ts';
import type { FetchedPage } from '../fetch/fetched-page.ts';
import { bodyText } from '../fetch/page-body.ts';
import { addLinkedPages } from './discover.ts';
import type { GuardedReading } from './guarded-reading.ts';
import { wasReadWell } from './judge-run.ts';
import { refusedReading } from './refused-offer.ts';
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

/** True when a page states a price: it need not be rendered further. */
export function holdsOffers(reading: PageReading): boolean {
  return offersOf(reading).some((offer) => offer.price !== null);
}

/** The offers of a reading that may be believed, and those that were not, by reason. */
export function guardReading(
  reading: PageReading,
  retailer: Pick<RetailerRow, 'name' | 'currency'>,
): GuardedReading {
  const guarded: GuardedReading = { offers: [], soldOut: [], refusals: {}, refused: [] };
  if (reading.rejected) guarded.refusals[reading.rejected] = 1;
  const stated = offersOf(reading).map((offer) => ownSeller(offer, retailer.name));
  const at = new Map<string, number>();
  for (const offer of stated) at.set(placeOf(offer), (at.get(placeOf(offer)) ?? 0) + 1);
  for (const offer of stated) {
    // An offer with an address of its own is known by it; only where it is shared does a label count.
    const variant = (at.get(placeOf(offer)) ?? 0) > 1 ? labelOf(offer) : '';
    const options = { defaultCurrency: retailer.currency, ...categoryLimit(offer) };
    const verdict = guardOffer(offer, options);
    if ('refused' in verdict) {
      guarded.refusals[verdict.refused] = (guarded.refusals[verdict.refused] ?? 0) + 1;
      if (guarded.refused.length < MOST_REFUSED_OF_PAGE)
        guarded.refused.push(refusedReading(offer, variant, verdict.refused, options));
      // A tile of a list may leave out what the product's page says.
      if (offer.price === null && reading.items.length === 0 && isGone(offer.availability))
        guarded.soldOut.push({ reading: offer, variant });
    } else {
      guarded.offers.push({ reading: offer, guarded: verdict.offer, variant });
    }
  }
  return guarded;
}

/** The limit of an offer's category, for the guard; none where the price is below all of them. */
export function categoryLimit({ category, name, price }: OfferReading): {
  categoryMaxCents?: Cents;
} {
  if (Number(price) <= LOWEST_CEILING_DOLLARS) return {};
  const categoryMaxCents = categoryCeiling(category, name);
  return categoryMaxCents === null ? {} : { categoryMaxCents };
}

/** Where an offer stands: offers of one address and seller are told apart by their labels. */
function placeOf({ url, seller }: OfferReading): string {
  return JSON.stringify([url, seller]);
}

/** Tells offers apart that share their address: variants of a page, or a JSON list without links. */
function labelOf({ variant, sku, gtin, name }: OfferReading): string {
  return variant ?? sku ?? gtin ?? name;
}

/** A page of variants is about each of them; the product itself only stands for a page without variants. */
function offersOf(reading: PageReading): OfferReading[] {
  if (reading.variants.length > 0) return reading.variants;
  return reading.product ? [reading.product] : reading.items;
}

/** A retailer that names itself as the seller sells itself. */
function ownSeller(offer: OfferReading, retailerName: string): OfferReading {
  const isOwn = offer.seller?.trim().toLowerCase() === retailerName.toLowerCase();
  return isOwn ? { ...offer, seller: null } : offer;
}
