import type { EntityManager } from '@mikro-orm/postgresql';
import { FOUND_OFFER_COLUMNS, FOUND_OFFER_TABLES, type FoundOffer } from '../search/search.ts';
import { MAY_BE_SHOWN } from '../search/trending.ts';
import { BUYABLE } from '../sql/offer-conditions.ts';

/** A recommended offer and what it rests on; `why` is shown to the shopper. */
export interface RecommendedOffer extends FoundOffer {
  why: string;
}

const WORDS_FIT = `to_tsvector('english', o.search_text) @@`;

/** Average price of each of the `candidates` over 12 weeks, by how long each price held; only where it changed. */
export const USUAL_PRICES = `
  select offer_id, sum(price_cents::numeric * (till - since)) / sum(till - since) as usual
  from (
    select pp.offer_id, pp.price_cents, greatest(pp.slot, w.since) as since,
      lead(pp.slot, 1, w.now) over (partition by pp.offer_id order by pp.slot) as till
    from candidates c join price_point pp on pp.offer_id = c.id left join run on run.id = pp.run_id cross join (
      select slot as now, slot - 12 * 7 * 24 * 60 as since
      from (select extract(epoch from now())::int / 60 as slot) clock) w
    where run.id is null or run.status not in ('quarantined', 'undone')) held
  where till > since group by offer_id having count(*) >= 2`;

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
     wanted as materialized (
       select query, searched_at, plainto_tsquery('english', query) as words from (
         select distinct on (lower(query)) query, searched_at from search_history
         where user_id = ? and searched_at > now() - interval '60 days' order by lower(query), searched_at desc) own
       order by searched_at desc limit 20),
     hits as (
       select distinct on (o.id) o.id, wanted.query from wanted join offer o on ${WORDS_FIT} wanted.words
       order by o.id, wanted.searched_at desc),
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
       left join hits w on w.id = o.id
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
    `with hot as materialized (
       select query, plainto_tsquery('english', query) as words,
         sum(exp(-extract(epoch from now() - searched_at) / 259200)) as heat
       from search where searched_at > now() - interval '14 days' group by query having ${MAY_BE_SHOWN}
       order by heat desc limit 20),
     hits as (
       select distinct on (o.id) o.id, hot.query, hot.heat from hot join offer o on ${WORDS_FIT} hot.words
       order by o.id, hot.heat desc),
     scored as (
       select distinct on (o.product_id) ${FOUND_OFFER_COLUMNS}, coalesce(h.heat, 0) as heat,
         case when h.query is null then 'Well rated by many shoppers' else 'Many shoppers look for ' || h.query end as why
       from ${FOUND_OFFER_TABLES}
       left join hits h on h.id = o.id
       where ${BUYABLE} and (?::text is null or p.category = ?) and (h.query is not null or s.overall >= 60)
       order by o.product_id, o.price_cents)
     select * from scored order by heat desc, overall desc nulls last, "ratingCount" desc nulls last limit ?`,
    [category, category, limit],
  );
}

/**
 * Genuine deals: offers well below what the same offer cost on average in the last 12 weeks, and no dearer than where
 * else it can be bought by more than a twentieth. A printed "was" price counts for nothing here. Reads the
 * price points of each cheapest offer: seconds at 200,000 offers, so callers remember the answer.
 */
export async function dealOffers(
  em: EntityManager,
  category: string | null,
  limit: number,
): Promise<RecommendedOffer[]> {
  return em.execute<RecommendedOffer[]>(
    `with buyable as (
       select o.id, o.product_id, o.price_cents, min(o.price_cents) over (partition by o.product_id) as cheapest
       from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled' join product p on p.id = o.product_id
       where ${BUYABLE} and (?::text is null or p.category = ?)),
     candidates as materialized (select id, product_id, price_cents from buyable where price_cents <= cheapest * 1.05),
     usual_price as (${USUAL_PRICES}),
     deals as (
       select distinct on (c.product_id) c.id, 1 - c.price_cents / h.usual as fall
       from usual_price h join candidates c on c.id = h.offer_id where c.price_cents <= h.usual * 0.95
       order by c.product_id, c.price_cents),
     best as materialized (select id, fall from deals order by fall desc limit ?)
     select ${FOUND_OFFER_COLUMNS}, round(b.fall * 100) || ' % below its usual price of the last 12 weeks' as why
     from ${FOUND_OFFER_TABLES} join best b on b.id = o.id order by b.fall desc`,
    [category, category, limit],
  );
}
