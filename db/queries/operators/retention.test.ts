import { expect, test } from 'vitest';
import { Alert, PricePass } from '#db/entities/alert.ts';
import { Ask } from '#db/entities/ask.ts';
import { Mail, NewsletterSubscriber } from '#db/entities/mail.ts';
import { PricePoint } from '#db/entities/offer.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { KeptPage, Page } from '#db/entities/page.ts';
import { Product } from '#db/entities/product.ts';
import { Run } from '#db/entities/run.ts';
import { Search } from '#db/entities/search.ts';
import { Session, User, Verification } from '#db/entities/user.ts';
import {
  createAlert,
  createOffer,
  createPage,
  createPastSearch,
  createPricePoint,
  createProduct,
  createRetailer,
  createRun,
  createUser,
  createView,
  daysAgo,
} from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { operatorFigures } from './overview.ts';
import { purgeExpired } from './retention.ts';

const { em } = ormForFile();
const never = new AbortController().signal;

/** Adds one row of each kind, `days` old. Returns the retailer and the product. */
async function addAll(name: string, days: number): Promise<{ retailer: string; product: string }> {
  const at = daysAgo(days);
  const expiresAt = daysAgo(days - 1 / 24);
  const unit = em();
  const { id: user } = await createUser(unit);
  const { id: product } = await createProduct(unit);
  const { id: retailer } = await createRetailer(unit);
  await unit.insert(Session, { user, token: name, expiresAt });
  await unit.insert(Verification, { identifier: name, value: '', expiresAt });
  await unit.insert(RateLimit, { key: name, expire: expiresAt.getTime() });
  for (const state of ['sent', 'failed', 'waiting'] as const)
    await unit.insert(Mail, {
      key: `${name}:${state}`,
      kind: 'alert',
      recipient: '',
      subject: '',
      text: '',
      html: '',
      state,
      sendAfter: at,
    });
  await unit.insert(Search, { ...SEARCH, query: name, searchedAt: at });
  await unit.insert(Ask, { kind: '', key: name, input: {}, createdAt: at });
  await createPastSearch(unit, { user, searchedAt: at });
  await createView(unit, { user, product, viewedAt: at });
  const offer = await createOffer(unit, { retailer, product });
  await unit.insert(PricePass, { user, offer: offer.id, paidCents: 1, boughtAt: at, endsAt: at });
  for (const state of ['unconfirmed', 'watching', 'ended'] as const)
    await createAlert(unit, { user, product, state, createdAt: at });
  for (const state of ['unconfirmed', 'confirmed', 'unsubscribed'] as const)
    await unit.insert(NewsletterSubscriber, { email: `${name}:${state}`, state, createdAt: at });
  for (const status of ['done', 'undone', 'quarantined', 'running'] as const)
    await createRun(unit, { retailer, status, startedAt: at, finishedAt: at });
  await createRun(unit, { retailer, kind: 'replay', startedAt: at, finishedAt: at });
  for (const kind of ['search', 'list', 'product'] as const)
    await createPage(unit, { retailer, url: `${kind} of ${name}`, kind, lastCheckedAt: at });
  return { retailer, product };
}

const SEARCH = { visitor: '', hour: 0, resultsCount: 1 };
let today: { retailer: string; product: string };

test('deletes each kind of row after its retention time and nothing else', async () => {
  today = await addAll('today', 0);
  await addAll('five weeks', 36);
  await addAll('a quarter', 91);
  await addAll('two years', 730);
  expect(await purgeExpired(em(), never)).toEqual({
    sessions: 3,
    'reset links': 3,
    'rate limits': 3,
    'sent mails': 6,
    'unsent mails': 2,
    'counted searches': 3,
    'questions to the model': 3,
    "shops' searches": 3,
    'search histories': 1,
    'view histories': 1,
    'ended price passes': 1,
    'unconfirmed alerts': 3,
    'unconfirmed subscribers': 3,
    runs: 2,
  });
  expect(await purgeExpired(em(), never)).toEqual({});
  const unit = em();
  expect([await unit.count(User), await unit.count(Product), await unit.count(Page)]).toEqual([
    4, 4, 9,
  ]);
  const aYearAgo = { $lt: daysAgo(365) };
  const alerts = await unit.find(Alert, { createdAt: aYearAgo });
  expect(alerts.map(({ state }) => state).toSorted()).toEqual(['ended', 'watching']);
  const runs = await unit.find(Run, { startedAt: aYearAgo });
  expect(runs.map(({ status, kind }) => `${status} ${kind}`).toSorted()).toEqual([
    'done replay',
    'quarantined crawl',
    'running crawl',
    'undone crawl',
  ]);
});

