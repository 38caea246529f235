import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import type { Cents } from '#domain/money.ts';
import { BUY_FROM } from '#domain/prices/buy-verdict.ts';
import { LEAST_OF_USUAL, MOST_OF_USUAL } from '#domain/prices/price-change.ts';
import { FEWEST_SHOPS_OF_A_PAGE } from '#domain/products/worth-a-page.ts';
import { foundOffers } from '../search/search.ts';
import { buyableOffers, isSound } from '../sql/offer-conditions.ts';
import { type Tables, tables } from '../sql/tables.ts';

/** Filters for price drops; a missing field means all. A null category means products without one. */
export interface DropFilter {
  category?: string | null;
  retailerId?: string;
}

/**
 * SQL: the cheapest offer of each product whose best price is a genuine saving (genuineSaving of #domain/prices/price-change.ts) on its
 * usual price and, by its stored score, a "buy"; an offer without a score stays. At least two shops sell the product, and this offer itself
 * cost more within POINTS_DAYS, because first seeing a cheaper shop is not a price drop. Larger falls than those of sales are left out. A
 * shop's own "was" price is ignored.
 */
function fallenOffers(db: Kysely<Tables>, { category, retailerId }: DropFilter) {
  const cheapest = buyableOffers(db)
    .innerJoin('search_product as w', 'w.product', 'o.product')
    .innerJoin('product as p', 'p.id', 'o.product')
    .leftJoin('score as s', 's.offer', 'o.id')
    .distinctOn('o.product')
    .select(['o.id', 'o.product as productId', 'o.retailer as shop', 'o.priceCents as price'])
    .select(['w.usualCents as usual', 'p.category'])
    .where('o.priceCents', '<=', sql<Cents>`w.usual_cents * ${sql.lit(MOST_OF_USUAL)}`)
    .where(sql<boolean>`coalesce(s.price, 100) >= ${sql.lit(BUY_FROM)}`)
    .$if(category !== undefined, (offers) =>
      offers.where('p.category', category === null ? 'is' : '=', category ?? null),
    )
    .orderBy('o.product')
    .orderBy('o.priceCents')
    .$if(retailerId !== undefined, (offers) =>
      offers
        .where(
          sql<boolean>`p.id in (select product_id from offer where retailer_id = ${retailerId})`,
        )
        .orderBy(sql`o.retailer_id = ${retailerId}`, 'desc'),
    )
    .orderBy('o.id');
  const shops = buyableOffers(db)
    .select(({ fn }) => fn.count<number>('o.retailer').distinct().as('shops'))
    .where('o.product', '=', sql.ref<string>('c.productId'));
  return db
    .selectFrom(cheapest.as('c'))
    .select(['c.id', 'c.category'])
    .select(sql<number>`${shops}`.as('shops'))
    .select(sql<number>`1 - c.price::real / c.usual`.as('fall'))
    .where('c.price', '>=', sql<Cents>`c.usual * ${sql.lit(LEAST_OF_USUAL)}`)
    .where(sql<boolean>`${shops} >= ${sql.lit(FEWEST_SHOPS_OF_A_PAGE)}`)
    .where(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('price_point as h')
          .select('h.slot')
          .whereRef('h.offer', '=', 'c.id')
          .where('h.priceCents', '>', ref('c.price'))
          .where(sql.raw<boolean>(isSound('h'))),
      ),
    )
    .$if(retailerId !== undefined, (own) => own.where('c.shop', '=', retailerId ?? ''));
}

/**
 * The largest genuine drops for their categories, one offer per product: 30 % is much for a phone and little for coffee. Reads every offer,
 * so callers cache the result.
 */
export async function priceDrops(em: EntityManager, filter: DropFilter, limit: number) {
  const db = tables(em);
  const largest = db
    .selectFrom(fallenOffers(db, filter).as('f'))
    .selectAll()
    .select(sql<number>`cume_dist() over (partition by category order by fall)`.as('place'))
    .orderBy('place', 'desc')
    .orderBy('fall', 'desc')
    .orderBy('id')
    .limit(limit);
  return foundOffers(db)
    .innerJoin(largest.as('drop'), 'drop.id', 'o.id')
    .select(['r.slug as retailerSlug', 'drop.shops'])
    .select(sql<number>`round(drop.fall * 100)::int`.as('fallPercent'))
    .orderBy('drop.place', 'desc')
    .orderBy('drop.fall', 'desc')
    .orderBy('o.id')
    .execute();
}

/** How much of a category is below its usual price; `falls` are shares from 0 to 1, smallest first. */
export interface CategorySales {
  /** Genuine drops that are a "buy". */
  drops: number;
  /** Products with a usual price and enough shops; `falls` those of them that are genuinely below it. */
  judged: number;
  falls: readonly number[];
}

/** The sales of each category; null for products without one. Reads every offer, so callers cache the result. */
export async function categorySales(em: EntityManager): Promise<Map<string | null, CategorySales>> {
  const db = tables(em);
  const drops = await db
    .selectFrom(fallenOffers(db, {}).as('f'))
    .select(({ fn }) => ['f.category', fn.countAll<number>().as('drops')])
    .groupBy('f.category')
    .execute();
  const dropsOf = new Map(drops.map((row) => [row.category, row.drops]));
  const judged = buyableOffers(db)
    .innerJoin('search_product as w', 'w.product', 'o.product')
    .innerJoin('product as p', 'p.id', 'o.product')
    .select('p.category')
    .select(sql<number>`1 - min(o.price_cents)::real / min(w.usual_cents)`.as('fall'))
    .where('w.usualCents', 'is not', null)
    .groupBy('p.id')
    .having(({ fn }) => fn.count('o.retailer').distinct(), '>=', FEWEST_SHOPS_OF_A_PAGE);
  const rows = await db
    .selectFrom(judged.as('j'))
    .select(({ fn }) => ['j.category', fn.countAll<number>().as('judged')])
    .select(
      sql<number[]>`coalesce(array_agg(fall order by fall)
        filter (where fall >= ${sql.lit(1 - MOST_OF_USUAL)}), '{}')`.as('falls'),
    )
    .groupBy('j.category')
    .execute();
  return new Map(
    rows.map(({ category, ...row }) => [category, { ...row, drops: dropsOf.get(category) ?? 0 }]),
  );
}
