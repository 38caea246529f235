/* Alerts with choices: whatever price and stock do, and however often a worker looks, no mail too many and none too few. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Alert } from '#db/entities/alert.ts';
import { Mail } from '#db/entities/mail.ts';
import { Offer } from '#db/entities/offer.ts';
import { User } from '#db/entities/user.ts';
import { saveAlert } from '#db/queries/alerts/alerts.ts';
import { markDueAlerts, productsWithDueAlerts } from '#db/queries/alerts/fire-alerts.ts';
import { tables } from '#db/queries/sql/tables.ts';
import { cents } from '#domain/money.ts';
import { runAlerts } from '#worker/alerts/run-alerts.ts';
import {
  createAlert,
  createOffer,
  createPricePoint,
  createProduct,
  createRetailer,
  createUser,
} from '../support/factory.ts';
import { MAIL_CONFIG } from '../support/mail-config.ts';
import { ormForFile } from '../support/orm-for-file.ts';

/** `npm test` takes a sample; ALERT_RUNS=500 is the full run. */
const { ALERT_RUNS = '6' } = process.env;
const BASE = 20_000;
const { em } = ormForFile();
let ids: { user: string; product: string; shop: string; offer: string; elsewhere: string };
/** Hours since the test began. */
let clockHours = 0;

beforeAll(async () => {
  const { id: user } = await createUser(em());
  const { id: product } = await createProduct(em(), { name: 'Kettle' });
  const [shop, offer] = await sellAt('Kite');
  const [, elsewhere] = await sellAt('Voltaroo');
  ids = { user, product, shop, offer, elsewhere };

  async function sellAt(name: string) {
    const { id: retailer } = await createRetailer(em(), { name });
    const { id: sold } = await createOffer(em(), { retailer, product, priceCents: BASE });
    await createPricePoint(em(), { offer: sold, priceCents: BASE });
    return [retailer, sold] as const;
  }
});
beforeEach(begin);

async function begin(): Promise<void> {
  clockHours = 0;
  await em().nativeDelete(Alert, {});
  await em().nativeDelete(Mail, {});
  await em().nativeUpdate(Offer, {}, { priceCents: cents(BASE), availability: 'in_stock' });
  await setElsewhere(null);
}

/** The price at the other shop; null: sold out. */
async function setElsewhere(priceCents: number | null): Promise<void> {
  await em().nativeUpdate(Offer, ids.elsewhere, {
    availability: priceCents === null ? 'out_of_stock' : 'in_stock',
    ...(priceCents !== null && { priceCents: cents(priceCents) }),
  });
}

type Choices = Omit<Parameters<typeof createAlert>[1], 'user' | 'product'>;
const alert = (choices: Choices) =>
  createAlert(em(), { user: ids.user, product: ids.product, basePriceCents: BASE, ...choices });

/** Hours pass, then a crawl reads a price (null: sold out), and workers look, some of them at once. Returns the prices mailed. */
async function read(priceCents: number | null, hours = 3): Promise<number[]> {
  clockHours += hours;
  const db = tables(em());
  const before = sql<Date>`fired_at - ${hours} * interval '1 hour'`;
  await db.updateTable('alert').set({ firedAt: before }).execute();
  const { priceCents: old } = await em().findOneOrFail(Offer, ids.offer);
  await db
    .updateTable('offer')
    .set({
      availability: priceCents === null ? 'out_of_stock' : 'in_stock',
      priceChangedAt:
        priceCents === null || priceCents === old
          ? sql<Date>`price_changed_at - ${hours} * interval '1 hour'`
          : sql<Date>`clock_timestamp()`,
      ...(priceCents !== null && { priceCents: cents(priceCents) }),
    })
    .where('id', '=', ids.offer)
    .execute();
  await db.updateTable('offer').set({ lastSeenAt: sql<Date>`now()` }).execute();
  const count = await em().count(Mail);
  await Promise.all([sweep(), sweep()]);
  await sweep();
  const mails = await em().find(Mail, {}, { orderBy: { id: 'asc' }, offset: count });
  await markDueAlerts(em());
  await sweep();
  expect(await em().count(Mail), 'mails after a restart').toBe(count + mails.length);
  return mails.map(({ subject }) => Math.round(Number(subject.split('$')[1]) * 100));
}

/** As a worker does: fires what is due until nothing is. */
async function sweep(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    const due = await productsWithDueAlerts(em(), 10);
    if (due.length > 0) await runAlerts(em(), MAIL_CONFIG, due);
  }
}

test('while an alert rests, a price that swings sends one mail, and a further fall another', async () => {
  await alert({ targetCents: 18_000, restDays: 7 });
  expect(await read(17_900)).toEqual([17_900]);
  expect(await read(19_900, 30)).toEqual([]);
  expect(await read(17_900, 30)).toEqual([]);
  expect(await read(17_500, 30)).toEqual([17_500]);
  expect(await read(19_900, 30)).toEqual([]);
  expect(await read(17_500, 200)).toEqual([17_500]);
});

test('a smallest drop ignores what is less, and adds up small ones', async () => {
  await alert({ minDropCents: 2_000 });
  expect(await read(18_500)).toEqual([]);
  expect(await read(18_001)).toEqual([]);
  expect(await read(18_000)).toEqual([18_000]);
  expect(await read(16_001)).toEqual([]);
  expect(await read(15_900)).toEqual([15_900]);
});

