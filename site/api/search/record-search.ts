import { recordSearch } from '#db/queries/search/trending.ts';
import { addSearchHistory } from '#db/queries/shoppers/histories.ts';
import { networkOf } from '../core/limits.ts';
import type { ApiServices } from '../core/services.ts';
import type { Caller } from '../route.ts';
import { visitorOf } from './visitor.ts';

/** Counts a search into trending, and into the history of a signed-in shopper. A fault is logged: the answer matters more. */
export async function recordShopperSearch(
  services: ApiServices,
  search: { query: string; resultsCount: number; caller: Caller | null; remoteAddress: string },
): Promise<void> {
  const { query, resultsCount, caller, remoteAddress } = search;
  const at = new Date();
  const visitor = visitorOf(services.config.authSecret, caller?.id ?? networkOf(remoteAddress), at);
  const em = services.em();
  try {
    await recordSearch(em, {
      query,
      visitor,
      userId: caller?.id ?? null,
      resultsCount,
      source: 'site',
      at,
    });
    if (caller) await addSearchHistory(em, caller.id, query, resultsCount);
  } catch (error) {
    services.log.warn({ err: error }, 'a search was not recorded');
  }
}
