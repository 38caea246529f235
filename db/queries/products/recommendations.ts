import type { EntityManager } from '@mikro-orm/postgresql';
import { type AliasableExpression, type Kysely, sql } from 'kysely';
import { User } from '../../entities/user.ts';
import { DEFAULT_PREFERENCES } from '../accounts/users.ts';
import { type FoundOffer, foundOffers } from '../search/search.ts';
import { MAY_BE_SHOWN } from '../search/trending.ts';
import { BUYABLE, listedOffers } from '../sql/offer-conditions.ts';
import { type Tables, tables } from '../sql/tables.ts';
import { priceDrops } from './price-drops.ts';

/** A recommended offer; `why` explains it to the shopper. */
export type RecommendedOffer = FoundOffer & { why: string };

/** Queries that drive recommendations: a person's newest, or the most popular overall. */
const QUERIES = 20;
const WELL_RATED = 'Well rated by many shoppers';
/** The words of a product's names and own shelves, without those of shelves that it shares with other goods (search-products.ts). */
const NAME_AND_SHELF = '{a,c}';
/** The weight of a category or a query. */
const DRAW = { preference: 4, favorite: 3, view: 2, search: 5 };

/**
 * Recommendations for a person: products in the categories of their favourites, views and preferences, and products that fit their
 * searches, within their price range, by weight. Leaves out saved products.
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
    .select(({ fn }) => ['p.id', 'p.name', fn.coalesce('p.category', 'o.category').as('category')])
    .where('f.user', '=', userId)
    .execute();
  const viewed = await db
    .selectFrom('view_history as v')
    .innerJoin('product as p', 'p.id', 'v.product')
    .select(['p.name', 'p.category'])
    .where('v.user', '=', userId)
    .execute();
  const searched = await db
    .selectFrom('search_history')
    .select(sql<string>`(array_agg(query order by searched_at desc))[1]`.as('query'))
    .where('user', '=', userId)
    .where('searchedAt', '>', sql<Date>`now() - interval '60 days'`)
    .groupBy(sql`lower(query)`)
    .orderBy(({ fn }) => fn.max('searchedAt'), 'desc')
    .limit(QUERIES)
    .execute();
  const tastes = [
    ...categories.map((name) => [name, DRAW.preference, `${name} is one of your categories`]),
    ...saved.map((one) => [one.category, DRAW.favorite, `you saved ${one.name}`]),
    ...viewed.map((one) => [one.category, DRAW.view, `you looked at ${one.name}`]),
  ];
  const taste = sql<{ category: string; draw: number; why: string }>`(
    select x->>0 as category, sum((x->1)::real) as draw, (array_agg(x->>2 order by x->1 desc))[1] as why
    from jsonb_array_elements(${JSON.stringify(tastes)}::jsonb) x group by x->>0)`;
  const queries = searched.map(({ query }) => ({ query, draw: DRAW.search }));
  const offers = candidates(db, queries, category)
    .leftJoin(taste.as('t'), (join) =>
      join.on(sql<boolean>`t.category = coalesce(p.category, o.category)`),
    )
    .select([
      sql<number>`coalesce(t.draw, 0) + coalesce(q.draw, 0) + coalesce(s.overall, 50) / 50.0
        + (r.name = any(${preferredRetailers}::text[]))::int`.as('draw'),
      sql<string>`coalesce('Because you searched for ' || q.query, 'Because ' || t.why)`.as('why'),
    ])
    .where(sql<boolean>`(t.category is not null or q.query is not null)`)
    .where(sql<boolean>`o.price_cents between ${priceRange.min * 100} and ${priceRange.max * 100}`)
    .where(sql<boolean>`o.product_id <> all(${saved.map(({ id }) => id)}::uuid[])`);
  return bestOf(db, offers, limit);
}

/** The best offers of popular products: those that fit popular searches, then by ratings and score. */
export async function trendingOffers(
  em: EntityManager,
  category: string | null,
  limit: number,
): Promise<RecommendedOffer[]> {
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
    .limit(QUERIES)
    .execute();
  const offers = candidates(db, queries, category)
    .select(sql<number>`coalesce(q.draw, 0)`.as('draw'))
    .select(sql<string>`coalesce('Popular search: ' || q.query, ${WELL_RATED})`.as('why'))
    .where(sql<boolean>`(q.query is not null or s.overall >= 60)`);
  return bestOf(db, offers, limit);
}