test('deletes a shop search that keeps failing; keeps one that was never fetched', async () => {
  const { retailer } = today;
  const now = daysAgo(0);
  const search = { retailer, kind: 'search', lastCheckedAt: now, nextCheckAt: now } as const;
  await createPage(em(), { ...search, url: 'failing', failures: 8 });
  await createPage(em(), { ...search, url: 'failed lately', failures: 3 });
  const unread = { ...search, lastCheckedAt: null };
  await createPage(em(), { ...unread, url: 'waits', nextCheckAt: daysAgo(20) });
  await createPage(em(), { ...unread, url: 'waits in vain', nextCheckAt: daysAgo(30) });
  expect(await purgeExpired(em(), never)).toEqual({ "shops' searches": 2 });
  const left = await em().find(Page, { kind: 'search' }, { orderBy: { url: 'asc' } });
  expect(left.map(({ url }) => url)).toEqual(['failed lately', 'search of today', 'waits']);
});

test('deletes kept pages after their days, and the oldest of a shop beyond 200 MB', async () => {
  // Compressed at rest and once, so that the test needs no disk.
  await em().execute(
    `create table packed as select convert_to(repeat('x', 90 * 1024 * 1024), 'UTF8') as body`,
  );
  const keep = async (retailer: string, url: string, days: number) => {
    const { id: page } = await createPage(em(), { retailer, url });
    const times = { fetchedAt: daysAgo(days), expiresAt: daysAgo(days - 7) };
    const body = Buffer.alloc(0);
    await em().insert(KeptPage, { page, url, contentType: '', reading: {}, body, ...times });
    const packed = 'update kept_page set body = packed.body from packed where page_id = ?';
    await em().execute(packed, [page]);
  };
  const { retailer } = today;
  for (const [url, days] of Object.entries({ oldest: 3, older: 2, newest: 1, expired: 8 }))
    await keep(retailer, `kept ${url}`, days);
  await keep((await createRetailer(em())).id, 'kept elsewhere', 4);
  expect(await purgeExpired(em(), never)).toEqual({ 'kept pages': 2 });
  const left = await em().find(KeptPage, {}, { fields: ['url'], orderBy: { fetchedAt: 'desc' } });
  expect(left.map(({ url }) => url)).toEqual(['kept newest', 'kept older', 'kept elsewhere']);
});

test('deletes in batches and leaves the rest to the next run when the worker stops', async () => {
  const rows = Array.from({ length: 25 }, (_, nth) => ({
    ...SEARCH,
    query: `tea ${nth}`,
    searchedAt: daysAgo(40),
  }));
  const add = () => em().insertMany(Search, rows);
  await add();
  expect(await purgeExpired(em(), never, 10)).toEqual({ 'counted searches': 25 });
  await add();
  expect(await purgeExpired(em(), AbortSignal.abort(), 10)).toEqual({});
  expect(await purgeExpired(em(), never, 10)).toEqual({ 'counted searches': 25 });
});

test('operators’ totals do not fall when runs are deleted: another run takes over their counts', async () => {
  for (const [kind, days] of [
    ['crawl', 100],
    ['crawl', 95],
    ['crawl', 1],
    ['feed', 200],
  ] as const)
    await createRun(em(), {
      retailer: today.retailer,
      kind,
      startedAt: daysAgo(days),
      finishedAt: daysAgo(days),
      pagesDone: 7,
      pagesUnchanged: 3,
      pricesChanged: 2,
      refusals: { timeout: 2, network: 1 },
    });
  const counts = async () => {
    const { pagesDone, pagesUnchanged, pricesChanged, refusals } = await operatorFigures(em());
    return {
      pagesDone,
      pagesUnchanged,
      pricesChanged,
      refusals: Object.fromEntries(refusals.map((each) => [each.reason, each.n])),
    };
  };
  const before = await counts();
  expect(await purgeExpired(em(), never)).toEqual({ runs: 2 });
  expect(before).toMatchObject({ pagesDone: 21, refusals: { timeout: 8, network: 4 } });
  expect(await counts()).toEqual(before);
  // A feed imported once has no other run to take over its counts, so its run stays.
  expect(await em().count(Run, { kind: 'feed' })).toBe(1);
  await em().nativeDelete(Run, { pagesDone: { $gt: 0 } });
});

test('deleting a run keeps the price points that it stored', async () => {
  const { retailer, product } = today;
  const done = { status: 'done', kind: 'crawl', retailer } as const;
  const run = await em().findOneOrFail(Run, done);
  await em().nativeUpdate(Run, { id: run.id }, { finishedAt: daysAgo(91) });
  const offer = await createOffer(em(), { retailer, product });
  await createPricePoint(em(), { offer, priceCents: 1, run: run.id });
  expect(await purgeExpired(em(), never)).toEqual({ runs: 1 });
  expect(await em().count(PricePoint)).toBe(1);
});
