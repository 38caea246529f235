/* The newsletter that the home page promises: each week from Thursday on, once, to confirmed addresses only. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Mail, NewsletterSubscriber } from '#db/entities/mail.ts';
import { dueMails } from '#db/queries/mails/mails.ts';
import { refreshUsualPrices } from '#db/queries/products/product-history.ts';
import { refreshSearchProducts } from '#db/queries/search/search-products.ts';
import { addSubscriber, setSubscriberState } from '#db/queries/shoppers/newsletter.ts';
import { logger } from '#db/runtime/log.ts';
import { dayOf, momentOfLocal } from '#domain/calendar.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '#domain/time.ts';
import type { Mailer } from '#worker/mail/mailer.ts';
import { sendMail } from '#worker/mail/send-mail.ts';
import { runNewsletter } from '#worker/newsletter/run-newsletter.ts';
import { apiForFile } from '../support/api-for-file.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { mailsTo } from '../support/person.ts';

const READER = 'reader@example.com';
/** The start of the Thursday of this week in Sydney, as its local time. */
const THURSDAY = Math.floor(dayOf(Date.now()) / 7) * WEEK_MS;
const api = apiForFile();

beforeAll(async () => {
  const em = api.services.em();
  await addShops(em, ['kite', 'emu']);
  const product = await addProduct(em, { name: 'Sunbeam Kettle', category: null }, [
    { shop: 'kite', price: 5_000, past: [[300, 8_000]] },
    { shop: 'emu', price: 8_200, past: [[300, 8_200]] },
  ]);
  await refreshSearchProducts(em, [product]);
  await refreshUsualPrices(em);
});

beforeEach(async () => {
  const em = api.services.em();
  await em.nativeDelete(Mail, {});
  await em.nativeDelete(NewsletterSubscriber, {});
  for (const [email, state] of [
    [READER, 'confirmed'],
    ['left@example.com', 'unsubscribed'],
  ] as const) {
    await addSubscriber(em, email);
    await setSubscriberState(em, email, state);
  }
  await confirmAt(READER, THURSDAY - DAY_MS);
  await addSubscriber(em, 'asked@example.com');
});

/** Sets when an address was confirmed, by Sydney's local time. */
const confirmAt = (email: string, localMs: number) => {
  const confirmedAt = new Date(momentOfLocal(localMs));
  return api.services.em().nativeUpdate(NewsletterSubscriber, { email }, { confirmedAt });
};

const run = (localMs: number) =>
  runNewsletter(api.services.em(), api.services.config, momentOfLocal(localMs));

test('a confirmed address gets one mail each Thursday from 7, other addresses get none', async () => {
  for (const local of [THURSDAY - HOUR_MS, THURSDAY + 6.9 * HOUR_MS, THURSDAY + DAY_MS]) {
    expect(await run(local)).toBe(0);
  }
  expect(await run(THURSDAY + 7 * HOUR_MS)).toBe(1);
  expect(await run(THURSDAY + 8 * HOUR_MS)).toBe(0);
  expect(await run(THURSDAY + 23 * HOUR_MS)).toBe(0);
  expect(await run(THURSDAY + WEEK_MS + 8 * HOUR_MS)).toBe(1);
  const mails = await api.services.em().find(Mail, {});
  expect(mails.map(({ recipient, kind }) => [recipient, kind])).toEqual([
    [READER, 'newsletter'],
    [READER, 'newsletter'],
  ]);
});

test('a Thursday without a worker is made up for later in the week, once', async () => {
  expect(await run(THURSDAY + 3 * DAY_MS + 6 * HOUR_MS)).toBe(0);
  expect(await run(THURSDAY + 3 * DAY_MS + 9 * HOUR_MS)).toBe(1);
  expect(await run(THURSDAY + 5 * DAY_MS + 9 * HOUR_MS)).toBe(0);
  expect(await run(THURSDAY + WEEK_MS + 8 * HOUR_MS)).toBe(1);
});

test('an address that is confirmed after Thursday waits for the next one', async () => {
  await confirmAt(READER, THURSDAY + 2 * DAY_MS);
  expect(await run(THURSDAY + 3 * DAY_MS + 9 * HOUR_MS)).toBe(0);
  expect(await run(THURSDAY + WEEK_MS + 8 * HOUR_MS)).toBe(1);
});

test('states each drop with price, shop and share, and that demonstration prices are invented', async () => {
  await run(THURSDAY + 9 * HOUR_MS);
  const [mail] = await mailsTo(api.services.em(), READER);
  expect(mail?.text).toContain('Sunbeam Kettle: $50.00 at Shop kite, 37% below its usual $80.00.');
  expect(mail?.text).toContain('These shops and prices are a demonstration.');
});

test('a mail that waits in the outbox is not sent after its reader has left', async () => {
  const em = api.services.em();
  const sent: string[] = [];
  const mailer: Mailer = {
    reach: ['addresses', 'webhook', 'channels'],
    async send({ recipient }) {
      sent.push(recipient);
      return { outcome: 'sent' };
    },
  };
  await addSubscriber(em, 'stays@example.com');
  await setSubscriberState(em, 'stays@example.com', 'confirmed');
  await confirmAt('stays@example.com', THURSDAY);
  expect(await run(THURSDAY + 9 * HOUR_MS)).toBe(2);
  await setSubscriberState(em, READER, 'unsubscribed');
  for (const id of await dueMails(em, 10)) await sendMail(em, mailer, logger('test'), id);
  expect(sent).toEqual(['stays@example.com']);
  const [mail] = await mailsTo(em, READER);
  expect([mail?.state, mail?.lastError]).toEqual([
    'failed',
    'The address left the newsletter before it was sent.',
  ]);
});

test('nothing is sent while no price is below its usual level', async () => {
  const em = api.services.em();
  await em.getConnection().execute('update search_product set usual_cents = null');
  expect(await run(THURSDAY + 9 * HOUR_MS)).toBe(0);
  await refreshUsualPrices(em);
});
