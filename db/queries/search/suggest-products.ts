import type { EntityManager } from '@mikro-orm/postgresql';
import { familiesOf } from '#domain/search/families.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { LISTED_OFFERS } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { firstOffers } from './search.ts';

/** The categories that most of the products are in, each with at least this share of what the first one has. */
const MOST_CATEGORIES = 3;
const LEAST_SHARE = 0.1;
/** So much more counts a product that is the thing begun, and one that is just it; the rank before any query adds 0 to 4.5. */
const BEGINS_AS_TYPED = 3;
const IS_THE_THING = 1;
/** So many times the products asked for are read: variants of one model are one suggestion. */
const VARIANTS = 4;

type Fitting = {
  productId: string;
  familyKeys: string[];
  categories: { name: string; count: number }[] | null;
};
/** `words` is a tsquery, `things` are what a thing may be, `begun` its beginnings as patterns. */
type Asked = { words: string; things: string[]; begun: string[] };

const fitting = preparedQuery('suggest-products', (_db, value: Named<Asked>, limit: number) =>
  value.text<Fitting>(`
      with fit as materialized (
        select product_id, category,
          prior + (head like any(:begun::text[]))::int * ${BEGINS_AS_TYPED} + (head = any(:things::text[]))::int * ${IS_THE_THING} as points
        from search_product where words @@ to_tsquery('english', :words)),
      categories as (
        select * from (
          select category as name, count(*)::int, max(count(*)) over () as most from fit where category is not null group by category) each
        where count >= ${LEAST_SHARE} * most order by count desc, name limit ${MOST_CATEGORIES})
      select p.id as "productId", p.family_keys as "familyKeys", (select json_agg(json_build_object('name', name, 'count', count)) from categories) as categories
      from (select * from fit order by points desc limit ${2 * VARIANTS * limit}) best join product p on p.id = best.product_id
      where exists (select from ${LISTED_OFFERS} where o.product_id = p.id)
      order by best.points desc, length(p.name), p.name limit ${VARIANTS * limit}`),
);

/**
 * Products whose names begin as the shopper types, what the words name before the rest and the more popular first, one of each model by
 * its best offer, and the categories of all that fit.
 */
export async function suggestProducts(em: EntityManager, query: string, limit: number) {
  const words = queryWords(query);
  const last = words.at(-1);
  if (!last) return { products: [], categories: [] };
  const typed = words.map((word) => (word === last ? `'${word}':*A` : `'${word}':A`));
  const things = [words.join(' '), last];
  const begun = things.map((thing) => `${thing}%`);
  const rows = await fitting(em, { words: typed.join(' & '), things, begun }, limit);
  const models = new Set(familiesOf(rows).values());
  const products = await firstOffers(em, [...models].slice(0, limit));
  return { products, categories: rows[0]?.categories ?? [] };
}
