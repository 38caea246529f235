/* Alerts by the day: a member's one mail a day, and the lowest price of a year that moves on. */
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Alert, DigestLine } from '#db/entities/alert.ts';
import { Mail } from '#db/entities/mail.ts';
import { Offer } from '#db/entities/offer.ts';
import { User } from '#db/entities/user.ts';
import { deleteUser } from '#db/queries/accounts/users.ts';
import { endAlertByLink } from '#db/queries/alerts/alerts.ts';
import { renewYearLows, yearLowTargets } from '#db/queries/alerts/year-lows.ts';
import { readLink } from '#db/runtime/signed-link.ts';
import { dateOf } from '#domain/calendar.ts';
import { cents } from '#domain/money.ts';
import { HOUR_MS } from '#domain/time.ts';
import { runAlerts } from '#worker/alerts/run-alerts.ts';
import { sendDigests } from '#worker/alerts/send-digests.ts';
import {
  createAlert,
  createOffer,
  createPricePoint,
  createProduct,
  createRetailer,
  createUser,
  slotDaysAgo,
} from '../support/factory.ts';
import { MAIL_CONFIG } from '../support/mail-config.ts';
import { ormForFile } from '../support/orm-for-file.ts';

const { ALERT_RUNS = '6' } = process.env;
/** Midnight in Sydney of 5 April 2026, when the clocks go back an hour. */
const MIDNIGHT_MS = Date.parse('2026-04-04T13:00:00Z');
const NAMES = ['Kettle', 'Toaster', 'Blender'];
const { em } = ormForFile();
let user: string;
let shop: string;
let products: string[];

beforeAll(async () => {
  user = (await createUser(em(), { dailyAlerts: true })).id;
  const { id: retailer } = await createRetailer(em(), { name: 'Kite' });
  shop = retailer;
  products = [];
  for (const name of NAMES) {
    const { id: product } = await createProduct(em(), { name });
    const { id: offer } = await createOffer(em(), { retailer, product, priceCents: 20_000 });
    for (const [days, priceCents] of [
      [400, 12_000],
      [300, 15_000],
      [200, 20_000],
      [0, 20_000],
    ] as const)
      await createPricePoint(em(), { offer, priceCents, slot: slotDaysAgo(days) });
    products.push(product);
  }
});
beforeEach(async () => {
  await em().nativeDelete(Alert, {});
  await em().nativeDelete(Mail, {});
});

/** The price of the nth product falls below its alert's target, as workers see at once. */
async function fall(nth: number): Promise<void> {
  const product = products[nth] ?? '';
  await em().nativeDelete(Alert, { product });
  await createAlert(em(), { user, product, targetCents: 18_000, basePriceCents: 20_000 });
  await em().nativeUpdate(Offer, { product }, { priceCents: cents(17_000) });
  await Promise.all([
    runAlerts(em(), MAIL_CONFIG, [product]),
    runAlerts(em(), MAIL_CONFIG, [product]),
  ]);
}

/** Workers look at once, at an hour of Sydney's clock after MIDNIGHT_MS. */
async function look(hours: number): Promise<number> {
  const nowMs = MIDNIGHT_MS + hours * HOUR_MS;
  const sent = await Promise.all([1, 2].map(() => sendDigests(em(), MAIL_CONFIG, nowMs)));
  return sent.reduce((sum, each) => sum + each, 0);
}

test('alerts of a day come in one mail from eight on, later ones in that of the next day', async () => {
  await fall(0);
  await fall(1);
  expect(await em().count(Mail)).toBe(0);
  expect(await look(8), 'seven o’clock, after an hour that came twice').toBe(0);
  expect(await look(9)).toBe(1);
  await fall(2);
  expect(await look(20)).toBe(0);
  expect(await look(24 + 9)).toBe(1);
  const [first, second] = await em().find(Mail, {}, { orderBy: { id: 'asc' } });
  expect(first?.subject).toBe('2 price alerts today');
  expect(first?.text).toContain('Kettle is $170.00 at Kite.\n\nToaster is $170.00 at Kite.');
  expect(second?.subject).toBe('1 price alert today');
  const token = /unsubscribe\?token=(\S+)$/.exec(first?.text ?? '')?.[1] ?? '';
  await endAlertByLink(em(), readLink(MAIL_CONFIG.authSecret, 'end-alert', token));
  expect(await em().count(Alert, { state: 'ended' })).toBe(3);
});

