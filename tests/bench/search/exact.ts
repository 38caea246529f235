import type pg from 'pg';
import { queryWords } from '#domain/search-words.ts';

/** The ids of the best offers when everything that fits is ranked, in our order, without any shortcut. */
export async function exactTop(pool: pg.Pool, query: string, limit: number): Promise<string[]> {
  const tsquery = queryWords(query)
    .map((word) => `'${word}'`)
    .join(' & ');
  const { rows } = await pool.query<{ id: string }>(
    `select o.id from offer o join retailer r on r.id = o.retailer_id and r.status = 'enabled'
       left join score s on s.offer_id = o.id
     where to_tsvector('english', o.search_text) @@ to_tsquery('english', $1)
     order by ts_rank(to_tsvector('english', o.name), to_tsquery('english', $1), 1) desc, s.overall desc nulls last, o.id
     limit $2`,
    [tsquery, limit],
  );
  return rows.map((row) => row.id);
}
