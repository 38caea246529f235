import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import { MINUTE_MS } from '#domain/time.ts';
import { SearchHistory, ViewHistory } from '../../entities/shopper.ts';
import { survivorOf } from '../products/products.ts';
import { withAdvisoryLock } from '../sql/advisory-lock.ts';
import { fromNow } from '../sql/moment.ts';
import { BEST_FIRST, buyableOffers, LISTED, SAVED_SHOP_NAME } from '../sql/offer-conditions.ts';
import { type Tables, tables } from '../sql/tables.ts';

/** Most entries that a history returns, newest first. */
const MAX_ENTRIES = 100;

/** A person's searches, newest first. */
export async function searchHistory(em: EntityManager, userId: string) {
  return tables(em)
    .selectFrom('search_history')
    .select(['id', 'query', 'resultsCount', 'searchedAt as timestamp'])
    .where('user', '=', userId)
    .orderBy('searchedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
}

/** Adds a search; a repeated query within a minute updates the entry. */
export async function addSearchHistory(
  em: EntityManager,
  userId: string,
  query: string,
  resultsCount: number,
): Promise<void> {
  await withAdvisoryLock(em, `search-history:${userId}`, async (tx) => {
    const recent = { user: userId, searchedAt: { $gt: fromNow(-MINUTE_MS) } };
    const words = query.toLowerCase();
    const again = (await tx.find(SearchHistory, recent)).find(
      (entry) => entry.query.toLowerCase() === words,
    );
    if (again) tx.assign(again, { searchedAt: new Date(), resultsCount });
    else tx.create(SearchHistory, { user: userId, query, resultsCount });
  });
}

export type ViewHistoryRow = Awaited<ReturnType<typeof viewHistory>>[number];

/** A person's product views, newest first, each with the product's best offer now. */
export async function viewHistory(em: EntityManager, userId: string) {
  return tables(em)
    .selectFrom('view_history as v')
    .innerJoin('product as p', 'p.id', 'v.product')
    .leftJoin('picture_source as general', 'general.url', 'p.imageUrl')
    .leftJoinLateral(bestOffer.as('b'), (join) => join.onTrue())
    .leftJoinLateral(pastOffer.as('past'), (join) => join.on('b.shop', 'is', null))
    .select(['v.id', 'v.viewedAt as timestamp', 'b.url'])
    .select(['p.id as productId', 'p.name as productName'])
    .select(({ fn }) => [
      fn.coalesce('p.imageUrl', 'b.imageUrl').as('imageUrl'),
      fn.coalesce('general.hash', 'b.hash').as('pictureHash'),
      fn.coalesce('b.shop', 'past.shop').as('retailer'),
      fn.coalesce('b.priceCents', 'v.priceCents').as('priceCents'),
    ])
    .where('v.user', '=', userId)
    .orderBy('v.viewedAt', 'desc')
    .orderBy('v.id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
}

/** The offers of product p with their retailers r. */
const offers = expressionBuilder<Tables>()
  .selectFrom('offer as o')
  .innerJoin('retailer as r', 'r.id', 'o.retailer')
  .where('o.product', '=', sql.ref<string>('p.id'))
  .limit(1);

const bestOffer = offers
  .leftJoin('picture_source as own', 'own.url', 'o.imageUrl')
  .select(['o.imageUrl', 'own.hash', 'r.name as shop', 'o.priceCents', 'o.url'])
  .where('r.status', '=', 'enabled')
  .where(sql.raw<boolean>(LISTED))
  .orderBy(sql.raw(BEST_FIRST));

/** A demo offer, whose shop may be disabled by now. */
const pastOffer = offers
  .select(sql.raw<string>(SAVED_SHOP_NAME).as('shop'))
  .where('r.kind', '=', 'demo');

/** Puts a product at the top of the history with its current best price; each product appears once. False when there is no such product. */
export async function addView(em: EntityManager, userId: string, productId: string) {
  return withAdvisoryLock(em, `view-history:${userId}`, async (tx) => {
    const product = await survivorOf(tx, productId);
    if (!product) return false;
    await tx.nativeDelete(ViewHistory, { user: userId, product });
    tx.create(ViewHistory, { user: userId, product, priceCents: await lowestPrice(tx, product) });
    return true;
  });
}

/** The lowest buyable price of a product; null when none is buyable. */
async function lowestPrice(em: EntityManager, productId: string) {
  const { price } = await buyableOffers(tables(em))
    .select(({ fn }) => fn.min('o.priceCents').as('price'))
    .where('o.product', '=', productId)
    .executeTakeFirstOrThrow();
  return price;
}
