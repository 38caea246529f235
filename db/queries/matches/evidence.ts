/* Reads and writes of the daily match job: barcodes that contradict links, and proposals. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { HOUR_MS } from '#domain/time.ts';
import { MatchDecision, MatchProposal } from '../../entities/match.ts';
import { Offer } from '../../entities/offer.ts';
import { inBatches } from '../sql/in-batches.ts';
import { inTransaction } from '../sql/in-transaction.ts';
import { fromNow } from '../sql/moment.ts';
import { isListed, OWN_SHOP } from '../sql/offer-conditions.ts';
import { type RowOf, tables } from '../sql/tables.ts';
import { showMoved } from './moves.ts';

/** The decider of moves that follow a changed barcode on a page. */
export const CRAWL = 'crawl';

const GROUPS_PER_BATCH = 200;

/** A suggested change of links: `offer` leaves `product` (for `into`, or on its own), or `product` merges into `into`. */
export type Suggestion = Pick<RowOf<'match_proposal'>, 'offer' | 'product' | 'into' | 'because'>;

/** A product's offers under one barcode, the first seen first, and the shops and barcodes of the product. */
export interface Holder {
  product: string;
  offers: string[];
  shops: string[];
  gtinsOfProduct: number;
  offersOfProduct: number;
}

/**
 * A group of a product with several barcodes, or of a barcode of several products. `isMain` marks a product's largest group; `holder` is
 * the barcode's main group whose product has the most offers, null without one.
 */
export type BarcodeGroup = Holder & { gtin: string; isMain: boolean; holder: Holder | null };

/** All such groups, by product, each product's largest first, in batches. One pass over the offers that state a barcode. */
export function conflictingBarcodes(em: EntityManager): AsyncGenerator<BarcodeGroup[]> {
  const groups = sql<BarcodeGroup>`
    with stated as (
      select o.product_id as product, o.gtin, array_agg(o.id order by o.first_seen_at, o.id) as offers,
        array_agg(distinct o.retailer_id) as shops, count(*) over (partition by o.product_id) as gtins,
        count(*) over (partition by o.gtin) as products
      from offer o where o.gtin is not null group by o.product_id, o.gtin),
    counted as (
      select product, gtin, offers, shops, gtins as "gtinsOfProduct",
        (select count(*) from offer where product_id = product) as "offersOfProduct",
        row_number() over (partition by product order by cardinality(offers) desc, offers[1]) = 1 as "isMain"
      from stated where gtins > 1 or products > 1)
    select c.*, case when first_value("isMain") over holders then first_value(to_jsonb(c)) over holders end as holder
    from counted c
    window holders as (partition by gtin order by "isMain" desc, "offersOfProduct" desc, product)
    order by product, cardinality(offers) desc, offers[1]`;
  return inBatches(em, groups, GROUPS_PER_BATCH);
}

export type ComparedOffer = Awaited<ReturnType<typeof comparedOffers>>[number];

export function comparedOffers(em: EntityManager, ids: readonly string[]) {
  return compared(em).where('o.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
}

/** All offers of the next `limit` products after `afterProduct`, the first offer of each product first. */
export async function groupedOffers(em: EntityManager, afterProduct: string, limit: number) {
  const products = tables(em)
    .selectFrom('offer')
    .select('offer.product')
    .where('offer.product', '>', afterProduct)
    .groupBy('offer.product')
    .orderBy('offer.product')
    .limit(limit);
  const first = sql`o.match_method <> 'new', o.first_seen_at, o.id`;
  const offers = compared(em).where('o.product', 'in', products);
  return offers.orderBy('o.product').orderBy(first).execute();
}

function compared(em: EntityManager) {
  return tables(em)
    .selectFrom('offer as o')
    .innerJoin('retailer as r', 'r.id', 'o.retailer')
    .select(['o.id', 'o.product', 'o.name', 'o.variant', 'o.brand', 'o.gtin', 'o.priceCents'])
    .select(['o.unitPrice', 'o.matchMethod', 'r.kind'])
    .select(sql.raw<string | null>(OWN_SHOP).as('shop'));
}

/**
 * True when the offer or the pair of products has a decision, or the suggestion already waits for an operator. A move by the crawl is no
 * decision unless an operator undid it: an offer may leave a product for its barcode, and the two products may still be one.
 */
export async function isAnswered(em: EntityManager, suggestion: Suggestion): Promise<boolean> {
  const { offer, product, into } = suggestion;
  const pair = {
    $or: [
      { product, into },
      { product: into ?? product, into: product },
    ],
  };
  const isDecision = { $or: [{ decidedBy: { $ne: CRAWL } }, { undoneAt: { $ne: null } }] };
  const decided = { $and: [offer ? { offer } : pair, isDecision] };
  if ((await em.count(MatchDecision, decided)) > 0) return true;
  return (await em.count(MatchProposal, { offer, product, into })) > 0;
}

/** True if a shop lists both products itself today, so they differ to that shop. */
export async function shareShop(em: EntityManager, one: string, other: string): Promise<boolean> {
  const shared = await tables(em)
    .selectFrom('offer as o')
    .innerJoin('offer as p', 'p.retailer', 'o.retailer')
    .select('o.id')
    .where('o.product', '=', one)
    .where('p.product', '=', other)
    .where('o.seller', '=', '')
    .where('p.seller', '=', '')
    .where(sql.raw<boolean>(`${isListed('o')} and ${isListed('p')}`))
    .executeTakeFirst();
  return shared !== undefined;
}

export async function propose(em: EntityManager, suggestion: Suggestion): Promise<void> {
  const { offer, product, into, because } = suggestion;
  const values = {
    offer,
    product,
    into,
    because: sql<string[]>`${JSON.stringify(because)}::jsonb`,
  };
  const added = tables(em).insertInto('match_proposal').values(values);
  await added.onConflict((conflict) => conflict.doNothing()).execute();
}

/** The total number of offers, and how many `decidedBy` moved within the last 20 hours. */
export async function movedLately(em: EntityManager, decidedBy: string) {
  const offers = await em.count(Offer);
  const since = fromNow(-20 * HOUR_MS);
  const lately = await em.find(MatchDecision, { decidedBy, decidedAt: { $gt: since } });
  return { offers, moved: lately.reduce((sum, { moved }) => sum + (moved?.offers.length ?? 0), 0) };
}

/** Moves offers that a crawl stored under a product during its merge to the surviving product. */
export async function adoptStrays(em: EntityManager): Promise<void> {
  await inTransaction(em, async (tx) => {
    const moved = await tables(tx)
      .with('stray', (db) =>
        db
          .selectFrom('offer as o')
          .innerJoin('product as p', 'p.id', 'o.product')
          .select(['o.id', 'p.id as tombstone', sql<string>`p.merged_into`.as('survivor')])
          .where('p.mergedInto', 'is not', null)
          .orderBy('o.id')
          .forNoKeyUpdate('o'),
      )
      .updateTable('offer')
      .from('stray')
      .set(({ ref }) => ({ product: ref('stray.survivor') }))
      .whereRef('offer.id', '=', 'stray.id')
      .returning(['stray.tombstone', 'stray.survivor'])
      .execute();
    await showMoved(
      tx,
      moved.flatMap(({ tombstone, survivor }) => [tombstone, survivor]),
    );
  });
}