/** Genuine deals (price-drops.ts). Reads every offer, so callers cache the result. */
export async function dealOffers(
  em: EntityManager,
  category: string | null,
  limit: number,
): Promise<RecommendedOffer[]> {
  const drops = await priceDrops(em, category === null ? {} : { category }, limit);
  return drops.map((drop) => ({
    ...drop,
    why: `${drop.fallPercent}% below its usual price`,
  }));
}

/**
 * SQL: the cheapest available offer o of each product, with product p, retailer r, score s and the first of the queries q that fits it,
 * if any.
 */
function candidates(
  db: Kysely<Tables>,
  queries: readonly { query: string; draw: number }[],
  category: string | null,
) {
  const queryRows = sql<{ query: string; draw: number; place: number }>`
    rows from (jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) as (query text, draw real)) with ordinality`;
  const fitting = db
    .selectFrom(queryRows.as<'a'>(sql`a(query, draw, place)`))
    .innerJoin('offer as o', (join) =>
      join.on(
        sql<boolean>`exists (select from search_product where product_id = o.product_id
          and words @@ plainto_tsquery('english', a.query)
          and ts_filter(words, ${NAME_AND_SHELF}) @@ plainto_tsquery('english', a.query))`,
      ),
    )
    .distinctOn('o.id')
    .select(['o.id', 'a.query', 'a.draw'])
    .orderBy('o.id')
    .orderBy('a.place');
  return listedOffers(db)
    .innerJoin('product as p', 'p.id', 'o.product')
    .leftJoin('score as s', 's.offer', 'o.id')
    .leftJoin(fitting.as('q'), 'q.id', 'o.id')
    .distinctOn('o.product')
    .select(['o.id', 's.overall', 'o.ratingCount', 'o.priceCents'])
    .select(sql<string>`coalesce(p.family_keys[1], p.id::text)`.as('model'))
    .where(sql.raw<boolean>(BUYABLE))
    .$if(category !== null, (offers) => offers.where('p.category', '=', category))
    .orderBy('o.product')
    .orderBy('o.priceCents');
}

/** Most offers per reason, so that one search or favourite does not fill the page. */
const MOST_OF_A_REASON = 6;

/** The offers with the most weight, one of a model and a few per reason. */
async function bestOf(
  db: Kysely<Tables>,
  offers: AliasableExpression<{
    id: string;
    overall: number | null;
    ratingCount: number | null;
    priceCents: number;
    model: string;
    draw: number;
    why: string;
  }>,
  limit: number,
): Promise<RecommendedOffer[]> {
  const weight = sql`draw desc, overall desc nulls last, rating_count desc nulls last`;
  const models = db
    .selectFrom(offers.as('o'))
    .selectAll()
    .distinctOn('o.model')
    .orderBy(sql`model, ${weight}, price_cents`);
  const placed = db
    .selectFrom(models.as('c'))
    .select(['c.id', 'c.why'])
    .select(sql<number>`row_number() over (order by ${weight})`.as('place'))
    .select(
      sql<number>`row_number() over (partition by why order by ${weight})`.as('placeOfReason'),
    );
  const best = db
    .selectFrom(placed.as('p'))
    .select(['p.id', 'p.why', 'p.place'])
    .where('p.placeOfReason', '<=', MOST_OF_A_REASON)
    .orderBy('p.place')
    .limit(limit);
  return foundOffers(db)
    .innerJoin(best.as('best'), 'best.id', 'o.id')
    .select('best.why')
    .orderBy('best.place')
    .execute();
}
