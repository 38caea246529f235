/* Watched searches as their shoppers keep them. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { lowestOf } from '#domain/search/filter-products.ts';
import { type SearchFilters, toProductFilters } from '#domain/search/search-filters.ts';
import { WatchedMatch, WatchedSearch } from '../../entities/watched-search.ts';
import { allMatches } from '../search/match-products.ts';
import { SEARCH_LIMIT_MS } from '../search/search.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { tables } from '../sql/tables.ts';
import { withinTime } from '../sql/time-limit.ts';
import { IS_CONFIRMED_ADDRESS } from './fire-alerts.ts';

export const MOST_SEARCHES = 20;

/** A person's watched searches, newest first; `matches` counts the products that match now. */
export function watchedSearchesOf(em: EntityManager, userId: string) {
  return tables(em)
    .selectFrom('watched_search as w')
    .select(['w.id', 'w.query', 'w.filters', 'w.restDays', 'w.createdAt', 'w.mailedAt'])
    .select(
      sql<number>`(select count(*) from watched_match m where m.search_id = w.id and not m.has_left)`.as(
        'matches',
      ),
    )
    .where('w.user', '=', userId)
    .orderBy('w.createdAt', 'desc')
    .orderBy('w.id')
    .execute();
}

export interface SearchWish {
  query: string;
  filters: SearchFilters;
  restDays: number;
}

/**
 * Watches a search from now on: what matches at this moment is known and not mailed. A search that the person watches already gets the new
 * rest. Returns its id; null when they watch MOST_SEARCHES.
 */
export async function watchSearch(em: EntityManager, user: string, wish: SearchWish) {
  const { query, filters, restDays } = wish;
  const found = await matchesNow(em, query, filters);
  return withAdvisoryLock(em, `searches:${user}`, async (tx) => {
    const watched = await watchedSearchesOf(tx, user);
    const known = watched.find((each) => each.query === query && isSame(each.filters, filters));
    if (known) {
      await tx.nativeUpdate(WatchedSearch, { id: known.id }, { restDays });
      return known.id;
    }
    if (watched.length >= MOST_SEARCHES) return null;
    const { candidates } = found;
    const search = tx.create(WatchedSearch, { user, query, filters, restDays, candidates });
    await tx.flush();
    await remember(tx, search.id, found.known);
    return search.id;
  });
}

/** Changes the rest or the highest price (null: none) of a person's search; products that match only now are known. False if it is not theirs. */
export async function changeSearch(
  em: EntityManager,
  user: string,
  id: string,
  { restDays, maxPrice }: { restDays?: number | undefined; maxPrice?: number | null | undefined },
): Promise<boolean> {
  const search = await em.findOne(WatchedSearch, { id, user });
  if (!search) return false;
  if (restDays !== undefined) search.restDays = restDays;
  if (maxPrice !== undefined) {
    search.filters = { ...search.filters, maxPrice: maxPrice ?? undefined };
    const { candidates, known } = await matchesNow(em, search.query, search.filters);
    search.candidates = candidates;
    await remember(em, id, known);
  }
  await em.flush();
  return true;
}

/** Ends the search that a signed link names; also true when it had ended. */
export async function endSearchByLink(em: EntityManager, id: string): Promise<boolean> {
  await em.nativeDelete(WatchedSearch, { id });
  return true;
}

/** Whether mails of alerts may go to a person's own address. */
export async function isMailable(em: EntityManager, userId: string): Promise<boolean> {
  const users = tables(em)
    .selectFrom('user_account as u')
    .select('u.id')
    .where('u.id', '=', userId);
  return (await users.where(IS_CONFIRMED_ADDRESS).executeTakeFirst()) !== undefined;
}

async function matchesNow(em: EntityManager, query: string, filters: SearchFilters) {
  const { candidates, matches } = await withinTime(SEARCH_LIMIT_MS, () =>
    allMatches(em, query, toProductFilters(filters)),
  );
  const known = matches.flatMap(({ id: product, offers }) => {
    const baseCents = lowestOf(offers);
    return baseCents === null ? [] : [{ product, baseCents, toldCents: baseCents }];
  });
  return { candidates, known };
}

type Known = Awaited<ReturnType<typeof matchesNow>>['known'];

async function remember(em: EntityManager, search: string, known: Known): Promise<void> {
  const rows = known.map((each) => ({ ...each, search, hasLeft: false }));
  if (rows[0]) await em.upsertMany(WatchedMatch, rows, { onConflictAction: 'ignore' });
}

/** Whether two searches have the same filters, in whatever order they are stored. */
const isSame = (one: SearchFilters, other: SearchFilters) => textOf(one) === textOf(other);
const textOf = (filters: SearchFilters) => JSON.stringify(Object.entries(filters).toSorted());
