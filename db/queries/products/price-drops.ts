import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { isSound } from '../offers/price-points.ts';
import { foundOffers } from '../search/search.ts';
import { buyableOffers } from '../sql/offer-conditions.ts';
import { tables } from '../sql/tables.ts';

/** Whose drops are wanted; what is left out counts for all. A null category means products without one. */
export interface DropFilter {
  category?: string | null;
  retailerId?: string;
}

/** A drop is at least a twentieth below the usual price of 12 weeks, and at most a twentieth dearer than the cheapest offer. */
const USUAL_MINUTES = 12 * 7 * 24 * 60;
const MOST_OF_USUAL = 0.95;
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
  const now = sql`(extract(epoch from now())::int / 60)`;
  const best = db
    .with('buyable', () =>
      buyableOffers(db)
        .innerJoin('product as p', 'p.id', 'o.product')
        .select(['o.id', 'o.product as productId', 'o.retailer as shop', 'o.priceCents as price'])
        .select(sql<number>`min(o.price_cents) over (partition by o.product_id)`.as('cheapest'))
        .$if(category !== undefined, (offers) =>
          offers.where('p.category', category === null ? 'is' : '=', category ?? null),
        )
        // Other shops' offers of the same products count as well: a drop here may still be dear.
        .$if(retailerId !== undefined, (offers) =>
          offers.where('p.id', 'in', (eb) =>
            eb
              .selectFrom('offer')
              .select('product')
              .where('retailer', '=', retailerId ?? ''),
          ),
        ),
    )
    .with(
      (cte) => cte('candidate').materialized(),
      (on) =>
        on
          .selectFrom('buyable as b')
          .select(['b.id', 'b.productId', 'b.price'])
          .where('b.price', '<=', sql<Cents>`b.cheapest * ${sql.lit(MOST_OF_CHEAPEST)}`)
          .$if(retailerId !== undefined, (own) => own.where('b.shop', '=', retailerId ?? '')),
    )
    .with('held', (on) =>
      on
        .selectFrom('candidate as c')
        .innerJoin('price_point as h', 'h.offer', 'c.id')
        .select(['c.id', 'h.priceCents as price'])
        .select([
          sql<number>`greatest(h.slot, ${now} - ${sql.lit(USUAL_MINUTES)})`.as('since'),
          sql<number>`lead(h.slot, 1, ${now}) over (partition by h.offer_id order by h.slot)`.as(
            'till',
          ),
        ])
        .where(isSound('h')),
    )
    .with('usual', (on) =>
      on
        .selectFrom('held')
        .select('held.id')
        .select(sql<number>`sum(price::numeric * (till - since)) / sum(till - since)`.as('price'))
        .whereRef('held.till', '>', 'held.since')
        .groupBy('held.id')
        // A price that never changed has not dropped.
        .having(({ fn }) => fn.countAll(), '>=', 2),
    )
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
    .select([
      sql<Cents>`round(best.usual)::int`.as('usualCents'),
      sql<number>`round(best.fall * 100)::int`.as('fallPercent'),
      sql<number>`${shops}`.as('shops'),
    ])
    .orderBy('best.fall', 'desc')
    .orderBy('o.id')
    .execute();
}
