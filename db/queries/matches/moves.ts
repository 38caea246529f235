/* The rows that a decision moves from one product to another: offers with their proof, and what shoppers keep of a product. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { MovedMatch } from '../../entities/match-decision.ts';
import { Offer } from '../../entities/offer.ts';
import { Product } from '../../entities/product.ts';
import { invalidateScoresOfProducts } from '../offers/invalidate-scores.ts';
import { refreshSearchProducts } from '../search/search-products.ts';
import { tables } from '../sql/tables.ts';

/** The offers of these products with the proof of each, locked in the order in which a crawl locks them. */
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

/** False where some offers are of the demonstration and some are not. */
export function isOneWorld(offers: readonly { kind: string }[]): boolean {
  return new Set(offers.map(({ kind }) => kind === 'demo')).size < 2;
}

/**
 * Adds a product as this offer alone describes it. It is found under the keys of the product that the offer leaves, too, so that the
 * matcher compares both with what is new; its title stays with the old one.
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
 * Gives the product that an offer went to what was the offer's alone: its GTIN, unless an offer that stays states it too, and takes
 * its picture off the old product. Returns what the old product lost.
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

/** Brings up to date what follows from the offers of these products: what searches find, and scores. */
export async function showMoved(tx: EntityManager, productIds: string[]): Promise<void> {
  await refreshSearchProducts(tx, [...new Set(productIds)]);
  await invalidateScoresOfProducts(tx, productIds);
}

/**
 * What shoppers keep of a product: the table, the column that names what moved, the columns by which a product has one each, and which
 * of them count.
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
 * Moves alerts, reviews, views and wishes. Where a shopper has the same of the other product, theirs stays behind, unseen until the
 * decision is undone. Returns what moved.
 */
export async function movePeople(tx: EntityManager, from: string, into: string) {
  const moved: Record<(typeof KEPT)[number]['what'], string[]> = {
    ...{ alerts: [], reviews: [], views: [], wishers: [] },
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

/** Returns what movePeople moved, where the product that has it still does. */
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
