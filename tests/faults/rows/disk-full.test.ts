/*
 * The disk of DATA_DIR is filled to the last byte while shops are read and shoppers ask, until Postgres stops. No process ends, known
 * pages are served, and with space everything goes on by itself; nothing that was acknowledged is lost.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { spaceAt } from '#db/runtime/disk-space.ts';
import { ballastFile, writeBallast } from '#db/runtime/embedded-postgres/ballast.ts';
import { type EmbeddedPostgres, ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { createPublicPages } from '#site/server/public-pages/public-pages.ts';
import type { RunningSite } from '#site/server/start-site.ts';
import { ask, startBuiltSite } from '../../support/built-site.ts';
import { type CrashWorld, openCrashWorld, thingsOf } from '../../support/crash-world.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';
import { openTestApi, type TestApi } from '../../support/test-api.ts';

const fills = Number(process.env['FILLS'] ?? '2');
const SHOPS = 4;
const PRODUCTS = 50;
const pages = SHOPS * PRODUCTS;
const RECOVERS_MS = limitMs(30_000);
const PATIENCE = { timeout: limitMs(60_000), interval: 100 };
const NO_DISK = 'needs root, and leave to mount a tmpfs';
const WAITING = /waiting, because the disk is full/;

let folder: string;
let postgres: EmbeddedPostgres;
let crash: CrashWorld;
let api: TestApi;
let site: RunningSite;
const said: string[] = [];

beforeAll(async () => {
  folder = makeDisk(512);
  if (!folder) return;
  postgres = await ensurePostgres(folder, { say: (line) => said.push(line) });
  const { url } = postgres;
  await migrate(url);
  crash = await openCrashWorld({
    shops: SHOPS,
    productsOf: (shop) => thingsOf(shop, PRODUCTS),
    workers: 1,
    answerAfterMs: 5,
    paceMs: 300,
    database: { url, drop: async () => {} },
  });
  api = await openTestApi(url, { DATA_DIR: folder });
  site = await startBuiltSite(api.api, { publicPages: createPublicPages(api.services) });
});

afterAll(async () => {
  await site?.stop();
  await api?.close();
  await crash?.close();
  await postgres?.stop();
  if (folder) removeDisk(folder);
});

test('a first start waits for space, and can be given up meanwhile', async ({ skip }) => {
  const small = makeDisk(100);
  if (!small) skip(NO_DISK);
  try {
    fill(small, 20_000_000);
    const control = new AbortController();
    const givenUp = ensurePostgres(small, {
      say: () => control.abort(new Error('given up')),
      signal: control.signal,
    });
    await expect(givenUp).rejects.toThrow('given up');
    const lines: string[] = [];
    const starting = ensurePostgres(small, { say: (line) => lines.push(line) });
    await vi.waitUntil(() => lines.some((line) => WAITING.test(line)), PATIENCE);
    truncateSync(join(small, 'filler'));
    await (await starting).stop();
    expect(lines).toHaveLength(2);
  } finally {
    removeDisk(small);
  }
});

test(`${fills} times full: all processes live, known pages are served, everything goes on with space`, {
  timeout: limitMs(5 * 60_000),
}, async ({ skip }) => {
  if (!folder) skip(NO_DISK);
  const acknowledged: number[] = [];
  const recoveredMs: number[] = [];
  await query('create table acknowledged (n int)');
  await query('insert into acknowledged values (-1)');
  await writeBallast(join(folder, 'postgres'), 0);
  const keeper = keeperPid();
  for (let round = 0; round < fills; round += 1) {
    await vi.waitUntil(
      async () => (await crash.read()) >= ((round + 1) * pages) / (fills + 2),
      PATIENCE,
    );
    const known = await ask(site.port, '/retailers/shop-0');
    expect(known.status).toBe(200);
    const waitsBefore = said.filter((line) => WAITING.test(line)).length;
    while (said.filter((line) => WAITING.test(line)).length === waitsBefore) {
      fill(folder);
      await writeMuch(acknowledged);
    }
    fill(folder);
    expect(existsSync(ballastFile(join(folder, 'postgres')))).toBe(false);
    await expect(query('select 1')).rejects.toThrow();
    // Longer than the time after which the kept page's version is read again.
    await sleep(2_500);
    const [stale, unknown] = await Promise.all(
      ['shop-0', 'shop-1'].map((slug) => ask(site.port, `/retailers/${slug}`)),
    );
    expect([stale?.status, stale?.body.toString()]).toEqual([200, known.body.toString()]);
    if (round === 0)
      expect([unknown?.status, unknown?.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await api.call('GET', '/search?q=thing')).status).toBe(503);
    const asked = requests();
    truncateSync(join(folder, 'filler'));
    const freedAt = performance.now();
    await vi.waitUntil(
      async () => (await api.call('GET', '/search?q=thing')).status === 200,
      PATIENCE,
    );
    await vi.waitUntil(() => requests() > asked, PATIENCE);
    recoveredMs.push(performance.now() - freedAt);
    expect((await ask(site.port, '/retailers/shop-1')).status).toBe(200);
  }
  await vi.waitUntil(async () => (await crash.read()) === pages, PATIENCE);
  expect(crash.workers.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null]);
  expect(keeperPid()).toBe(keeper);
  const kept = await query('select n from acknowledged where n >= 0');
  const numbers = new Set(kept.map(({ n }) => n));
  expect(acknowledged.filter((n) => !numbers.has(n))).toEqual([]);
  const counts =
    'select (select count(*)::int from offer) as offers, (select count(*)::int from price_point) as points';
  expect(await query(counts)).toEqual([{ offers: pages, points: pages }]);
  const longestS = (Math.max(...recoveredMs) / 1_000).toFixed(1);
  figure(
    `${fills} times full: on after ${longestS} s at most, ${acknowledged.length} of ${acknowledged.length} rows kept, ${pages} of ${pages} pages read`,
  );
  expect(Math.max(...recoveredMs)).toBeLessThan(RECOVERS_MS);
});

/** A new disk of this size; '' where this user may not mount one. */
function makeDisk(megabytes: number): string {
  const made = mkdtempSync(join(tmpdir(), 'priceroo-disk-full-'));
  const options = `size=${megabytes}m,mode=0711`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', made]).status === 0) return made;
  rmSync(made, { recursive: true });
  return '';
}

function removeDisk(made: string): void {
  spawnSync('umount', ['-l', made]);
  rmSync(made, { recursive: true, force: true });
}

/** Takes the space that is left on a disk, all but `leftBytes`. */
function fill(disk: string, leftBytes = 0): void {
  const bytes = Buffer.alloc(64 * 1024);
  try {
    while (leftBytes === 0 || spaceAt(disk).freeBytes > leftBytes)
      appendFileSync(join(disk, 'filler'), bytes);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

/** Writes a row, and 4 MB of write-ahead log, which then needs a new file. */
async function writeMuch(acknowledged: number[]): Promise<void> {
  try {
    const n = acknowledged.length;
    await query(`insert into acknowledged values (${n})`);
    acknowledged.push(n);
    await query(`select pg_logical_emit_message(false, 'test', repeat('x', 4000000))`);
  } catch {
    await sleep(100);
  }
}

async function query(sql: string): Promise<{ n?: number }[]> {
  const client = new pg.Client({
    connectionString: postgres.url,
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function requests(): number {
  return crash.shops.reduce((sum, shop) => sum + shop.requests.length, 0);
}

function keeperPid(): number {
  return JSON.parse(readFileSync(join(folder, 'postgres/keeper.json'), 'utf8')).pid;
}
