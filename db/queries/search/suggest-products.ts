import type { EntityManager } from '@mikro-orm/postgresql';
import { queryWords } from '#domain/search/search-words.ts';
import { LISTED_OFFERS } from '../sql/offer-conditions.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';

const namesFitting = preparedQuery(
  'suggest-products',
  (_db, value: Named<{ words: string }>, limit: number) =>
    value.text<{ name: string }>(`
      select p.name from (
        select product_id, prior from search_product where words @@ to_tsquery('english', :words) order by prior desc limit ${4 * limit}) fit
      join product p on p.id = fit.product_id
      where exists (select from ${LISTED_OFFERS} where o.product_id = p.id) order by fit.prior desc, length(p.name), p.name limit ${limit}`),
);

/** Product names that begin as the shopper types, the more popular first. */
export async function suggestProducts(
  em: EntityManager,
  query: string,
  limit: number,
): Promise<string[]> {
  const words = queryWords(query);
  const last = words.at(-1);
  if (!last) return [];
  const begun = words.map((word) => (word === last ? `'${word}':*A` : `'${word}':A`));
  const rows = await namesFitting(em, { words: begun.join(' & ') }, limit);
  return [...new Set(rows.map((row) => row.name))];
}
