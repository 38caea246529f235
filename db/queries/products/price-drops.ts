import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { MOST_OF_USUAL } from '#domain/prices/price-change.ts';
import { foundOffers } from '../search/search.ts';
import { buyableOffers } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';
import { usualPrices } from './usual-prices.ts';

/** Whose drops are wanted; what is left out counts for all. A null category means products without one. */
export interface DropFilter {
  category?: string | null;
  retailerId?: string;
}

/** A drop is at most so much dearer than the cheapest offer. */
const MOST_OF_CHEAPEST = 1.05;

/**
 * Genuine drops: well below what the same offer cost on average, and not much dearer than elsewhere; one offer a product, the largest
 * drop first. A shop's own "was" counts for nothing. Reads the price points of all candidates: seconds at 200,000 offers, so callers
 * remember the answer.
 */
export async function priceDrops(
  em: EntityManager,
  { category, retailerId }: DropFilter,
  limit: number,
) {
  const db = tables(em);
  const buyable = buyableOffers(db)
    .innerJoin('product as p', 'p.id', 'o.product')
    .select(['o.id', 'o.product as productId', 'o.retailer as shop', 'o.priceCents as price'])
    .select(sql<number>`min(o.price_cents) over (partition by o.product_id)`.as('cheapest'))
    .$if(category !== undefined, (offers) =>
      offers.where('p.category', category === null ? 'is' : '=', category ?? null),
    )
    // Other shops' offers of the same products count as well: a drop here may still be dear.
    .$if(retailerId !== undefined, (offers) =>
      offers.where(
        sql<boolean>`p.id in (select product_id from offer where retailer_id = ${retailerId})`,
      ),
    );
  const candidates = db
    .selectFrom(buyable.as('b'))
    .select(['b.id', 'b.productId', 'b.price'])
    .where('b.price', '<=', sql<Cents>`b.cheapest * ${sql.lit(MOST_OF_CHEAPEST)}`)
    .$if(retailerId !== undefined, (own) => own.where('b.shop', '=', retailerId ?? ''));
  const best = db
    .with(
      (cte) => cte('candidate').materialized(),
      () => candidates,
    )
    .with('usual', () => usualPrices(db, sql`candidate`))
    .with('deal', (on) =>
      on
        .selectFrom('usual as u')
        .innerJoin('candidate as c', 'c.id', 'u.id')
        .distinctOn('c.productId')
        .select(['c.id', 'u.price as usual', sql<number>`1 - c.price / u.price`.as('fall')])
        .where('c.price', '<=', sql<Cents>`u.price * ${sql.lit(MOST_OF_USUAL)}`)
        .orderBy('c.productId')
        .orderBy('c.price'),
    )
    .selectFrom('deal')
    .select(['deal.id', 'deal.usual', 'deal.fall'])
    .orderBy('deal.fall', 'desc')
    .limit(limit);
  const shops = buyableOffers(db)
    .select(({ fn }) => fn.count<number>('o.retailer').distinct().as('shops'))
    .where('o.product', '=', sql.ref<string>('p.id'));
  return foundOffers(db)
    .innerJoin(best.as('best'), 'best.id', 'o.id')
    .select(['p.name as productName', 'r.slug as retailerSlug', 'o.priceChangedAt as sinceAt'])
    .select(sql<Cents>`round(best.usual)::int`.as('usualCents'))
    .select(sql<number>`round(best.fall * 100)::int`.as('fallPercent'))
    .select(sql<number>`${shops}`.as('shops'))
    .orderBy('best.fall', 'desc')
    .orderBy('o.id')
    .execute();
}
