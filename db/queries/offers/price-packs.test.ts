import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PricePoint } from '#db/entities/offer.ts';
import { type Cents, cents } from '#domain/money.ts';
import { AVAILABILITIES, type Availability } from '#domain/offers/availability.ts';
import {
  createAlert,
  createOffer,
  createProduct,
  createRetailer,
  createRun,
  createUser,
  daysAgo,
} from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { productsWithDueAlerts } from '../alerts/fire-alerts.ts';
import { productHistory } from '../products/product-history.ts';
import { undoRun } from '../quarantine/decision.ts';
import { addPastPrices, addPricePoints, POINTS_DAYS, packPrices } from './price-points.ts';

/** `npm test` takes a sample; PACK_RUNS=300 is the full run. */
const { PACK_RUNS = '2' } = process.env;
const OFFERS = 4;
const DAY = 1_440;
/** Points of `gone`, `none` and `replay` runs may be packed; the `recent` run is deleted during the test. */
const RUNS = ['gone', 'none', 'replay', 'recent', 'quarantined', 'undone'] as const;
const never = new AbortController().signal;

interface Point {
  offer: number;
  minutesAgo: number;
  price: Cents;
  was: Cents | null;
  availability: Availability;
  run: (typeof RUNS)[number];
}

const { em } = ormForFile();
const nowSlot = Math.floor(Date.now() / 60_000);
const offerId = (offer: number) => `00000000-0000-4000-8000-00000000000${offer}`;
const productId = (product: number) => `00000000-0000-4000-9000-00000000000${product}`;
const runId = (run: Point['run']) => `00000000-0000-4000-a000-00000000000${RUNS.indexOf(run)}`;
const productIds = [productId(0), productId(1)];
const offerIds = Array.from({ length: OFFERS }, (_, offer) => offerId(offer));

/** Adds two shops and two products, with one offer of each product at each shop. */
async function openShops(): Promise<void> {
  await em().execute('truncate retailer, product, offer, run, user_account cascade');
  const shops = [await createRetailer(em()), await createRetailer(em())];
  for (const [nth, id] of productIds.entries())
    await createProduct(em(), { id, name: `Kettle ${nth}` });
  for (const [nth, id] of offerIds.entries()) {
    const [retailer, product] = [shops[nth % 2]?.id ?? '', productId(Math.floor(nth / 2))];
    await createOffer(em(), { id, retailer, product, url: String(nth), priceCents: 100 });
  }
  const { id: user } = await createUser(em());
  for (const product of productIds)
    await createAlert(em(), { user, product, targetCents: 300, basePriceCents: 500 });
  for (const run of ['replay', 'recent', 'quarantined', 'undone'] as const) {
    const kind = run === 'replay' ? 'replay' : 'crawl';
    const status = run === 'quarantined' || run === 'undone' ? run : 'done';
    const [retailer, startedAt] = [shops[0]?.id ?? '', daysAgo(80)];
    await createRun(em(), { id: runId(run), retailer, kind, status, startedAt });
  }
}

/** Writes points where none exists yet, and sets each offer to the price of its newest point. */
async function write(points: readonly Point[]): Promise<void> {
  for (const run of RUNS) {
    const past = points
      .filter((point) => point.run === run)
      .map(({ offer, minutesAgo, price, was, availability }) => ({
        offerId: offerId(offer),
        slot: nowSlot - minutesAgo,
        priceCents: price,
        originalPriceCents: was,
        availability,
      }));
    await addPastPrices(em(), runId(run), past);
  }
  await em().nativeUpdate(PricePoint, { run: runId('none') }, { run: null });
  await em().execute(
    `update offer o set price_cents = p.price_cents, availability = p.availability from (
       select distinct on (offer_id) * from price_point order by offer_id, slot desc) p where p.offer_id = o.id`,
  );
}

/** Reads every point, packed or not, with all its columns. */
async function everyPoint(tx = em()): Promise<{ offer_id: string; slot: number }[]> {
  return tx.execute<{ offer_id: string; slot: number }[]>(
    `select offer_id, slot, price_cents, original_price_cents, availability from price_point
     union all
     select offer_id, slot, price, original, (?::text[])[place] from price_pack,
       unnest(slots, prices_cents, original_prices_cents, availabilities) as p(slot, price, original, place)
     order by offer_id, slot`,
    [`{${AVAILABILITIES.join(',')}}`],
  );
}