test('what an ended alert had to say is not sent, and an account takes its lines with it', async () => {
  await fall(0);
  await em().nativeUpdate(Alert, {}, { state: 'ended' });
  expect(await look(10)).toBe(0);
  await fall(0);
  const { id } = await createUser(em(), { dailyAlerts: true });
  await em().nativeUpdate(Alert, {}, { user: id });
  await deleteUser(em(), id);
  expect(await em().count(DigestLine)).toBe(0);
});

test('a member without that wish gets each alert at once', async () => {
  await em().nativeUpdate(User, user, { dailyAlerts: false });
  await fall(0);
  expect(await em().count(Mail)).toBe(1);
  await em().nativeUpdate(User, user, { dailyAlerts: true });
});

test('whenever alerts fire and workers look, a day has one mail at most and every alert is in one', async () => {
  const steps = fc.array(
    fc.record({ nth: fc.option(fc.nat({ max: 2 })), hours: fc.integer({ min: 1, max: 20 }) }),
    { minLength: 3, maxLength: 10 },
  );
  const property = fc.asyncProperty(steps, async (each) => {
    await em().nativeDelete(Alert, {});
    await em().nativeDelete(Mail, {});
    const fired: string[] = [];
    const days: string[] = [];
    let hours = 0;
    for (const { nth, hours: later } of [...each, { nth: null, hours: 40 }]) {
      hours += later;
      if (nth !== null && !fired.includes(NAMES[nth] ?? '')) {
        await fall(nth);
        fired.push(NAMES[nth] ?? '');
      }
      const mails = await look(hours);
      for (let mail = 0; mail < mails; mail += 1) days.push(dateOf(MIDNIGHT_MS + hours * HOUR_MS));
    }
    await look(hours + 34);
    expect(new Set(days).size, 'days of mails').toBe(days.length);
    const texts = (await em().find(Mail, {})).map(({ text }) => text).join('\n');
    for (const name of NAMES)
      expect(texts.split(`${name} is `).length - 1, name).toBe(fired.includes(name) ? 1 : 0);
  });
  await fc.assert(property, { numRuns: Number(ALERT_RUNS) });
}, 120_000);

test('an alert on the year’s lowest price follows the year, and the year’s end alone sends nothing', async () => {
  await em().nativeUpdate(User, user, { dailyAlerts: false });
  const product = products[1] ?? '';
  await em().nativeUpdate(Offer, { product }, { priceCents: cents(20_000) });
  const targetAt = async (days: number) =>
    (await yearLowTargets(em(), [product], Date.now() + days * 24 * HOUR_MS))(product, null);
  const atKite = async () => (await yearLowTargets(em(), [product], Date.now()))(product, 'Kite');
  expect(await targetAt(0), 'the price in effect when the year began counts').toBe(12_000);
  expect(await targetAt(100)).toBe(15_000);
  const { id: other } = await createRetailer(em(), { name: 'Voltaroo' });
  const cheap = await createOffer(em(), { retailer: other, product, priceCents: 20_000 });
  const past = { offer: cheap.id, priceCents: 9_900, slot: slotDaysAgo(50) };
  await createPricePoint(em(), past);
  await createPricePoint(em(), { ...past, priceCents: 20_000, slot: slotDaysAgo(40) });
  expect(await targetAt(0)).toBe(9_900);
  expect(await atKite(), 'the year of one shop').toBe(12_000);
  const { id: flat } = await createProduct(em(), { name: 'Iron' });
  const { id: iron } = await createOffer(em(), {
    retailer: shop,
    product: flat,
    priceCents: 9_000,
  });
  await createPricePoint(em(), { offer: iron, priceCents: 9_000, slot: slotDaysAgo(300) });
  const ironTarget = (await yearLowTargets(em(), [flat], Date.now()))(flat, null);
  expect(ironTarget, 'the year has known nothing lower than today').toBe(8_999);
  const yearly = { user, product, yearLow: true, targetCents: 1, basePriceCents: 20_000 };
  const { id: onlyKite } = await createAlert(em(), { ...yearly, retailer: shop });
  const { id: anywhere } = await createAlert(em(), yearly);
  const { id: offer } = await em().findOneOrFail(Offer, { product, retailer: shop });
  await em().nativeUpdate(Offer, { id: offer }, { priceCents: cents(11_900) });
  await createPricePoint(em(), { offer, priceCents: 11_900, slot: slotDaysAgo(0) + 1 });
  await renewYearLows(em(), Date.now());
  await runAlerts(em(), MAIL_CONFIG, [product]);
  const [mail, second] = await em().find(Mail, {});
  expect(second).toBeUndefined();
  expect(mail?.key).toContain(onlyKite);
  expect(mail?.text).toContain('That is its lowest price of the past year there.');
  expect(await em().findOne(Alert, anywhere)).toMatchObject({ targetCents: 9_900 });
});
