/* A year of checks by a simulated clock, in six Australian time zones and over both changes of daylight saving. */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOrm } from '#db/orm.ts';
import { claimPage, finishPage, retailersWithDuePages } from '#db/queries/crawl/pages.ts';
import { HOUR_MS } from '#domain/time.ts';
import { createMigratedDatabase, type TestDatabase } from '../../support/database.ts';
import { createPage, createRetailer } from '../../support/factory.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';

const { SIMULATED_DAYS = '365' } = process.env;
const CHECKS_A_DAY = 12;
const checks = Number(SIMULATED_DAYS) * CHECKS_A_DAY;
const STEP_MS = (24 / CHECKS_A_DAY) * HOUR_MS;
/** Daylight saving begins on the first Sunday of October and ends on that of April. */
const BEGIN_MS = Date.parse('2026-03-01T00:00:00Z');
const ZONES = ['Sydney', 'Melbourne', 'Brisbane', 'Adelaide', 'Darwin', 'Perth'];

let database: TestDatabase;
/** A worker in each zone, whose Postgres sessions tell the simulated time for now(). */
let workers: MikroORM[];
let retailer: string;
const em = (worker: number) => workers[worker % ZONES.length]?.em.fork() as EntityManager;

beforeAll(async () => {
  database = await createMigratedDatabase();
  const first = await openOrm(database.url);
  const name = new URL(database.url).pathname.slice(1);
  await first.em.fork().execute(`
    create schema simulated; create table simulated.clock (at timestamptz);
    insert into simulated.clock values (null);
    create function simulated.now() returns timestamptz stable return (select at from simulated.clock);
    alter database ${name} set search_path = simulated, pg_catalog, public`);
  workers = [];
  for (const city of ZONES) {
    await first.em.fork().execute(`alter database ${name} set TimeZone = 'Australia/${city}'`);
    const orm = await openOrm(database.url);
    await orm.em.fork().execute('select 1');
    workers.push(orm);
  }
  await first.close();
  retailer = (await createRetailer(em(0))).id;
  await createPage(em(0), { retailer, nextCheckAt: new Date(BEGIN_MS) });
});

afterAll(async () => {
  await Promise.all(workers.map((orm) => orm.close()));
  await database.drop();
});

test(`${SIMULATED_DAYS} days: every check once, at its time`, {
  timeout: limitMs(10 * 60_000),
}, async () => {
  let early = 0;
  let skipped = 0;
  let done = 0;
  let stale = 0;
  for (let step = 0; step < checks; step += 1) {
    const atMs = BEGIN_MS + step * STEP_MS;
    await set(atMs - 1);
    early += (await retailersWithDuePages(em(step))).length;
    await set(atMs);
    skipped += (await retailersWithDuePages(em(step + 1))).includes(retailer) ? 0 : 1;
    // Two workers at once, as if each had a job of the same tick.
    const ends = await Promise.allSettled([check(step), check(step + 1)]);
    done += ends.filter((end) => end.status === 'fulfilled' && end.value).length;
    stale += ends.filter((end) => end.status === 'rejected').length;
  }
  figure(
    `${checks} checks in ${SIMULATED_DAYS} days: ${skipped} skipped, ${early} early, ${done - checks} doubled, ${stale} second attempts refused`,
  );
  expect({ early, skipped, done }).toEqual({ early: 0, skipped: 0, done: checks });
});

const set = (atMs: number) =>
  em(0).execute('update simulated.clock set at = ?', [new Date(atMs).toISOString()]);

/** One worker's check: true when it was this worker that did it. Rejects where another took the page over. */
async function check(worker: number): Promise<boolean> {
  const claimed = await claimPage(em(worker), retailer);
  if (!claimed) return false;
  await finishPage(em(worker), claimed, {
    outcome: 'stored',
    reason: null,
    validators: null,
    retryAfterMs: null,
    nextIntervalMinutes: STEP_MS / 60_000,
  });
  return true;
}
