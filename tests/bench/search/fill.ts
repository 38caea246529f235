import type pg from 'pg';
import type { Vocabulary } from './vocabulary.ts';

/** Offers of one product. */
const OFFERS_A_PRODUCT = 4;

/**
 * Fills a migrated database with so many offers of 50 shops and their scores, and the table `plain` with the same
 * names. Usual words stand in far more names than rare ones; few products have most of the ratings.
 */
export async function fillWithOffers(
  pool: pg.Pool,
  { brands, types, lines }: Vocabulary,
  size: number,
): Promise<void> {
  await pool.query(`select setseed(0.5)`);
  await pool.query(
    `insert into retailer (slug, name, category, region, website, trust_score10, kind, status, pace_ms, discovery)
     select 'shop-' || n, 'Shop ' || n, 'General', 'NSW', 'https://shop-' || n || '.example', 5 + n % 5, 'real', 'enabled', 0, '{}'
     from generate_series(1, 50) n`,
  );
  await pool.query(
    `insert into product (name, brand, category, specifications)
     select initcap(($1::text[])[1 + floor(400 * random() ^ 3)::int]) || ' ' || ($3::text[])[1 + floor(3000 * random() ^ 2)::int]
         || ' ' || ($2::text[])[1 + floor(300 * random() ^ 3)::int] || ' ' || chr(65 + n % 26) || n, null, 'General', '{}'
     from generate_series(1, ${size / OFFERS_A_PRODUCT}) n`,
    [brands, types, lines],
  );
  await pool.query(
    `insert into offer (retailer_id, url, product_id, match_method, match_confidence, match_because, name, search_text,
       source, price_cents, availability, rating_average, rating_count, extraction, price_changed_at, last_seen_at)
     select r.id, r.website || '/p/' || p.n, p.id, 'title', 1, '[]', p.name, lower(p.name || ' ' || r.name), 'live',
       1000 + (p.n * 37) % 200000, 'in_stock', 4, p.ratings, 'json-ld', now(), now()
     from (select id, name, row_number() over (order by id) as n, floor(5000 * random() ^ 6)::int as ratings from product) p
       cross join generate_series(0, ${OFFERS_A_PRODUCT - 1}) k
       join (select id, name, website, row_number() over (order by slug) - 1 as nth from retailer) r on r.nth = (p.n * 7 + k * 13) % 50`,
  );
  await pool.query(
    `insert into score (offer_id, overall, price, quality, value, popularity, reason, highlights)
     select id, 30 + floor(60 * random())::int, 50, 50, 50, 50, 'Fine.', '[]' from offer`,
  );
  await pool.query(
    `create table plain as select id, to_tsvector('english', search_text) as words from offer`,
  );
  await pool.query('create index on plain using gin (words)');
  await pool.query('alter table plain add primary key (id)');
}
