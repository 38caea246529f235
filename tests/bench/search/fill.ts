import type pg from 'pg';
import { insertSelect } from '../../support/insert-select.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Offers of each product. */
const OFFERS_A_PRODUCT = 4;

/** SQL: one of the words of an array, the first ones far more often; `skew` 1 is even. */
const wordOf = (parameter: number, skew: number) =>
  `($${parameter}::text[])[1 + floor(cardinality($${parameter}::text[]) * random() ^ ${skew})::int]`;

/**
 * Fills a migrated database with `size` offers of 50 shops and their scores, and the table `plain` with the same texts. Word frequencies and
 * ratings are skewed, names hold no category, and the head noun is the last word but one. Two shops are disabled, and 3 % of the offers
 * were not seen for 60 days.
 */
export async function fillWithOffers(
  pool: pg.Pool,
  { brands, types, lines, traits, categories }: Vocabulary,
  size: number,
): Promise<void> {
  await pool.query('select setseed(0.5)');
  await pool.query(
    insertSelect(
      'retailer',
      {
        slug: `'shop-' || n`,
        name: `'Shop ' || n`,
        website: `'https://shop-' || n || '.example'`,
        trust_score10: '5 + n % 5',
        status: `case when n > 48 then 'disabled' else 'enabled' end`,
      },
      'from generate_series(1, 50) n',
    ),
  );
  await pool.query(
    insertSelect(
      'product',
      {
        name: `initcap(brand) || ' ' || initcap(line) || traits || ' ' || type || ' ' || chr(65 + n % 26) || n`,
        brand: 'brand',
        category: '($5::text[])[1 + array_position($2::text[], type) % cardinality($5::text[])]',
      },
      `from (select n, ${wordOf(1, 3)} as brand, ${wordOf(3, 2)} as line, ${wordOf(2, 3)} as type,
         (select coalesce(string_agg(' ' || ${wordOf(4, 2)}, ''), '') from generate_series(1, n % 5)) as traits
         from generate_series(1, ${size / OFFERS_A_PRODUCT}) n) made`,
    ),
    [brands, types, lines, traits, categories],
  );
  await pool.query(
    insertSelect(
      'offer',
      {
        retailer_id: 'r.id',
        url: `r.website || '/p/' || p.n`,
        product_id: 'p.id',
        name: 'p.name',
        brand: 'p.brand',
        category: 'p.category',
        search_text: `lower(p.name || ' | ' || p.category || ' |  | ' || split_part(p.name, ' ', -2))`,
        price_cents: '1000 + (p.n * 37) % 200000',
        rating_average: '4',
        rating_count: 'p.ratings',
        last_seen_at: `case when (p.n + k) % 33 = 0 then now() - interval '60 days' else now() end`,
      },
      `from (select id, name, brand, category, row_number() over (order by id) as n, floor(5000 * random() ^ 6)::int as ratings
           from product) p
         cross join generate_series(0, ${OFFERS_A_PRODUCT - 1}) k
         join (select id, website, row_number() over (order by slug) - 1 as nth from retailer) r on r.nth = (p.n * 7 + k * 13) % 50`,
    ),
  );
  await pool.query(
    insertSelect(
      'score',
      { offer_id: 'id', overall: '30 + floor(60 * random())::int' },
      'from offer',
    ),
  );
  await pool.query(
    `create table plain as select id, to_tsvector('english', search_text) as words from offer`,
  );
  await pool.query('create index on plain using gin (words)');
  await pool.query('alter table plain add primary key (id)');
}
