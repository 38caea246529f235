/* What the catalogue says about the words of a query. SQL text: samples products by tsquery. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { singularOf } from '#domain/categories/singular.ts';
import type { MatchedProduct } from '#domain/search/filter-products.ts';
import { tsqueryOf } from '#domain/search/query-terms.ts';
import type { WordFacts } from '#domain/search/relax-query.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';

/** Offers by word, of all words without digits that offers have. */
export type OfferCounts = ReadonlyMap<string, number>;

const allWords = preparedQuery('all-words', (_db, value: Named<object>) =>
  // One text, as a hundred thousand rows would block the process.
  value.text<{ words: string | null }>(
    `select string_agg(word || ' ' || offers, E'\n') as words from search_word where offers > 0`,
  ),
);

/** How long words are used before they are read again. */
const KEPT_MS = MINUTE_MS;
/** Databases whose words a process keeps. */
const MOST_DATABASES = 4;

/**
 * Keeps the words that `load` reads of each database. After KEPT_MS it reads them again, while callers get the old ones. Only the first
 * caller waits, and callers while a database has no words, as a new one soon has some.
 */
export function createWordLists(
  load: (em: EntityManager) => Promise<OfferCounts>,
  now: () => number = () => performance.now(),
) {
  const kept = new LRUCache<object, OfferCounts, EntityManager>({
    max: MOST_DATABASES,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    noDeleteOnFetchRejection: true,
    // Callers that wait get the words even if they are forgotten meanwhile.
    ignoreFetchAbort: true,
    // A fork, as a read may outlive the transaction of its caller.
    fetchMethod: (_database, _former, { context: em }) => load(em.fork()),
  });
  return {
    /** The offers by word. Rejects where the first read fails; where a later one fails, the old words stay. */
    async get(em: EntityManager): Promise<OfferCounts> {
      const words = await kept.forceFetch(em.getConnection(), { context: em });
      if (words.size === 0) this.forget(em);
      return words;
    },
    /** Makes the next caller wait for new words. */
    forget: (em: EntityManager) => kept.delete(em.getConnection()),
  };
}

const lists = createWordLists(readWords);

/** Counts the offers of all words: as they were at most KEPT_MS before the last call. */
export const offersByWord = (em: EntityManager): Promise<OfferCounts> => lists.get(em);

/** Makes this process read the words again. */
export const forgetWords = (em: EntityManager) => lists.forget(em);

async function readWords(em: EntityManager): Promise<OfferCounts> {
  const [row] = await allWords(em, {});
  const lines = row?.words?.split('\n') ?? [];
  const pairs = lines.map((line) => line.split(' '));
  return new Map(pairs.map(([word = '', offers]) => [word, Number(offers)]));
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

/**
 * Tells which words are (parts of) brands, which no offer has, and which are things that products are: from the products that match all
 * words, or else from a sample.
 */
export async function wordFacts(
  em: EntityManager,
  words: readonly string[],
  offerCounts: OfferCounts,
  matched: readonly MatchedProduct[],
): Promise<WordFacts> {
  const runs = words.flatMap((_, from) =>
    [1, 2, 3].flatMap((length) =>
      from + length <= words.length ? [words.slice(from, from + length)] : [],
    ),
  );
  const { isBrand, isThing } = matched[0] ? amongMatched(matched) : await amongSample(em, runs);
  const brands = runs.filter(isBrand).flatMap((run) => [...run, run.join('')]);
  const things = runs.filter(isThing).map((run) => run.join(''));
  const unseen = words.filter((word) => !offerCounts.has(word));
  return { brands: new Set(brands), things: new Set(things), unseen: new Set(unseen) };
}

const headOf = (run: readonly string[]) => singularOf(run.join(' '));

function amongMatched(products: readonly MatchedProduct[]) {
  const nameOf = ({ brand }: MatchedProduct) =>
    (brand ?? '').toLowerCase().replace(/[^\p{L}\p{N}_]/gu, '');
  const brands = new Set(products.map(nameOf));
  const ofHead = Map.groupBy(products, ({ head }) => head);
  return {
    isBrand: (run: string[]) => brands.has(run.join('')),
    isThing: (run: string[]) => (ofHead.get(headOf(run))?.length ?? 0) * 10 >= products.length,
  };
}

async function amongSample(em: EntityManager, runs: readonly string[][]) {
  const params = runs.map((run) => ({
    joined: run.join(''),
    head: headOf(run),
    ...queriesOf(run.map((word) => [word])),
  }));
  const rows = await wordsAmong(em, { runs: JSON.stringify(params) });
  const byRun = new Map(rows.map((row) => [row.joined, row]));
  return {
    isBrand: (run: string[]) => byRun.get(run.join(''))?.isBrand ?? false,
    isThing: (run: string[]) => byRun.get(run.join(''))?.isThing ?? false,
  };
}
