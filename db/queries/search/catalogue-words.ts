/* What the catalogue says about the words of a query. SQL text: samples products by tsquery. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { knownWords } from '#domain/lexicon/synonyms.ts';
import type { CatalogueWords } from '#domain/search/rank-terms.ts';
import { SEARCH_TEXT_MARK } from '#domain/search/search-words.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';
import { tables } from '../sql/tables.ts';
import { learnUsualSpecs, rankSearchProducts, readSizes } from './search-products.ts';

const allWords = preparedQuery('all-words', (_db, value: Named<object>) =>
  // One text, as a hundred thousand rows would block the process.
  value.text<{ words: string | null }>(
    `select string_agg(word || ' ' || offers || ' ' || as_head, E'\n') as words from search_word where offers > 0`,
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
  load: (em: EntityManager) => Promise<CatalogueWords>,
  now: () => number = () => performance.now(),
) {
  const kept = new LRUCache<object, CatalogueWords, EntityManager>({
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
    async get(em: EntityManager): Promise<CatalogueWords> {
      const words = await kept.forceFetch(em.getConnection(), { context: em });
      if (words.offers.size === 0) this.forget(em);
      return words;
    },
    /** Makes the next caller wait for new words. */
    forget: (em: EntityManager) => kept.delete(em.getConnection()),
  };
}

const lists = createWordLists(readWords);

/** Counts the offers of all words: as they were at most KEPT_MS before the last call. */
export const catalogueWords = (em: EntityManager): Promise<CatalogueWords> => lists.get(em);

/** Makes this process read the words again. */
export const forgetWords = (em: EntityManager) => lists.forget(em);

async function readWords(em: EntityManager): Promise<CatalogueWords> {
  const [row] = await allWords(em, {});
  const lines = row?.words?.split('\n') ?? [];
  const rows = lines.map((line) => {
    const [word = '', ...counts] = line.split(' ');
    const [offers = 0, asHead = 0] = counts.map(Number);
    return { word, offers, asHead };
  });
  return {
    mostOffers: rows.reduce((most, { offers }) => Math.max(most, offers), 0),
    offers: new Map(rows.map(({ word, offers }) => [word, offers])),
    heads: wordsOf(rows.filter(({ offers, asHead }) => asHead >= HEAD_SHARE * offers)),
  };
}

/** The share of a word's offers from which it names goods. */
const HEAD_SHARE = 0.1;

const wordsOf = (rows: readonly { word: string }[]) => new Set(rows.map(({ word }) => word));

/**
 * Updates rank, sizes and usual specifications of all products, and the vocabulary that spelling is corrected against: the words of all offers and of
 * the lexicon, without words that have digits.
 */
export async function refreshSearchWords(em: EntityManager): Promise<void> {
  await rankSearchProducts(em);
  await readSizes(em);
  await learnUsualSpecs(em);
  await sql`
    with words as (
      select word, sum(offers)::int as offers, sum(as_head)::int as as_head from (
        select word, count(*) as offers, 0 as as_head
          from offer, unnest(string_to_array(search_text, ' ')) word group by word
        union all select word, count(*), 0 from product, regexp_split_to_table(lower(description), '[^[:alpha:]]+') word
          group by word having count(*) > 1
        union all select word, 0, count(*)
          from offer, split_part(split_part(search_text, ${SEARCH_TEXT_MARK}, 4), ' ', -1) word group by word
        union all select unnest(${[...knownWords()]}::text[]), 0, 0) known
      group by word having word ~ '^[[:alpha:]]{2,40}$'),
    gone as (delete from search_word s where not exists (select 1 from words w where w.word = s.word))
    insert into search_word (word, offers, as_head) select word, offers, as_head from words
    on conflict (word) do update set offers = excluded.offers, as_head = excluded.as_head
    where (search_word.offers, search_word.as_head) <> (excluded.offers, excluded.as_head)`.execute(
    tables(em),
  );
  forgetWords(em);
}
