import type { EntityManager } from '@mikro-orm/postgresql';
import { queryWords } from '#domain/search/search-words.ts';
import { LISTED_OFFERS } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { firstOffers } from './search.ts';

/** The categories that most of the products are in. */
const MOST_CATEGORIES = 3;

type Fitting = { productId: string; categories: { name: string; count: number }[] | null };

const fitting = preparedQuery(
  'suggest-products',
  (_db, value: Named<{ words: string }>, limit: number) =>
    value.text<Fitting>(`
      with fit as materialized (
        select product_id, category, prior from search_product where words @@ to_tsquery('english', :words)),
      categories as (
        select category as name, count(*)::int from fit where category is not null group by category
        order by count(*) desc, category limit ${MOST_CATEGORIES})
      select p.id as "productId", (select json_agg(categories) from categories) as categories
      from (select * from fit order by prior desc limit ${4 * limit}) best join product p on p.id = best.product_id
      where exists (select from ${LISTED_OFFERS} where o.product_id = p.id)
      order by best.prior desc, length(p.name), p.name limit ${limit}`),
);

/** Products whose names begin as the shopper types, the more popular first, each by its best offer, and their categories. */
export async function suggestProducts(em: EntityManager, query: string, limit: number) {
  const words = queryWords(query);
  const last = words.at(-1);
  if (!last) return { products: [], categories: [] };
  const begun = words.map((word) => (word === last ? `'${word}':*A` : `'${word}':A`));
  const rows = await fitting(em, { words: begun.join(' & ') }, limit);
  const products = await firstOffers(
    em,
    rows.map(({ productId }) => productId),
  );
  return { products, categories: rows[0]?.categories ?? [] };
}
