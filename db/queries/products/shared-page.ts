import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { BEST_FIRST, enabledOffers } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';

/** Answers the id of the product that a shop shows at one of these addresses, the first known one; null if none is known. */
export async function productAtAddress(em: EntityManager, forms: string[]) {
  const db = tables(em);
  // The index of addresses begins with the retailer.
  const shops = db.selectFrom('retailer').select('id').where('status', '=', 'enabled');
  const place = (column: string) => sql`array_position(${forms}::text[], ${sql.ref(column)})`;
  const ofOffer = await enabledOffers(db)
    .select('o.product as id')
    .where('o.url', 'in', forms)
    .where('o.retailer', 'in', shops)
    .orderBy(place('o.url'))
    .orderBy(sql.raw(BEST_FIRST))
    .limit(1)
    .executeTakeFirst();
  if (ofOffer) return ofOffer.id;
  // Another address of the page, which says which one is its own.
  const ofPage = await enabledOffers(db)
    .innerJoin('page as own', 'own.canonicalUrl', 'o.url')
    .select('o.product as id')
    .where('own.url', 'in', forms)
    .where('o.retailer', 'in', shops)
    .orderBy(sql.raw(BEST_FIRST))
    .limit(1)
    .executeTakeFirst();
  return ofPage?.id ?? null;
}

/** Answers the id of the product with a barcode, in 14 digits; null if none has it. */
export async function productOfGtin(em: EntityManager, gtin: string) {
  const product = await tables(em)
    .selectFrom('product')
    .select(sql<string>`coalesce(merged_into, id)`.as('id'))
    .where('gtin', '=', gtin)
    .executeTakeFirst();
  return product?.id ?? null;
}
