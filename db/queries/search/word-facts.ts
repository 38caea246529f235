/* What the catalogue says about the words of a query. SQL text: samples products by tsquery. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { singularOf } from '#domain/categories/singular.ts';
import { tsqueryOf } from '#domain/search/query-terms.ts';
import type { WordFacts } from '#domain/search/relax-query.ts';
import { queryWords } from '#domain/search/search-words.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';

const offersByWord = preparedQuery('offers-by-word', (_db, value: Named<{ words: string[] }>) =>
  value.text<{ word: string; offers: number }>(
    // Hides the number of words from the planner, which would plan each query anew.
    'select word, offers from search_word where word = any(array(select unnest(:words::text[]))) and offers > 0',
  ),
);

/** Counts the offers of each word of a query, and of each two neighbours written as one word. */
export async function countOffersByWord(
  em: EntityManager,
  query: string,
): Promise<Map<string, number>> {
  const words = queryWords(query);
  const joined = words.slice(1).map((word, nth) => `${words[nth]}${word}`);
  const rows = await offersByWord(em, { words: [...words, ...joined] });
  return new Map(rows.map(({ word, offers }) => [word, offers]));
}

/** Products that are looked at for each word. A brand is the brand of one of them, a thing the head noun of a tenth. */
const SAMPLE = 200;

const wordsAmong = preparedQuery('words-among', (_db, value: Named<{ runs: string }>) =>
  value.text<{ joined: string; isBrand: boolean; isThing: boolean }>(`
    select run.joined, coalesce(bool_or(regexp_replace(lower(named.brand), '\\W', '', 'g') = run.joined), false) as "isBrand",
      count(*) filter (where named.head = run.head) * 10 >= count(*) as "isThing"
    from jsonb_to_recordset(:runs::jsonb) run(joined text, head text, query text, named text)
    left join lateral (
      select brand, head from (
        select brand, head, words from search_product where words @@ to_tsquery('english', run.query) limit ${SAMPLE}) sample
      where words @@ to_tsquery('english', run.named)) named on true
    group by run.joined, run.head`),
);

/** Products of the sample have the words anywhere; those with the words in their names count. An index knows nothing of names. */
const queriesOf = (run: string[][]) => ({ query: tsqueryOf(run), named: tsqueryOf(run, 'A') });

/** Tells which words are (parts of) brands, which no offer has, and which are things that products are. */
export async function wordFacts(
  em: EntityManager,
  words: readonly string[],
  offerCounts: ReadonlyMap<string, number>,
): Promise<WordFacts> {
  const runs = words.flatMap((_, from) =>
    [1, 2, 3].flatMap((length) =>
      from + length <= words.length ? [words.slice(from, from + length)] : [],
    ),
  );
  const params = runs.map((run) => ({
    joined: run.join(''),
    head: singularOf(run.join(' ')),
    ...queriesOf(run.map((word) => [word])),
  }));
  const rows = await wordsAmong(em, { runs: JSON.stringify(params) });
  const brandNames = new Set(rows.flatMap(({ joined, isBrand }) => (isBrand ? [joined] : [])));
  const branded = runs.filter((run) => brandNames.has(run.join('')));
  const brands = new Set(branded.flatMap((run) => [...run, run.join('')]));
  const things = new Set(rows.flatMap(({ joined, isThing }) => (isThing ? [joined] : [])));
  return { brands, things, unseen: new Set(words.filter((word) => !offerCounts.has(word))) };
}
