import type { EntityManager } from '@mikro-orm/postgresql';
import { type AliasableExpression, type Kysely, sql } from 'kysely';
import { WAIT_TO } from '#domain/prices/buy-verdict.ts';
import { firstVariants, VARIANTS_OF_A_MODEL } from '#domain/search/families.ts';
import { User } from '../../entities/user.ts';
import { DEFAULT_PREFERENCES } from '../accounts/users.ts';
import { type FoundOffer, foundOffers } from '../search/search.ts';
import { MAY_BE_SHOWN } from '../search/trending.ts';
import { BUYABLE, listedOffers } from '../sql/offer-conditions.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { priceDrops } from './price-drops.ts';

export type RecommendedOffer = FoundOffer & { why: string };

/** Queries that drive recommendations: a person's newest, or the most popular overall. */
const QUERIES = 20;
const WELL_RATED = 'Well rated by many shoppers';
/** The words of a product's names and own shelves, without those of shelves that it shares with other goods (search-products.ts). */
const NAME_AND_SHELF = '{a,b}';
const DRAW = { preference: 4, favorite: 3, view: 2, search: 5 };

/**
 * Recommendations for a person: things of the kind of their favourites and views, products of their preferred categories, and products
 * that fit their searches, within their price range, by weight. Leaves out saved products.
 */
export async function personalOffers(
  em: EntityManager,
  userId: string,
  category: string | null,
  limit: number,
): Promise<RecommendedOffer[]> {
  const db = tables(em);
  const user = await em.findOne(User, userId, { fields: ['preferences'] });
  const { categories, preferredRetailers, priceRange } = user?.preferences ?? DEFAULT_PREFERENCES;
  const saved = await db
    .selectFrom('favorite as f')
    .innerJoin('offer as o', 'o.id', 'f.offer')
    .innerJoin('product as p', 'p.id', 'o.product')
    .leftJoin('search_product as k', 'k.product', 'p.id')
    .select(['p.id', 'p.name', 'k.category', 'k.head'])
    .where('f.user', '=', userId)
    .execute();
  const viewed = await db
    .selectFrom('view_history as v')
    .innerJoin('product as p', 'p.id', 'v.product')
    .leftJoin('search_product as k', 'k.product', 'p.id')
    .select(['p.name', 'k.category', 'k.head'])
    .where('v.user', '=', userId)
    .execute();
  const searched = await db
    .selectFrom('search_history')
    .select(sql<string>`(array_agg(query order by searched_at desc, id))[1]`.as('query'))
    .where('user', '=', userId)
    .where('searchedAt', '>', sql<Date>`now() - interval '60 days'`)
    .groupBy(sql`lower(query)`)
    .orderBy(({ fn }) => fn.max('searchedAt'), 'desc')
    .orderBy('query')
    .limit(QUERIES)
    .execute();
  const kinds = [
    ...saved.map(({ name, ...kind }) => ({
      ...kind,
      draw: DRAW.favorite,
      why: `you saved ${name}`,
    })),
    ...viewed.map(({ name, ...kind }) => ({
      ...kind,
      draw: DRAW.view,
      why: `you looked at ${name}`,
    })),
  ];
  const taste = sql<{ category: string; head: string; draw: number; why: string }>`(
    select category, head, sum(draw) as draw, (array_agg(why order by draw desc, why))[1] as why
    from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as x(category text, head text, draw real, why text)
    group by category, head)`;
  const isPreferred = sql<boolean>`p.category = any(${categories}::text[])`;
  const queries = searched.map(({ query }) => ({ query, draw: DRAW.search }));
  const offers = candidates(db, queries, category)
    .leftJoin('search_product as k', 'k.product', 'p.id')
    .leftJoin(taste.as('t'), (join) =>
      join.onRef('t.category', '=', 'k.category').onRef('t.head', '=', 'k.head'),
    )
    .select([
      sql<number>`coalesce(t.draw, 0) + coalesce(q.draw, 0) + coalesce(s.overall, 50) / 50.0
        + case when ${isPreferred} then ${DRAW.preference} else 0 end
        + (r.name = any(${preferredRetailers}::text[]))::int`.as('draw'),
      sql<string>`coalesce('Because you searched for ' || q.query, 'Because ' || t.why,
        'Because ' || p.category || ' is one of your categories')`.as('why'),
    ])
    .where(sql<boolean>`(t.category is not null or q.query is not null or ${isPreferred})`)
    .where(sql<boolean>`o.price_cents between ${priceRange.min * 100} and ${priceRange.max * 100}`)
    .where(sql<boolean>`o.product_id <> all(${saved.map(({ id }) => id)}::uuid[])`);
  return bestOf(db, offers, limit);
}

