import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import { type CrashWorld, openCrashWorld, thingsOf } from '../support/crash-world.ts';
import { figure } from '../support/figure.ts';
import { limitMs } from '../support/limits.ts';

/** `npm test` takes a sample; `npm run faults` takes both stores of queues, and with `-- --full` the whole figure. */
const { KILLS = '6', PAGES = '240', BACKENDS = 'postgres' } = process.env;
const SHOPS = 4;
const kills = Number(KILLS);
const pages = Number(PAGES);
/** Pages read between two kills. */
const between = Math.max(1, Math.floor((0.9 * pages) / (kills * 4)));
const DEADLINE_MS = limitMs(90_000 + pages * 150);
const PATIENCE = { timeout: DEADLINE_MS, interval: 50 };

describe.each(BACKENDS.split(' '))(
  'workers killed with -9 in mid-crawl, queues on %s',
  (backend) => {
    let crash: CrashWorld;

    beforeAll(async () => {
      crash = await openCrashWorld({
        shops: SHOPS,
        productsOf: (shop) => thingsOf(shop, pages / SHOPS),
        workers: 2,
        backend,
        answerAfterMs: 15,
      });
    });
    afterAll(() => crash.close());

    test(
      `loses nothing and doubles nothing in ${kills} kills`,
      async () => {
        for (let kill = 0; kill < kills; kill += 1) {
          // So that no page is in hand at three kills: it would be set aside as one that kills its worker.
          const enough = Math.min((await crash.read()) + Math.max(8, between), pages);
          await vi.waitUntil(async () => (await crash.read()) >= enough, PATIENCE);
          await crash.replace(kill % 2);
        }
        await vi.waitFor(async () => expect(await crash.read()).toBe(pages), PATIENCE);
        const em = crash.world.em();
        expect([await em.count(Offer), await em.count(PricePoint)]).toEqual([pages, pages]);
        const names = await em.findAll(Offer);
        expect(new Set(names.map(({ name }) => name)).size).toBe(pages);
        figure(`${backend}: ${pages} pages, ${kills} kills, 0 lost, 0 doubled`);
      },
      2 * DEADLINE_MS,
    );
  },
);
