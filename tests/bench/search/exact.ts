import type pg from 'pg';
import { ASKED, DEMERIT, whatIsMeant } from '#db/queries/search/fits.ts';
import { categoryOf } from '#domain/category.ts';
import { queryWords } from '#domain/text/search-words.ts';

/** How all that fits may be ranked. `documented` is the order of docs/api.md, `words` the same without popularity. */
export type ExactOrder = 'documented' | 'words';

const NAMED = `to_tsvector('english', o.name) @@ to_tsquery('english', $1) desc`;
const BEST = `${DEMERIT}, s.overall desc nulls last, o.id`;

const ORDERS: Readonly<Record<ExactOrder, string>> = {
  documented: `${NAMED}, o.search_tier, ${BEST}`,
  words: `${NAMED}, ${BEST}`,
};

/** The ids of the best offers when everything that fits is ranked, without any shortcut. */
export async function exactTop(
  pool: pg.Pool,
  query: string,
  limit: number,
  order: ExactOrder,
): Promise<string[]> {
  const words = queryWords(query);
  const tsquery = words.map((word) => `'${word}'`).join(' & ');
  const { rows } = await pool.query<{ id: string }>(
    `with asked as materialized (${ASKED})
     select o.id from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled'
       left join score s on s.offer_id = o.id
     where to_tsvector('english', o.search_text) @@ to_tsquery('english', $1)
       and o.last_seen_at > now() - interval '30 days'
     order by ${ORDERS[order]} limit $6`,
    [tsquery, categoryOf(null, query), ...whatIsMeant(words), limit],
  );
  return rows.map((row) => row.id);
}