/** Reads points and offers after `work`, then rolls back. */
async function afterwards(work: (tx: ReturnType<typeof em>) => Promise<unknown>): Promise<unknown> {
  let found: unknown;
  const takenBack = new Error('taken back');
  await em()
    .transactional(async (tx) => {
      await work(tx as ReturnType<typeof em>);
      found = [
        await everyPoint(tx as ReturnType<typeof em>),
        await tx.execute(
          'select id, price_cents, original_price_cents, availability from offer order by id',
        ),
      ];
      throw takenBack;
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
  return found;
}

/** The result of each reader of prices. */
async function readAll(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = { points: await everyPoint() };
  for (const id of productIds) {
    for (const days of [7, 90, 365, 1_000]) {
      found[`chart ${id} ${days}`] = await productHistory(em(), [id], nowSlot - days * DAY);
    }
  }
  found['alerts'] = (await productsWithDueAlerts(em(), 9)).toSorted();
  for (const run of ['recent', 'quarantined'] as const) {
    found[`undoing ${run}`] = await afterwards((tx) => undoRun(tx, runId(run), 'operator'));
  }
  found['next'] = await afterwards((tx) =>
    addPricePoints(tx, offerIds, new Date((nowSlot - 2_000 * DAY) * 60_000), null),
  );
  return found;
}

const price = fc.integer({ min: 100, max: 500 }).map(cents);
const point: fc.Arbitrary<Point> = fc.record({
  offer: fc.integer({ min: 0, max: OFFERS - 1 }),
  minutesAgo: fc.oneof(
    fc.integer({ min: 0, max: 1_500 * DAY }),
    fc.integer({ min: 0, max: 2 * POINTS_DAYS * DAY }),
  ),
  price,
  was: fc.option(price),
  availability: fc.constantFrom(...AVAILABILITIES),
  run: fc.constantFrom(...RUNS),
});
const points = (minLength: number, maxLength: number) =>
  fc.array(point, { minLength, maxLength, size: 'max' });
const step = fc.oneof(
  points(30, 60).map((late) => ({ late })),
  fc.constant('runs go' as const),
  fc.constant('the past is replayed again' as const),
);

test('readers answer the same before and after packing', async () => {
  let packed = 0;
  await fc.assert(
    fc.asyncProperty(
      points(100, 200),
      fc.array(step, { minLength: 2, maxLength: 3 }),
      async (past, steps) => {
        await openShops();
        for (const next of [{ late: past }, ...steps]) {
          if (next === 'runs go')
            await em().execute('delete from run where id = ?', [runId('recent')]);
          else await write(next === 'the past is replayed again' ? past : next.late);
          const before = await readAll();
          packed += await packPrices(em(), never, 3);
          expect(await readAll()).toEqual(before);
          expect(await packPrices(em(), never)).toBe(0);
          const slots = (await everyPoint()).map(({ offer_id: id, slot }) => `${id} ${slot}`);
          expect(new Set(slots).size).toBe(slots.length);
        }
      },
    ),
    { numRuns: Number(PACK_RUNS) },
  );
  expect(packed).toBeGreaterThan(0);
});

test('with two packers, a late writer and a reader at once, each point exists exactly once at any time', async () => {
  await openShops();
  const every = (minutes: number, from: number, count: number): Point[] =>
    Array.from({ length: count }, (_, nth) => ({
      offer: nth % OFFERS,
      minutesAgo: from + nth * minutes,
      price: cents(100 + nth),
      was: null,
      availability: 'in_stock',
      run: 'gone',
    }));
  await write(every(4 * DAY, 0, 200));
  let isDone = false;
  const reading = (async () => {
    for (let least = 200; !isDone; ) {
      const seen = await everyPoint();
      expect(new Set(seen.map(({ offer_id: id, slot }) => `${id} ${slot}`)).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(least);
      least = seen.length;
    }
  })();
  const writing = async () => {
    for (let nth = 0; nth < 5; nth += 1) await write(every(4 * DAY, 1 + nth, 200));
  };
  const packing = async () => {
    for (let nth = 0; nth < 10; nth += 1) await packPrices(em(), never, 1);
  };
  await Promise.all([writing(), packing(), packing()]);
  isDone = true;
  await reading;
  await packPrices(em(), never);
  expect(await everyPoint()).toHaveLength(6 * 200);
});

test('a stopping worker leaves the rest to the next run', async () => {
  await openShops();
  await write(fc.sample(points(200, 200), { seed: 1, numRuns: 1 }).flat());
  expect(await packPrices(em(), AbortSignal.abort())).toBe(0);
  expect(await packPrices(em(), never)).toBeGreaterThan(0);
});