test.each([
  ['at any price', null, [21_000]],
  ['at the target', 18_000, []],
])('back in stock %s', async (_what, targetCents, mailed) => {
  await alert({ targetCents, backInStock: true });
  expect(await read(21_000)).toEqual([]);
  expect(await read(null)).toEqual([]);
  expect(await read(21_000)).toEqual(mailed);
  expect(await read(null)).toEqual([]);
  expect(await read(17_000, 30)).toEqual([17_000]);
  const [last] = await em().findAll(Mail, { orderBy: { id: 'desc' }, limit: 1 });
  expect(last?.text).toContain('Kettle is back in stock, $170.00');
});

test('an alert on one shop judges its offers alone, and says so', async () => {
  await alert({ retailer: ids.shop, targetCents: 18_000, backInStock: true });
  await setElsewhere(15_000);
  expect(await read(19_000)).toEqual([]);
  expect(await read(null)).toEqual([]);
  expect(await read(17_900)).toEqual([17_900]);
  const [{ text } = { text: '' }] = await em().findAll(Mail, {});
  expect(text).toContain('Kettle is back in stock, $179.00 at Kite.');
  expect(text).toContain('less than the $200.00 it cost there when you set the alert');
  expect(text).toContain('you set a price alert for this product at Kite alone');
});

test('an alert that is moved to another shop knows nothing of the mails about the first', async () => {
  const wish = {
    userId: ids.user,
    productId: ids.product,
    email: 'kylie@example.com',
    kind: 'target',
    targetCents: cents(18_000),
    basePriceCents: cents(BASE),
    minDropCents: null,
    restDays: 7,
    backInStock: false,
    yearLow: false,
  } as const;
  await em().nativeUpdate(User, ids.user, { email: wish.email, emailVerified: true });
  await setElsewhere(15_000);
  await saveAlert(em(), { ...wish, retailer: null });
  expect(await read(BASE)).toEqual([15_000]);
  await saveAlert(em(), { ...wish, retailer: ids.shop });
  expect(await read(17_900)).toEqual([17_900]);
});

test('a product whose stock is unknown has neither gone nor come back', async () => {
  await alert({ backInStock: true });
  await em().nativeUpdate(Offer, {}, { availability: 'unknown' });
  await sweep();
  expect(await read(20_500)).toEqual([]);
});

const STEPS = fc.array(
  fc.record({
    priceCents: fc.option(fc.integer({ min: 30, max: 42 }), { freq: 4 }),
    hours: fc.constantFrom(3, 12, 30, 100),
    elsewhere: fc.option(fc.integer({ min: 20, max: 42 })),
  }),
  { minLength: 4, maxLength: 12 },
);
const CHOICES = fc.record({
  targetCents: fc.option(fc.constantFrom(16_000, 18_500)),
  minDropCents: fc.option(fc.constantFrom(500, 2_000)),
  restDays: fc.constantFrom(0, 2, 7),
  backInStock: fc.boolean(),
  isOneShop: fc.boolean(),
});

test('no swing mails twice, and nothing is missed', async () => {
  const property = fc.asyncProperty(CHOICES, STEPS, async ({ isOneShop, ...choices }, steps) => {
    await begin();
    await alert({ ...choices, retailer: isOneShop ? ids.shop : null });
    await sweep();
    const { targetCents, minDropCents, restDays, backInStock } = choices;
    const step = minDropCents ?? 1;
    let last: { price: number; atHours: number } | null = null;
    /** Mailed since the price was last out of reach: above the target, or where an any-drop alert starts over. */
    let toldCents: number | null = null;
    let hasGone = false;
    for (const { priceCents: tens, hours, elsewhere } of steps) {
      // Whatever the other shop asks, an alert on one shop is as if it were alone.
      if (isOneShop) await setElsewhere(elsewhere && elsewhere * 500);
      const price = tens === null ? null : tens * 500;
      const mailed = await read(price, hours);
      const isBack = hasGone && backInStock;
      const isWanted =
        price !== null &&
        (targetCents !== null
          ? price <= targetCents
          : isBack || price <= (toldCents ?? BASE) - step);
      const sinceHours: number =
        last === null ? Number.POSITIVE_INFINITY : clockHours - last.atHours;
      const isResting =
        last !== null && sinceHours < restDays * 24 && (price ?? 0) > last.price - step;
      const isSaid = last !== null && sinceHours < 24 && (price ?? 0) >= last.price;
      if (!isWanted || isResting) expect(mailed, 'too many').toEqual([]);
      if (mailed.length > 0) expect(mailed, 'the price now').toEqual([price]);
      if (isWanted && (toldCents === null || isBack) && !isResting && !isSaid)
        expect(mailed, 'missed').toEqual([price]);
      if (mailed[0] !== undefined && price !== null) {
        last = { price, atHours: clockHours };
        toldCents = price;
        hasGone = false;
      }
      if (price === null) hasGone = true;
      else if (price > (targetCents ?? BASE - 1)) toldCents = null;
    }
  });
  await fc.assert(property, { numRuns: Number(ALERT_RUNS) });
}, 120_000);
