/*
 * The sweep of watched searches: marks of changed products make the searches due that can match them; a look at a due search runs it as the
 * results page does, and compares it with what the search knows.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import type { MatchedOffer, ProductFilters } from '#domain/search/filter-products.ts';
import { toProductFilters } from '#domain/search/search-filters.ts';
import { judgeMatch, type KnownMatch } from '#domain/search/watched-match.ts';
import { WatchedMatch } from '../../entities/watched-search.ts';
import { allMatches } from '../search/match-products.ts';
import { IN_STOCK } from '../sql/offer-conditions.ts';
import { LOWEST_ID, tables } from '../sql/tables.ts';
import { confirmedOffers, IS_CONFIRMED_ADDRESS } from './fire-alerts.ts';

/** Marks in one query. */
const BATCH = 1_000;
/** Also looked at when no product changed: the rules of searches did, or a price is no longer doubted. */
const LOOK_EVERY = sql`interval '1 day'`;

/** SQL: a watched search w of person u that may be mailed now, and is to be looked at. */
const IS_TO_LOOK_AT = sql<boolean>`((w.is_due or w.looked_at < now() - ${LOOK_EVERY})
  and (w.mailed_at is null or w.mailed_at <= now() - w.rest_days * interval '1 day') and ${IS_CONFIRMED_ADDRESS})`;

