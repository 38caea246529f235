/* What the catalogue knows of the words of a query. SQL text: looks at samples of products by tsquery. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { singularOf } from '#domain/categories/singular.ts';
import type { WordsKnown } from '#domain/search/looser-query.ts';
import { tsqueryOf } from '#domain/search/query-groups.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';

const wordsHeld = preparedQuery('words-held', (_db, value: Named<{ words: string[] }>) =>
  value.text<{ word: string; offers: number }>(
    'select word, offers from search_word where word = any(:words::text[]) and offers > 0',
  ),
);

/** In how many offers each word of a query stands, and each two neighbours as one word. */
export async function offersHolding(
  em: EntityManager,
  query: string,
): Promise<Map<string, number>> {
  const words = queryWords(query);
  const joined = words.slice(1).map((word, nth) => `${words[nth]}${word}`);
  const rows = await wordsHeld(em, { words: [...words, ...joined] });
  return new Map(rows.map(({ word, offers }) => [word, offers]));
}

/** Of so many products that a word names it is the brand of some, and what a tenth of them are, if it is either. */
const SAMPLE = 200;

const wordsAmong = preparedQuery('words-among', (_db, value: Named<{ runs: string }>) =>
  value.text<{ joined: string; isBrand: boolean; isThing: boolean }>(`
    select run.joined, coalesce(bool_or(regexp_replace(lower(named.brand), '\\W', '', 'g') = run.joined), false) as "isBrand",
      count(*) filter (where named.head = run.head) * 10 >= count(*) as "isThing"
    from jsonb_to_recordset(:runs::jsonb) run(joined text, head text, query text)
    left join lateral (select brand, head from search_product where words @@ to_tsquery('english', run.query) limit ${SAMPLE}) named on true
    group by run.joined, run.head`),
);

/** Which words are of brands, also of two or three words, which no offer holds, and which products are. */
export async function wordsKnown(
  em: EntityManager,
  words: readonly string[],
  held: ReadonlyMap<string, number>,
): Promise<WordsKnown> {
  const runs = words.flatMap((_, from) =>
    [1, 2, 3].flatMap((length) =>
      from + length <= words.length ? [words.slice(from, from + length)] : [],
    ),
  );
  const asked = runs.map((run) => ({
    joined: run.join(''),
    head: singularOf(run.join(' ')),
    query: tsqueryOf(
      run.map((word) => [word]),
      'A',
    ),
  }));
  const rows = await wordsAmong(em, { runs: JSON.stringify(asked) });
  const known = new Set(rows.flatMap(({ joined, isBrand }) => (isBrand ? [joined] : [])));
  const branded = runs.filter((run) => known.has(run.join('')));
  const brands = new Set(branded.flatMap((run) => [...run, run.join('')]));
  const things = new Set(rows.flatMap(({ joined, isThing }) => (isThing ? [joined] : [])));
  return { brands, things, unsaid: new Set(words.filter((word) => !held.has(word))) };
}