/** The best offers of popular products: those that fit popular searches, then by ratings and score. */
export async function trendingOffers(em: EntityManager, category: string | null, limit: number) {
  const db = tables(em);
  const queries = await db
    .selectFrom('search')
    .select('query')
    .select(
      sql<number>`sum(exp(-extract(epoch from now() - searched_at) / 259200))::float8`.as('draw'),
    )
    .where('searchedAt', '>', sql<Date>`now() - interval '14 days'`)
    .groupBy('query')
    .having(MAY_BE_SHOWN)
    .orderBy('draw', 'desc')
    .orderBy('query')
    .limit(QUERIES)
    .execute();
  const offers = candidates(db, queries, category)
    .select(sql<number>`coalesce(q.draw, 0)`.as('draw'))
    .select(sql<string>`coalesce('Popular search: ' || q.query, ${WELL_RATED})`.as('why'))
    .where(sql<boolean>`(q.query is not null or s.overall >= 60)`);
  return bestOf(db, offers, limit);
}

/** Genuine deals (price-drops.ts). Reads every offer, so callers cache the result. */
export async function dealOffers(em: EntityManager, category: string | null, limit: number) {
  const drops = await priceDrops(em, category === null ? {} : { category }, limit);
  return drops.map((drop) => ({
    ...drop,
    why: `${drop.fallPercent}% below its usual price`,
  }));
}

/**
 * SQL: the cheapest available offer o of each product, without the verdict Wait, with product p, retailer r, score s and the first of the
 * queries q that fits it, if any. Where the words of a query name the kind of some products, others do not fit: no milk chocolate for
 * "milk".
 */
function candidates(
  db: Kysely<Tables>,
  queries: readonly { query: string; draw: number }[],
  category: string | null,
) {
  const queryRows = sql<{ query: string; draw: number; place: number }>`
    rows from (jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) as (query text, draw real)) with ordinality`;
  const asked = sql`plainto_tsquery('english', a.query)`;
  const isNamed = sql<boolean>`to_tsvector('english', k.head) @@ replace(${asked}::text, '&', '|')::tsquery`;
  const found = db
    .selectFrom(queryRows.as<'a'>(sql`a(query, draw, place)`))
    .innerJoin('search_product as k', (join) =>
      join.on(
        sql<boolean>`k.words @@ ${asked} and ts_filter(k.words, ${NAME_AND_SHELF}) @@ ${asked}`,
      ),
    )
    .select(['k.product as productId', 'a.query', 'a.draw', 'a.place', isNamed.as('isNamed')])
    .select(sql<boolean>`bool_or(${isNamed}) over (partition by a.query)`.as('isAnyNamed'));
  const fitting = db
    .selectFrom(found.as('f'))
    .where(sql<boolean>`("isNamed" or not "isAnyNamed")`)
    .distinctOn('f.productId')
    .select(['f.productId', 'f.query', 'f.draw'])
    .orderBy('f.productId')
    .orderBy('f.place');
  return listedOffers(db)
    .innerJoin('product as p', 'p.id', 'o.product')
    .leftJoin('score as s', 's.offer', 'o.id')
    .leftJoin(fitting.as('q'), 'q.productId', 'o.product')
    .distinctOn('o.product')
    .select(['o.id', 's.overall', 'o.ratingCount', 'o.priceCents'])
    .select(['p.id as productId', 'p.familyKeys as familyKeys'])
    .where(sql.raw<boolean>(BUYABLE))
    .where(sql<boolean>`coalesce(s.price, 50) > ${sql.lit(WAIT_TO)}`)
    .$if(category !== null, (offers) => offers.where('p.category', '=', category))
    .orderBy('o.product')
    .orderBy('o.priceCents')
    .orderBy('o.id');
}

/** Most offers per reason, so that one search or favourite does not fill the page. */
const MOST_OF_A_REASON = 6;

/** The offers with the most weight, one of a model and a few per reason. */
async function bestOf(
  db: Kysely<Tables>,
  offers: AliasableExpression<{
    id: string;
    productId: string;
    familyKeys: string[];
    overall: number | null;
    ratingCount: number | null;
    priceCents: number;
    draw: number;
    why: string;
  }>,
  limit: number,
): Promise<RecommendedOffer[]> {
  const weight = sql`draw desc, overall desc nulls last, rating_count desc nulls last, price_cents, id`;
  const placed = db
    .selectFrom(offers.as('o'))
    .select(['o.id', 'o.productId', 'o.familyKeys', 'o.why'])
    .select(sql<number>`row_number() over (order by ${weight})`.as('place'))
    .select(
      sql<number>`row_number() over (partition by why order by ${weight})`.as('placeOfReason'),
    );
  const variants = await db
    .selectFrom(placed.as('p'))
    .select(['p.id', 'p.productId as productId', 'p.familyKeys as familyKeys', 'p.why'])
    .where('p.placeOfReason', '<=', MOST_OF_A_REASON * VARIANTS_OF_A_MODEL)
    .orderBy('p.place')
    .execute();
  const models = firstVariants(variants);
  const byReason = Map.groupBy(models, ({ why }) => why);
  const best = models
    .filter((model) => (byReason.get(model.why)?.indexOf(model) ?? 0) < MOST_OF_A_REASON)
    .slice(0, limit);
  const ids = best.map(({ id }) => id);
  const found = await foundOffers(db)
    .where('o.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(found.map((offer) => [offer.offerId, offer]));
  return best.flatMap(({ id, why }) => {
    const offer = byId.get(id);
    return offer ? [{ ...offer, why }] : [];
  });
}