/** Makes the searches due that changed products can match, and deletes the marks of those products. */
export async function markDueSearches(em: EntityManager): Promise<void> {
  const db = tables(em);
  for (let after = LOWEST_ID; ; ) {
    const marks = await db
      .selectFrom('search_due')
      .select(['id', 'product'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const products = [...new Set(marks.map(({ product }) => product))];
    // Also those that are due: a look that has begun may not have seen the change.
    const due = db
      .selectFrom('watched_search as w')
      .select('w.id')
      .where(
        sql<boolean>`exists (select from search_product s where s.product_id = any(${products}::uuid[])
          and s.words @@ to_tsquery('english', w.candidates))`,
      )
      .orderBy('w.id')
      .forUpdate();
    await db
      .with('due', () => due)
      .updateTable('watched_search')
      .from('due')
      .set({ isDue: true })
      .whereRef('watched_search.id', '=', 'due.id')
      .execute();
    const seen = sql<boolean>`id = any(${marks.map(({ id }) => id)}::uuid[])`;
    if (marks[0]) await db.deleteFrom('search_due').where(seen).execute();
    after = marks.at(-1)?.id ?? after;
    if (marks.length < BATCH) return;
  }
}

/** The ids of searches to look at, those waiting longest first. */
export async function searchesToLookAt(em: EntityManager, limit: number): Promise<string[]> {
  const due = await tables(em)
    .selectFrom('watched_search as w')
    .innerJoin('user_account as u', 'u.id', 'w.user')
    .select('w.id')
    .where(IS_TO_LOOK_AT)
    .orderBy('w.lookedAt')
    .limit(limit)
    .execute();
  return due.map(({ id }) => id);
}

/** A product of a watched search to tell of. */
export interface SearchNews {
  productId: string;
  name: string;
  shop: string;
  priceCents: Cents;
  /** The price told before; null for a product that is new in the search, or back. */
  beforeCents: Cents | null;
}

/**
 * Looks at a search: what is new in it or fell, cheapest first. Remembers it as told: run it in the transaction that writes the mail.
 * Null when the search is not to be looked at, or another worker has just done so.
 */
export async function lookAtSearch(em: EntityManager, id: string) {
  const db = tables(em);
  const search = await db
    .selectFrom('watched_search as w')
    .innerJoin('user_account as u', 'u.id', 'w.user')
    .select(['w.user', 'w.query', 'w.filters', 'w.restDays', 'u.email', sql<Date>`now()`.as('at')])
    .where('w.id', '=', id)
    .where(IS_TO_LOOK_AT)
    .forUpdate('w')
    .executeTakeFirst();
  if (!search) return null;
  const filters = toProductFilters(search.filters);
  const { candidates, matches } = await allMatches(em, search.query, filters);
  const matching = new Map(matches.map((match) => [match.id, match.offers]));
  const known = await knownMatches(em, id);
  const asked = await askedPrices(em, [...new Set([...matching.keys(), ...known.keys()])]);
  const judged = [...asked].flatMap(([product, offers]) => {
    const now = priceNow(offers, matching.get(product) ?? [], filters);
    const before = known.get(product) ?? null;
    return now ? [{ product, before, ...now, ...judgeMatch(before, now) }] : [];
  });
  const changed = judged.flatMap(({ product, before, known: after }) =>
    after && after !== before ? [{ ...after, search: id, product }] : [],
  );
  if (changed[0]) await em.upsertMany(WatchedMatch, changed);
  const news = judged.flatMap(({ product, before, news: what, best }): SearchNews[] => {
    if (!what || !best) return [];
    const beforeCents = what === 'fall' ? (before?.toldCents ?? null) : null;
    return [{ ...best, productId: product, beforeCents }];
  });
  await db
    .updateTable('watched_search')
    .set({ candidates, isDue: false, lookedAt: search.at })
    .set(news[0] ? { mailedAt: search.at } : {})
    .where('id', '=', id)
    .execute();
  return { ...search, news: news.toSorted((a, b) => a.priceCents - b.priceCents) };
}

/** What shops ask for a product, from its confirmed and its matching offers; null while none of those that match is confirmed. */
function priceNow(
  offers: readonly AskedOffer[],
  passing: readonly MatchedOffer[],
  { shops = [], inStock }: ProductFilters,
) {
  const buyable = passing.filter(({ canBuy }) => canBuy);
  const best = offers.find(({ shop, priceCents }) =>
    buyable.some((each) => each.shop === shop && each.priceCents === priceCents),
  );
  if (buyable[0] && !best) return null;
  const counting = offers.find(
    ({ shop, isInStock }) =>
      (shops.length === 0 || shops.includes(shop)) && (isInStock || !inStock),
  );
  return { best, matchCents: best?.priceCents ?? null, askedCents: counting?.priceCents ?? null };
}

/** What a search knows, by product; a merged one stands for its survivor. */
async function knownMatches(em: EntityManager, search: string): Promise<Map<string, KnownMatch>> {
  const rows = await tables(em)
    .selectFrom('watched_match as m')
    .innerJoin('product as p', 'p.id', 'm.product')
    .select(({ fn }) => fn.coalesce('p.mergedInto', 'p.id').as('id'))
    .select(['m.baseCents', 'm.toldCents', 'm.hasLeft'])
    .where('m.search', '=', search)
    // The survivor's own row last, so that it counts.
    .orderBy(sql`p.merged_into is null`)
    .execute();
  return new Map(rows.map(({ id, ...known }) => [id, known]));
}

/** The confirmed offers of products, cheapest first; a product without any has an empty list. */
async function askedPrices(em: EntityManager, productIds: string[]) {
  const rows = await tables(em)
    .with('asked', () =>
      confirmedOffers
        .innerJoin('product as p', 'p.id', 'o.product')
        .select(['o.product as id', 'o.priceCents as cents', 'r.name as shop', 'p.name'])
        .select(sql.raw<boolean>(IN_STOCK).as('stocked'))
        .where(sql<boolean>`o.product_id = any(${productIds}::uuid[])`),
    )
    .selectFrom('asked')
    .selectAll()
    .orderBy('cents')
    .orderBy('shop')
    .execute();
  const ofProduct = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    productIds.map((id) => {
      const offers = ofProduct.get(id) ?? [];
      return [
        id,
        offers.map(({ name, shop, cents, stocked }): AskedOffer => {
          return { name, shop, priceCents: cents, isInStock: stocked };
        }),
      ];
    }),
  );
}

/** A confirmed offer; `name` of its product. */
interface AskedOffer {
  name: string;
  shop: string;
  priceCents: Cents;
  isInStock: boolean;
}
