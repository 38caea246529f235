/*
 * Simulated searches of the past month for the trending list: rows marked as demonstration, without invented users, recorded by the
 * same code as visitors' searches.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { isRealRetailerEnabled } from '#db/queries/retailers/retailers.ts';
import { countOffers, searchOffers } from '#db/queries/search/search.ts';
import { hasDemoSearches, recordSearch } from '#db/queries/search/trending.ts';
import { DAY_MS } from '#domain/time.ts';
import { chance, reseed } from './seeded.ts';

/** Queries, each with its maximum searches per day. */
const QUERIES = `
iphone 15:9, coffee machine:8, running shoes:7, gaming laptop:7, nike shoes:6, smart watch:6,
air fryer:6, milk:5, lego:5, headphones:5, nappies:4, tv 65 inch:4, dog food:4, robot vacuum:4,
laptop:4, sunscreen:3, coffee beans:3, cordless drill:3, ipad:3, nintendo switch:3, weet-bix:2,
toilet paper:2, shiraz:2, tent:2
`;
const DAYS = 30;
const SEED = 20_261_121;
/** The log is recorded after the crawl has found this many offers, so that its result counts are real. */
const OFFERS_NEEDED = 5_000;
const DEPTH = { products: 1, offers: 1 };

/** Records the log once. Does nothing with too few offers, after the first time, or if a real shop is enabled. */
export async function recordDemoSearches(em: EntityManager, now: Date): Promise<void> {
  if ((await countOffers(em)) < OFFERS_NEEDED || (await hasDemoSearches(em))) return;
  if (await isRealRetailerEnabled(em)) return;
  for (const [index, row] of QUERIES.split(',').entries()) {
    const [query = '', searchesADay = '0'] = row.trim().split(':');
    const { total } = await searchOffers(em, query, DEPTH);
    for (let day = 0; day < DAYS; day += 1) {
      const seed = reseed(SEED, index, day);
      const searches = Math.round(chance(seed, 1) * Number(searchesADay));
      for (let search = 0; search < searches; search += 1) {
        const ago = (day + chance(seed, 2, search)) * DAY_MS;
        await recordSearch(em, {
          query,
          visitor: `demo-${Math.floor(chance(seed, 3, search) * 400)}`,
          userId: null,
          resultsCount: total,
          source: 'demo',
          at: new Date(now.getTime() - ago),
        });
      }
    }
  }
}
