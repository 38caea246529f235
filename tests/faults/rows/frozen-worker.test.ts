/* Workers that sleep past their locks, and pages that kill: an old attempt never writes, a poison page is set aside. */
import { afterEach, expect, test, vi } from 'vitest';
import { Page } from '#db/entities/page.ts';
import { makePagesDue } from '#db/queries/crawl/pages.ts';
import { type CrashWorld, openCrashWorld, thingsOf } from '../../support/crash-world.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';

const { FREEZES = '4' } = process.env;
const freezes = Number(FREEZES);
/** Long enough for another worker to take over jobs whose locks have expired. */
const FROZEN_MS = 8_000;
/** Stands for the time of a lock. */
const EXPIRE_LOCKS = `update bullmq.job set locked_until_ms = 0 where state = 'active'`;
const PATIENCE = { timeout: limitMs(60_000), interval: 50 };
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let crash: CrashWorld;
afterEach(() => crash.close());

test(`${freezes} freezes past the lock: no old price over a new one`, {
  timeout: limitMs(120_000 + freezes * 30_000),
}, async () => {
  const startedAt = Date.now();
  // A price that only rises: whoever read earlier read a lower one.
  const rising = (name: string) => ({
    name,
    brand: 'Acme',
    get price() {
      return (500 + (Date.now() - startedAt) / 1_000).toFixed(2);
    },
  });
  crash = await openCrashWorld({
    shops: 4,
    productsOf: (shop) =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [
          `thing-${100_000 + index}`,
          rising(`Thing ${index} Of Shop ${shop}`),
        ]),
      ),
    workers: 2,
    answerAfterMs: 250,
  });
  const { world, workers } = crash;
  await vi.waitUntil(async () => (await crash.read()) === 80, PATIENCE);
  await world.em().execute('create table stale (id bigint); create table taken_over (id bigint)');
  await world.em().execute(`
      create function note_stale() returns trigger language plpgsql as
        'begin if new.price_cents < old.price_cents then insert into stale values (new.id); end if; return new; end';
      create trigger note_stale before update on offer for each row execute function note_stale()`);
  const retailers = await world.em().execute<{ id: string }[]>('select id from retailer');
  const inHand = async () => (await world.em().find(Page, { claimedAt: { $ne: null } })).length;
  let overtaken = 0;
  for (let freeze = 0; freeze < freezes; freeze += 1) {
    for (const { id } of retailers) await makePagesDue(world.em(), id);
    await vi.waitUntil(async () => (await inHand()) > 0, PATIENCE);
    const frozen = workers[freeze % 2];
    frozen?.kill('SIGSTOP');
    overtaken += await inHand();
    await world.em().execute(EXPIRE_LOCKS);
    await wait(FROZEN_MS);
    frozen?.kill('SIGCONT');
    await wait(1_000);
  }
  const stale = await world.em().execute('select id from stale');
  expect(stale).toEqual([]);
  expect(overtaken).toBeGreaterThan(0);
  figure(`${freezes} freezes with ${overtaken} pages in hand, ${stale.length} stale writes`);
});

test('a page that kills its worker is set aside after three deaths, all others are read', {
  timeout: limitMs(120_000),
}, async () => {
  let isPoisonous = false;
  let deaths = 0;
  const poison = {
    name: 'Poison',
    price: '5.00',
    get body(): string {
      if (!isPoisonous) return '<p>nothing';
      deaths += 1;
      void crash.replace(0);
      return '<p>nothing';
    },
  };
  crash = await openCrashWorld({
    shops: 1,
    productsOf: () => ({ 'poison-1': poison, ...thingsOf(0, 60) }),
    workers: 1,
    answerAfterMs: 100,
  });
  isPoisonous = true;
  await vi.waitUntil(async () => (await crash.read()) === 60, PATIENCE);
  await wait(6_000);
  const page = await crash.world.em().findOneOrFail(Page, { url: { $like: '%/poison-1' } });
  expect(deaths).toBe(3);
  figure(`poison page: ${deaths} deaths, then aside; 60/60 others read`);
  expect(page.lastOutcome).not.toBe('stored');
});
