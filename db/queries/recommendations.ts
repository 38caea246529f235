import type { EntityManager } from '@mikro-orm/postgresql';
import { PICTURE_TABLES } from './pictures.ts';
import { FOUND_OFFER_COLUMNS, FOUND_OFFER_TABLES, type FoundOffer } from './search.ts';

/** A recommended offer and what it rests on; `why` is shown to the shopper. */
export interface RecommendedOffer extends FoundOffer {
  why: string;
}

const BUYABLE = `o.availability in ('in_stock', 'limited', 'online_only')`;

/**
 * What suits a person: products in the categories of their favourites, views and preferences, and those that fit
 * their searches, within their price range, scored by how much they point there. Saved products are left out.
 */
export async function personalOffers(
  em: EntityManager,
  userId: string,
  category: string | null,
  limit: number,
): Promise<RecommendedOffer[]> {
  return em.execute<RecommendedOffer[]>(
    `with taste as (
       select coalesce(p.category, o.category) as category, 3.0 as weight, 'you saved ' || p.name as why
       from favorite f join offer o on o.id = f.offer_id join product p on p.id = o.product_id where f.user_id = ?
       union all
       select p.category, 2.0, 'you looked at ' || p.name from view_history v join product p on p.id = v.product_id
       where v.user_id = ?
       union all
       select value, 4.0, value || ' is one of your categories' from user_account u,
         jsonb_array_elements_text(coalesce(u.preferences->'categories', '[]')) where u.id = ?),
     tastes as (
       select category, sum(weight) as weight, (array_agg(why order by weight desc))[1] as why
       from taste where category is not null group by category),
     wanted as (
       select distinct on (lower(query)) query, plainto_tsquery('english', query) as words from search_history
       where user_id = ? and searched_at > now() - interval '60 days' limit 20),
     range as (
       select coalesce((preferences->'priceRange'->>'min')::numeric, 0) * 100 as low,
         coalesce((preferences->'priceRange'->>'max')::numeric, 10000) * 100 as high,
         coalesce(preferences->'preferredRetailers', '[]') as retailers
       from user_account where id = ?),
     scored as (
       select distinct on (o.product_id) ${FOUND_OFFER_COLUMNS},
         coalesce(t.weight, 0) + case when w.query is null then 0 else 5 end
           + case when jsonb_exists(range.retailers, r.name) then 1 else 0 end + coalesce(s.overall, 50) / 50.0 as pull,
         coalesce('Because you searched for ' || w.query, 'Because ' || t.why) as why
       from ${FOUND_OFFER_TABLES} cross join range
       left join tastes t on t.category = coalesce(p.category, o.category)
       left join lateral (
         select query from wanted where to_tsvector('english', o.search_text) @@ wanted.words limit 1) w on true
       where ${BUYABLE} and o.price_cents between range.low and range.high
         and (t.category is not null or w.query is not null) and (?::text is null or p.category = ?)
         and not exists (select 1 from favorite f join offer fo on fo.id = f.offer_id
           where f.user_id = ? and fo.product_id = o.product_id)
       order by o.product_id, o.price_cents)
     select * from scored order by pull desc, overall desc nulls last limit ?`,
    [userId, userId, userId, userId, userId, category, category, userId, limit],
  );
}

/** The best offers of products that many shoppers look for: by searches that fit, else by ratings and score. */
export async function trendingOffers(
  em: EntityManager,
  category: string | null,
  limit: number,
): Promise<RecommendedOffer[]> {
  return em.execute<RecommendedOffer[]>(
    `with hot as (
       select query, plainto_tsquery('english', query) as words,
         sum(exp(-extract(epoch from now() - searched_at) / 259200)) as heat
       from search where searched_at > now() - interval '14 days' group by query order by heat desc limit 20),
     scored as (
       select distinct on (o.product_id) ${FOUND_OFFER_COLUMNS}, coalesce(h.heat, 0) as heat,
         case when h.query is null then 'Well rated by many shoppers' else 'Many shoppers look for ' || h.query end as why
       from ${FOUND_OFFER_TABLES}
       left join lateral (
         select query, heat from hot where to_tsvector('english', o.search_text) @@ hot.words order by heat desc limit 1) h on true
       where ${BUYABLE} and (?::text is null or p.category = ?) and (h.query is not null or s.overall >= 60)
       order by o.product_id, o.price_cents)
     select * from scored order by heat desc, overall desc nulls last, "ratingCount" desc nulls last limit ?`,
    [category, category, limit],
  );
}

/**
 * Genuine deals: offers well below what the same offer cost on average in the last 12 weeks, and no dearer than at
 * any other shop by more than a twentieth. A printed "was" price counts for nothing here.
 */
export async function dealOffers(
  em: EntityManager,
  category: string | null,
  limit: number,
): Promise<RecommendedOffer[]> {
  return em.execute<RecommendedOffer[]>(
    `with recent as (
       select offer_id, avg(price_cents) as usual, min(price_cents) as lowest, count(*) as points from price_point
       where slot >= extract(epoch from now())::int / 60 - 12 * 7 * 24 * 60 group by offer_id having count(*) >= 2),
     deals as (
       select distinct on (o.product_id) ${FOUND_OFFER_COLUMNS}, 1 - o.price_cents / h.usual as fall,
         round((1 - o.price_cents / h.usual) * 100) || ' % below its usual price of the last 12 weeks' as why
       from recent h join offer o on o.id = h.offer_id join retailer r on r.id = o.retailer_id and r.status = 'enabled'
       join product p on p.id = o.product_id left join score s on s.offer_id = o.id ${PICTURE_TABLES}
       where ${BUYABLE} and o.price_cents <= h.usual * 0.95 and (?::text is null or p.category = ?)
         and o.price_cents <= 1.05 * (select min(x.price_cents) from offer x where x.product_id = o.product_id)
       order by o.product_id, o.price_cents)
     select * from deals order by fall desc limit ?`,
    [category, category, limit],
  );
}
