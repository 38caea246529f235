import { createHmac } from 'node:crypto';
import { recordSearch } from '#db/queries/search/trending.ts';
import { addSearchHistory } from '#db/queries/shoppers/histories.ts';
import type { Caller } from '../core/env.ts';
import { networkOf } from '../core/limits.ts';
import type { ApiServices } from '../core/services.ts';

/** Counts a search into trending, and into the history of a signed-in shopper. A fault is logged: the answer matters more. */
export async function recordShopperSearch(
  services: ApiServices,
  search: { query: string; resultsCount: number; caller: Caller | null; remoteAddress: string },
): Promise<void> {
  const { query, resultsCount, caller, remoteAddress } = search;
  const at = new Date();
  const visitor = visitorOf(services.config.authSecret, caller?.id ?? networkOf(remoteAddress), at);
  const userId = caller?.id ?? null;
  const em = services.em();
  try {
    await recordSearch(em, { query, visitor, userId, resultsCount, source: 'site', at });
    if (caller) await addSearchHistory(em, caller.id, query, resultsCount);
  } catch (error) {
    services.log.warn({ err: error }, 'a search was not recorded');
  }
}

/**
 * Who counts as one visitor: the person, else the address, as a hash keyed with the server's secret and the day.
 * Without the secret the hash does not lead back to them, nor from one day to another; whoever holds the secret can
 * still test whether a guessed person or address was here on a day.
 */
function visitorOf(secret: string, who: string, at: Date): string {
  const day = at.toISOString().slice(0, 10);
  return createHmac('sha256', secret)
    .update(`visitor:${day}:${who}`)
    .digest('base64url')
    .slice(0, 22);
}
