/*
 * Search beside a plain tsvector with a GIN index, over generated offers, interleaved in one run:
 * `node tests/bench/search.ts <database url> [sizes]`, sizes '10000,100000,1000000'. The role must be allowed to create
 * databases; those of the bench are dropped. 1,000,000 offers take some minutes to make.
 *
 * Prints p50 and p99 in ms of 200 queries a size: ours (searchOffers: corrected, filtered to enabled retailers, whole
 * results) and plain (ids only, no misspelt words). Overlap: how many of our first 50 are among those of a search that
 * ranks all that fits, popular or not.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';
import { openOrm } from '#db/orm.ts';
import { refreshSearchWords, searchOffers } from '#db/queries/search.ts';
import { exactTop } from './search/exact.ts';
import { fillWithOffers } from './search/fill.ts';
import { queriesFrom } from './search/queries.ts';
import { createVocabulary } from './search/vocabulary.ts';

const LIMIT = 50;
const QUERIES = 200;
const ROUNDS = 3;

const [, , adminUrl, sizesText = '10000,100000,1000000'] = process.argv;
if (!adminUrl) throw new Error('usage: search.ts <database url> [sizes]');

console.log(
  `${'offers'.padStart(9)} ${'ours p50'.padStart(9)} ${'p99'.padStart(7)} ${'plain p50'.padStart(10)} ${'p99'.padStart(7)} ${'p99 ours ÷ plain'.padStart(17)} overlap`,
);
for (const size of sizesText.split(',').map(Number)) await measure(size);
process.exit(0);

async function measure(size: number): Promise<void> {
  const name = `bench_search_${size}`;
  const admin = new pg.Client({ connectionString: adminUrl ?? '' });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  const url = new URL(adminUrl ?? '');
  url.pathname = `/${name}`;
  await migrate(url.href);
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  // Dropping the database ends what is still idle.
  pool.on('error', () => undefined);
  const orm = await openOrm(url.href);
  const em = orm.em.fork() as EntityManager;
  const vocabulary = createVocabulary();
  await fillWithOffers(pool, vocabulary, size);
  await refreshSearchWords(em);
  await pool.query('vacuum analyze');
  const queries = await queriesFrom(pool, QUERIES);

  const ours: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { asked, meant } of queries) {
      const oursMs = await timed(() => searchOffers(em, asked, LIMIT));
      const plainMs = await timed(() => plainSearch(pool, meant));
      // The first round fills memory and plans.
      if (round > 0) {
        ours.push(oursMs);
        plain.push(plainMs);
      }
    }
  }
  const overlap = { right: [] as number[], misspelt: [] as number[] };
  for (const { asked, meant } of queries) {
    const wanted = new Set(await exactTop(pool, meant, LIMIT));
    if (wanted.size === 0) continue;
    const found = await searchOffers(em, asked, LIMIT);
    const share = found.filter(({ offerId }) => wanted.has(offerId)).length / wanted.size;
    overlap[asked === meant ? 'right' : 'misspelt'].push(share);
  }
  const mean = (values: number[]) =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
  const ratio = at(ours, 0.99) / at(plain, 0.99);
  console.log(
    `${String(size).padStart(9)} ${at(ours, 0.5).toFixed(2).padStart(9)} ${at(ours, 0.99).toFixed(2).padStart(7)} ${at(plain, 0.5).toFixed(2).padStart(10)} ${at(plain, 0.99).toFixed(2).padStart(7)} ${ratio.toFixed(2).padStart(17)} ${mean(overlap.right)}, misspelt ${mean(overlap.misspelt)}`,
  );
  await orm.close();
  await pool.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
}

function plainSearch(pool: pg.Pool, query: string) {
  return pool.query({
    name: 'plain',
    text: `select id from plain where words @@ plainto_tsquery('english', $1)
      order by ts_rank(words, plainto_tsquery('english', $1)) desc limit ${LIMIT}`,
    values: [query],
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function at(values: number[], quantile: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0;
}
