/* Moves the rows of a decision between products: offers with their proof, and what shoppers saved. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { MovedMatch } from '../../entities/match.ts';
import { Offer } from '../../entities/offer.ts';
import { Product } from '../../entities/product.ts';
import { invalidateProducts } from '../offers/invalidate-scores.ts';
import { refreshUsualPricesOf } from '../products/product-history.ts';
import { refreshSearchProducts } from '../search/search-products.ts';
import { tables } from '../sql/tables.ts';

/** The offers of these products with their proof, locked in the same order as by a crawl. */
export async function lockOffers(tx: EntityManager, productIds: string[]) {
  const rows = await tables(tx)
    .selectFrom('offer as o')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .select(['o.id', 'o.product', 'o.matchMethod', 'o.matchConfidence', 'o.matchBecause', 'r.kind'])
    .where('o.product', 'in', productIds)
    .orderBy('o.id')
    .forNoKeyUpdate('o')
    .execute();
  return rows.map(({ product, kind, ...proof }) => ({ id: proof.id, product, kind, proof }));
}

/** False when only some of the offers belong to the demonstration. */
export function isOneWorld(offers: readonly { kind: string }[]): boolean {
  return new Set(offers.map(({ kind }) => kind === 'demo')).size < 2;
}

/**
 * Adds a product described by this offer alone. It also gets the keys of the product that the offer leaves, so the matcher compares new
 * offers with both; the title stays with the old product.
 */
export async function addProductOf(tx: EntityManager, offerId: string): Promise<string> {
  const offer = await tx.findOneOrFail(Offer, offerId, { populate: ['product'] });
  const { name, brand, category, imageUrl } = offer;
  const { matchKeys } = offer.product;
  const own = tx.create(Product, {
    name,
    brand,
    category,
    imageUrl,
    matchKeys,
    specifications: {},
  });
  await tx.flush();
  return own.id;
}

/**
 * Gives the offer's new product the data that only this offer supplied: its GTIN, unless a remaining offer states it too, and its
 * picture. Returns what the old product lost.
 */
export async function takeAlong(tx: EntityManager, offerId: string, from: string, into: string) {
  const { gtin = null, imageUrl = null } = await tx.findOneOrFail(Offer, offerId);
  const stays = tables(tx).selectFrom('offer').where('offer.product', '=', from);
  const stated = stays.select('offer.id').where('offer.gtin', '=', gtin);
  const lost = await tables(tx)
    .updateTable('product')
    .set({ gtin: null })
    .where('id', '=', from)
    .where('product.gtin', '=', gtin)
    .where(({ not, exists }) => not(exists(stated)))
    .returning('id')
    .executeTakeFirst();
  if (gtin !== null && (await tx.count(Product, { gtin })) === 0) {
    const matchKeys = sql<string[]>`match_keys || ${[`g:${gtin}`]}::text[]`;
    const product = tables(tx).updateTable('product').set({ gtin, matchKeys });
    await product.where('id', '=', into).where('gtin', 'is', null).execute();
  }
  const another = stays.select('offer.imageUrl').where('offer.imageUrl', 'is not', null);
  const redrawn = await tables(tx)
    .updateTable('product')
    .set({ imageUrl: another.orderBy('offer.id').limit(1) })
    .where('id', '=', from)
    .where('imageUrl', '=', imageUrl)
    .returning('id')
    .executeTakeFirst();
  return { gtin: lost ? gtin : null, imageUrl: redrawn ? imageUrl : null };
}

/** Refreshes derived data of these products: search text, usual price and scores. */
export async function showMoved(tx: EntityManager, productIds: string[]): Promise<void> {
  const ids = [...new Set(productIds)];
  await refreshSearchProducts(tx, ids);
  await refreshUsualPricesOf(tx, ids);
  await invalidateProducts(tx, 'product', ids);
}

/**
 * Tables of what shoppers saved about a product: the table, its id column, the columns that make a row unique per product, and which rows
 * count.
 */
const KEPT = [
  {
    what: 'alerts',
    table: 'alert',
    key: 'id',
    oneBy: ['user_id', 'email'],
    live: `other.state <> 'ended'`,
  },
  { what: 'reviews', table: 'review', key: 'id', oneBy: ['user_id'], live: 'true' },
  { what: 'views', table: 'view_history', key: 'id', oneBy: ['user_id'], live: 'true' },
  { what: 'wishers', table: 'wishlist', key: 'user_id', oneBy: ['user_id'], live: 'true' },
] as const;

/**
 * Moves alerts, reviews, views and favourites. When a shopper already has the same row for the target product, the moved one stays
 * behind, hidden until the decision is undone. Returns the moved rows.
 */
export async function movePeople(tx: EntityManager, from: string, into: string) {
  const moved: Record<(typeof KEPT)[number]['what'], string[]> = {
    alerts: [],
    reviews: [],
    views: [],
    wishers: [],
  };
  for (const { what, table, key, oneBy, live } of KEPT) {
    const same = oneBy.map((column) => ` and other.${column} = ${table}.${column}`).join('');
    const others = sql`(select 1 from ${sql.raw(`${table} other`)} where other.product_id = ${into} and ${sql.raw(live + same)})`;
    const rows = await tables(tx)
      .updateTable(table)
      .set({ product: into })
      .where('product', '=', from)
      .where(sql<boolean>`not exists ${others}`)
      .returning(sql.raw<string>(`${table}.${key}`).as('key'))
      .execute();
    moved[what] = rows.map((row) => row.key);
  }
  return moved;
}

/** Reverses movePeople for rows that the target product still holds. */
export async function returnPeople(
  tx: EntityManager,
  moved: MovedMatch,
  holder: string,
  product: string,
): Promise<void> {
  for (const { what, table, key } of KEPT) {
    await tables(tx)
      .updateTable(table)
      .set({ product })
      .where('product', '=', holder)
      .where(sql<boolean>`${sql.raw(`${table}.${key}`)} = any(${moved[what]}::uuid[])`)
      .execute();
  }
}
