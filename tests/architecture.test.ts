/*
 * Dependencies point down only. The test reads every import of every source file, .astro files and type imports included.
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { cyclesOf, faultsOf, fileGraph, folderGraph } from './support/import-rules.ts';
import { factsOf } from './support/source-facts.ts';

const SOURCES = ['{db,site,worker,tests,.ci}/**/*.{ts,tsx,mjs,astro}', '*.{ts,mjs}'];

/** Files that may run SQL text, each with its reason. */
const SQL_TEXT: Readonly<Record<string, string>> = {
  'db/backup/read-backup.ts': 'inserts rows exactly as Postgres wrote them',
  'db/backup/write-backup.ts': 'reads all tables as JSON, independent of columns',
  'db/migrate.ts': 'migrates under an advisory lock',
  'db/queues/backend.ts': 'reads the clock on its own connection, without an ORM',
  'db/queries/crawl/pages.ts': 'bulk upsert',
  'db/queries/crawl/runs.ts': 'finds or adds the open run in one statement',
  'db/queries/crawl/hosts.ts': 'reserves a slot of a host under its lock',
  'db/queries/matches/evidence.ts': 'windows over groups, read through a cursor',
  'db/queries/matches/join-copies.ts': 'moves history between offers and keeps whole rows',
  'db/queries/offers/page-offers.ts': 'bulk update with its old values',
  'db/queries/offers/refused-offers.ts': 'bulk upsert',
  'db/queries/offers/store-offers.ts': 'bulk upsert and bulk update',
  'db/queries/products/product-history.ts': 'bulk update',
  'db/queries/offers/price-points.ts': 'bulk upserts, and a statement that packs a year of prices',
  'db/queries/operators/retention.ts': 'deletes in batches and skips locked rows',
  'db/queries/products/products.ts': 'bulk insert and bulk update',
  'db/queries/products/scores.ts': 'bulk upsert',
  'db/queries/search/list-products.ts': 'search',
  'db/queries/search/catalogue-words.ts': 'search: bulk update of the vocabulary',
  'db/queries/search/search-products.ts': 'search: bulk upsert and update of search texts',
  'db/queries/search/renew-search-texts.ts': 'search: bulk update of search texts',
  'db/queries/sql/advisory-lock.ts': 'advisory locks',
  'db/queries/sql/in-batches.ts': 'declares a cursor',
  'db/runtime/pooler.ts': 'checks a connection before the ORM exists',
};

function faultsIn(path: string, text: string): string[] {
  return faultsOf(factsOf(path, text));
}

describe('this repository', () => {
  const all = globSync(SOURCES, { cwd: REPO_ROOT }).map((path) =>
    factsOf(path, readFileSync(`${REPO_ROOT}/${path}`, 'utf8')),
  );
  const sources = all.filter(
    ({ path }) => /^(?:db|site|worker)\//.test(path) && !/\.test\.tsx?$/.test(path),
  );

  test('has files to check', () => {
    expect(all.length).toBeGreaterThan(50);
    const ofDomain = all
      .flatMap(({ imports }) => imports)
      .filter(({ target }) => target?.startsWith('db/domain/'));
    expect(ofDomain.length).toBeGreaterThan(50);
  });

  test('respects its layers', () => {
    expect(all.flatMap(faultsOf)).toEqual([]);
  });

  test('has no import cycles of files or folders, type imports included', () => {
    const files = fileGraph(sources);
    const cycles = [...cyclesOf(files), ...cyclesOf(folderGraph(files))];
    expect(cycles).toEqual([]);
  });

  test('writes SQL text only in the listed files', () => {
    const named = new Set(Object.keys(SQL_TEXT));
    const found = sources.filter(({ runsSqlText }) => runsSqlText).map(({ path }) => path);
    expect(found.filter((path) => !named.has(path))).toEqual([]);
    expect(Object.keys(SQL_TEXT).filter((path) => !found.includes(path))).toEqual([]);
  });
});

/** Files that begin transactions themselves. */
const TRANSACTIONS: Readonly<Record<string, string>> = {
  'db/queries/open-data/files.ts': 'reads a stream, which cannot be read again',
  'db/queries/sql/in-batches.ts': 'reads through a cursor and writes nothing',
  'db/queries/sql/in-transaction.ts': 'runs all others, again after a deadlock',
};

