import type { EntityManager } from '@mikro-orm/postgresql';
import { ASKED, DEMERIT, meaningOf } from '#db/queries/search/fits.ts';
import { allOf } from '#db/queries/search/search.ts';
import { named } from '#db/queries/sql/prepared.ts';
import { tables } from '#db/queries/sql/tables.ts';
import { categoryOf } from '#domain/category.ts';
import { queryWords } from '#domain/text/search-words.ts';

/** How all that fits may be ranked. `documented` is the order of docs/api.md, `words` the same without popularity. */
export type ExactOrder = 'documented' | 'words';

const NAMED = `to_tsvector('english', o.name) @@ to_tsquery('english', :words) desc`;
const BEST = `${DEMERIT}, s.overall desc nulls last, o.id`;

const ORDERS: Readonly<Record<ExactOrder, string>> = {
  documented: `${NAMED}, o.search_tier, ${BEST}`,
  words: `${NAMED}, ${BEST}`,
};

/** The ids of the best offers when everything that fits is ranked, without any shortcut. */
export async function exactTop(
  em: EntityManager,
  query: string,
  limit: number,
  order: ExactOrder,
): Promise<string[]> {
  const words = queryWords(query);
  const category = categoryOf(null, query);
  const { text } = named({ words: allOf(words), category, ...meaningOf(words), limit });
  const { rows } = await text<{ id: string }>(
    `with asked as materialized (${ASKED})
     select o.id from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled'
       left join score s on s.offer_id = o.id
     where to_tsvector('english', o.search_text) @@ to_tsquery('english', :words)
       and o.last_seen_at > now() - interval '30 days'
     order by ${ORDERS[order]} limit :limit`,
  ).execute(tables(em));
  return rows.map((row) => row.id);
}
