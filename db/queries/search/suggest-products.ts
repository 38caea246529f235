import type { EntityManager } from '@mikro-orm/postgresql';
import { familiesOf } from '#domain/search/families.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { LISTED_OFFERS } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { firstOffers } from './search.ts';

/** Categories to suggest: the commonest among the matches, each with at least this share of the first one's products. */
const MOST_CATEGORIES = 3;
const LEAST_SHARE = 0.1;
/** Points, beside `prior` of 0 to 4.5, for a head noun that begins as typed, and for one that equals it. */
const BEGINS_AS_TYPED = 3;
const IS_THE_THING = 1;
/** Factor of products to read, as variants of one model become one suggestion. */
const VARIANTS = 4;

type SuggestionRow = {
  productId: string;
  familyKeys: string[];
  categories: { name: string; count: number }[] | null;
};
/** `words` is a tsquery, `things` are possible head nouns, `prefixes` the same as LIKE patterns. */
type Params = { words: string; things: string[]; prefixes: string[] };

const suggestions = preparedQuery('suggest-products', (_db, value: Named<Params>, limit: number) =>
  value.text<SuggestionRow>(`
      with fit as materialized (
        select product_id, category,
          prior + (head like any(:prefixes::text[]))::int * ${BEGINS_AS_TYPED} + (head = any(:things::text[]))::int * ${IS_THE_THING} as points
        from search_product where words @@ to_tsquery('english', :words)),
      categories as (
        select * from (
          select category as name, count(*)::int, max(count(*)) over () as most from fit where category is not null group by category) each
        where count >= ${LEAST_SHARE} * most order by count desc, name limit ${MOST_CATEGORIES})
      select p.id as "productId", p.family_keys as "familyKeys", (select json_agg(json_build_object('name', name, 'count', count)) from categories) as categories
      from (select * from fit order by points desc, product_id limit ${2 * VARIANTS * limit}) best join product p on p.id = best.product_id
      where exists (select from ${LISTED_OFFERS} where o.product_id = p.id)
      order by best.points desc, length(p.name), p.name, p.id limit ${VARIANTS * limit}`),
);

/**
 * Suggests products with a name that begins as the shopper types, one of each model by its best offer, and the categories of all matches.
 * Products that are the typed thing come first, then the most popular.
 */
export async function suggestProducts(em: EntityManager, query: string, limit: number) {
  const words = queryWords(query);
  const last = words.at(-1);
  if (!last) return { products: [], categories: [] };
  const typed = words.map((word) => (word === last ? `'${word}':*A` : `'${word}':A`));
  const things = [words.join(' '), last];
  const prefixes = things.map((thing) => `${thing}%`);
  const rows = await suggestions(em, { words: typed.join(' & '), things, prefixes }, limit);
  const models = new Set(familiesOf(rows).values());
  const products = await firstOffers(em, [...models].slice(0, limit));
  return { products, categories: rows[0]?.categories ?? [] };
}