describe('transactions', () => {
  const sources = globSync('{db,site,worker}/**/*.ts', { cwd: REPO_ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(`${REPO_ROOT}/${path}`, 'utf8') }));
  const BEGIN = /\.(?:transactional|transaction|begin)\(/;
  const LOCK = /\.for(?:NoKey)?Update\(|\bfor (?:no key )?update\b/g;
  const ORDER = /order by|orderBy\(/;
  /** Locks that no deadlock can need: of one row, or without waiting. */
  const SAFE = /^[^;]{0,120}?(?:skip locked|skipLocked|executeTakeFirst)/;
  const unorderedLocks = (text: string) =>
    [...text.matchAll(LOCK)].filter(
      ({ index }) =>
        !ORDER.test(text.slice(Math.max(0, index - 250), index)) && !SAFE.test(text.slice(index)),
    );

  test('go through inTransaction, which begins again after a deadlock', () => {
    const found = sources.filter(({ text }) => BEGIN.test(text)).map(({ path }) => path);
    expect(found.toSorted()).toEqual(Object.keys(TRANSACTIONS));
  });

  test('lock rows in an order', () => {
    const found = sources.filter(({ text }) => unorderedLocks(text).length > 0);
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  test.each([
    `db.selectFrom('offer').select('id').where('page', '=', page).forNoKeyUpdate().execute()`,
    'select id from offer where page_id = 1 for update',
  ])('without an order are found in %s', (text) => expect(unorderedLocks(text)).toHaveLength(1));
});

describe('the clock', () => {
  /** The machine's time, and texts or parts of dates in the machine's zone. */
  const MACHINE =
    /\bDate\.now\b|\bDate\.parse\((?!'[^']*(?:Z|[+-]\d\d:\d\d)'\))|\bnew Date\((?!\w*ms\))|DateTimeFormat\(|\.toLocale(?:Date|Time)?String\(|\.[gs]et(?:Date|Day|Hours|Minutes|Month|FullYear|TimezoneOffset)\(/gi;
  const readsMachine = (text: string) => text.match(MACHINE) ?? [];

  test('is the caller’s, and the calendar one module, in the domain and the extractor', () => {
    const paths = globSync('{db/domain,worker/extract}/**/*.ts', { cwd: REPO_ROOT });
    const found = paths
      .filter((path) => !/\.test\.ts$|^db\/domain\/calendar\.ts$/.test(path))
      .flatMap((path) =>
        readsMachine(readFileSync(`${REPO_ROOT}/${path}`, 'utf8')).map((use) => `${path}: ${use}`),
      );
    expect(found).toEqual([]);
    const calendar = readFileSync(`${REPO_ROOT}/db/domain/calendar.ts`, 'utf8');
    expect(calendar).not.toMatch(/Date\.now|new Date\(\)/);
  });

  test.each([
    'Date.now()',
    'new Date()',
    'new Date(text)',
    'Date.parse(text)',
    `Date.parse('2026-12-01')`,
    'at.getHours()',
    'at.toLocaleDateString()',
  ])('of the machine is found in %s', (text) => expect(readsMachine(text)).toHaveLength(1));

  test.each([
    'new Date(ms)',
    'new Date(fetchedMs)',
    `Date.parse('2026-12-01T00:00Z')`,
    'Date.UTC(2026, 0)',
  ])('of the machine is not in %s', (text) => expect(readsMachine(text)).toEqual([]));
});

describe('the rules detect violations', () => {
  const graphOf = (sources: Record<string, string>) =>
    fileGraph(Object.entries(sources).map(([path, text]) => factsOf(path, text)));

  test('finds cycles of files and of folders', () => {
    const files = graphOf({
      'db/a/one.ts': `import type { Two } from './two.ts';`,
      'db/a/two.ts': `import { one } from './one.ts'; import '#db/b/three.ts';`,
      'db/a/four.ts': '',
      'db/b/three.ts': `export type Four = import('../a/four.ts').Four;`,
      'db/b/c/five.ts': `import '../three.ts';`,
    });
    expect(cyclesOf(files)).toEqual([['db/a/one.ts', 'db/a/two.ts']]);
    expect(cyclesOf(folderGraph(files))).toEqual([['db/a', 'db/b']]);
  });

  test.each([
    `em.execute('select 1')`,
    'em.execute<Row[]>(TEXT, [])',
    'sql`select 1`.execute(tables(em))',
    'preparedQuery(name, () => sql<Row>`with input as (select 1)`)',
    `pool.query('update page set fence = 1')`,
    'pool.query({ text, values })',
    `prepared(em, 'name', TEXT, [])`,
  ])('SQL as text: %s', (call) => {
    expect(factsOf('db/queries/a.ts', `await ${call};`).runsSqlText).toBe(true);
  });

  test.each([
    `tables(em).selectFrom('page').where(sql\`true\`).execute()`,
    `context.req.query('page')`,
  ])('not SQL as text: %s', (call) => {
    expect(factsOf('db/queries/a.ts', `await ${call};`).runsSqlText).toBe(false);
  });

  const BROKEN: ReadonlyArray<readonly [path: string, text: string, fault: string]> = [
    ['site/api/a.ts', `import { crawl } from '#worker/crawl.ts';`, 'site may not use worker'],
    ['worker/a.ts', `import type { Api } from '#site/api/app.ts';`, 'worker may not use site'],
    ['worker/a.ts', `const x = await import('../site/server.ts');`, 'worker may not use site'],
    [
      'db/a.ts',
      `export { crawl } from '#worker/crawl.ts'; export const b = 1;`,
      'db may not use worker',
    ],
    ['db/a.ts', `type A = typeof import('#site/a.ts');`, 'db may not use site'],
    ['db/domain/a.ts', `import { openOrm } from '../orm.ts';`, 'domain may not use db'],
    ['db/domain/a.ts', `import { readFile } from 'node:fs';`, 'the domain is pure'],
    [
      'site/pages/a.astro',
      `---\nimport { x } from '#worker/x.ts';\n---\n<p />`,
      'site may not use worker',
    ],
    [
      'site/pages/a.astro',
      `<p /><script>import '../../worker/x.ts';</script>`,
      'site may not use worker',
    ],
    [
      'site/pages/a.astro',
      `---\nimport { openOrm } from '#db/orm.ts';\n---\n`,
      'pages and islands are bundled',
    ],
    [
      'site/features/a.tsx',
      `import { createApi } from '../api/app.ts';`,
      'pages and islands are bundled',
    ],
    ['worker/a.ts', `import { openOrm } from '../db/orm.ts';`, 'use the #alias'],
    ['worker/a.ts', `const port = process.env.PORT;`, 'reads process.env'],
    ['worker/a.ts', `import { env } from 'node:process';`, 'reads process.env'],
    ['db/all.ts', `export * from './a.ts';\nexport { b } from './b.ts';`, 'only re-exports'],
  ];

  test.each(BROKEN)('%s: %s', (path, text, fault) => {
    expect(faultsIn(path, text)).toEqual([expect.stringContaining(fault)]);
  });

  test('reports a file of more than 300 lines', () => {
    const text = 'export const a = 1;\n'.repeat(301);
    expect(faultsIn('db/long.ts', text)).toEqual([expect.stringContaining('has 301 lines')]);
  });

  test('accepts allowed imports', () => {
    const sound: ReadonlyArray<readonly [string, string]> = [
      ['site/api/a.ts', `import { openOrm } from '#db/orm.ts'; import './b.ts';`],
      [
        'site/features/a.tsx',
        `import type { Api } from '../api/app.ts'; import { cents } from '#domain/money.ts';`,
      ],
      ['worker/a.ts', `import { z } from 'zod'; import { cents } from '#domain/money.ts';`],
      ['db/domain/a.ts', `import { z } from 'zod'; import { cents } from './money.ts';`],
      [
        'db/queries/a.test.ts',
        `import { createTestDatabase } from '../../tests/support/database.ts';`,
      ],
      [
        'tests/a.test.ts',
        `import '#worker/a.ts'; import '#site/a.ts'; const { HOME } = process.env;`,
      ],
      ['db/seed/a.ts', 'export const a = 1;\n'.repeat(400)],
    ];
    expect(sound.flatMap(([path, text]) => faultsIn(path, text))).toEqual([]);
  });
});
