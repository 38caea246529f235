import { searchOffers } from '#db/queries/search/search.ts';
import type { ApiServices } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { type SearchProduct, toSearchProduct } from '../responses/search-product.ts';
import { type RecentChange, recentChanges } from './recent-changes.ts';

/** A search result with the small line of its last months. */
export type FoundProduct = SearchProduct & { recentPrices: RecentChange[] };

/** A page of results holds at most this many offers. */
const MAX_RESULTS = 60;

/** The offers that fit a query, best first; the same for everyone who asks within some seconds. */
export async function foundProducts(services: ApiServices, query: string): Promise<FoundProduct[]> {
  const text = await services.sharedAnswers.get(`offers ${query}`, SHARED_FOR_MS.prices, async () =>
    JSON.stringify(await findProducts(services, query)),
  );
  return JSON.parse(text) as FoundProduct[];
}

async function findProducts(services: ApiServices, query: string): Promise<FoundProduct[]> {
  const offers = await searchOffers(services.em(), query, MAX_RESULTS);
  const offerIds = offers.map((offer) => offer.offerId);
  const recent = await recentChanges(services, offerIds, Date.now());
  return offers.map((offer) => ({
    ...toSearchProduct(offer, services.config.siteUrl),
    recentPrices: recent.get(offer.offerId) ?? [],
  }));
}
