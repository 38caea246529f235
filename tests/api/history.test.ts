import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Offer, PricePoint } from '#db/entities/offer.ts';
import { promoteToOperator } from '#db/queries/accounts/users.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { addPastPrices } from '#db/queries/offers/price-points.ts';
import { cents } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import { answerSchema } from '../support/api-calls.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import {
  createOffer,
  createPricePoint,
  createProduct,
  createRetailer,
  slotDaysAgo,
} from '../support/factory.ts';
import { register } from '../support/person.ts';
import type { TestApi } from '../support/test-api.ts';

let world: ApiWorld;
let api: TestApi;
let known: string;
let fresh: string;

beforeAll(async () => {
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', gtin: '9312345678907' };
  world = await openApiWorld(
    {
      'k-100001': { ...kettle, price: '249.00' },
      'g-100002': { name: 'Breville Coffee Grinder', brand: 'Breville', price: '299.00' },
    },
    { 'k-200001': { ...kettle, price: '229.00' } },
  );
  api = world.api;
  const em = world.em();
  const rows = await em.findAll(Offer, { populate: ['retailer'] });
  const offers = rows.map(({ id, name, product, retailer }) => {
    return { id, name, productId: product.id, shop: retailer.name, retailerId: retailer.id };
  });
  const offer = (name: string, shop: string) => {
    const found = offers.find((one) => one.name.includes(name) && one.shop === shop);
    if (!found) throw new Error(`no offer of ${name} at ${shop}`);
    return found;
  };
  known = offer('Kettle', 'shop-0').productId;
  fresh = offer('Grinder', 'shop-0').productId;
  await past(offer('Kettle', 'shop-0'), [
    [200, 299, 'in_stock'],
    [20, 219, 'in_stock'],
    [15, 299, 'in_stock'],
    [10, 199, 'out_of_stock'],
  ]);
  await past(offer('Kettle', 'shop-1'), [
    [100, 279, 'in_stock'],
    [5, 279, 'out_of_stock'],
  ]);
  await em.nativeUpdate(
    Offer,
    { id: offer('Kettle', 'shop-1').id },
    { originalPriceCents: 27_900 },
  );
});

afterAll(() => world.close());

async function past(
  offer: { id: string; retailerId: string },
  points: [daysAgo: number, price: number, availability: 'in_stock' | 'out_of_stock'][],
) {
  const runId = await openRun(world.em(), offer.retailerId, 'replay');
  await addPastPrices(
    world.em(),
    runId,
    points.map(([daysAgo, price, availability]) => ({
      offerId: offer.id,
      slot: Math.floor((Date.now() - daysAgo * DAY_MS) / 60_000),
      priceCents: cents(price * 100),
      originalPriceCents: null,
      availability,
    })),
  );
}

async function history(id: string, query = ''): Promise<PriceHistoryAnswer> {
  const answer = await api.call('GET', `/products/${id}/history${query}`);
  expect(answer.status).toBe(200);
  answerSchema('GET /products/{id}/history').parse(answer.body);
  return answer.body['data'] as PriceHistoryAnswer;
}

/** Whole days; 0 for the end of the current hour too. */
const daysAgo = (date: string) => Math.round(Math.max(0, Date.now() - Date.parse(date)) / DAY_MS);

describe('GET /products/{id}/history', () => {
  test('draws the best price over all shops for 30 days, in exact steps', async () => {
    const answer = await history(known);
    expect(answer).toMatchObject({
      range: '30d',
      isEstimate: false,
      today: 229,
      low: 219,
      high: 279,
      trend: 'down',
      analysis: 'great-deal',
    });
    expect(answer.points.map(({ date, price }) => [daysAgo(date), price])).toEqual([
      [30, 279],
      [20, 219],
      [15, 279],
      [0, 229],
      [0, 229],
    ]);
    expect(answer.gaps.map(({ from }) => daysAgo(from))).toEqual([5]);
    expect(answer.daily.length).toBeGreaterThanOrEqual(25);
    expect(answer.daily.length).toBeLessThan(31);
  });

  test('draws a line for each shop, with gaps while it was out of stock', async () => {
    const { retailers } = await history(known);
    const lines = Object.fromEntries(
      retailers.map(({ retailer, points }) => [retailer, points.map((point) => point.price)]),
    );
    expect(lines).toEqual({ 'shop-0': [299, 219, 299, null, 249], 'shop-1': [279, null, 229] });
  });

  test.each([
    ['7d', 279],
    ['90d', 279],
    ['1y', 299],
  ])('the range %s has its own extremes', async (range, high) => {
    expect((await history(known, `?range=${range}`)).high).toBe(high);
  });

  test('says whether the best offer was charged more before', async () => {
    expect((await history(known)).verdict).toMatchObject({
      verdict: 'genuine',
      claimedWas: 279,
      retailer: 'shop-1',
      text: expect.stringContaining('$279.00 was charged on'),
    });
    expect((await history(fresh)).verdict).toBeNull();
  });

  test('without any history returns an estimate labelled as one', async () => {
    const answer = await history(fresh);
    expect(answer).toMatchObject({ isEstimate: true, today: 299, trend: null, analysis: null });
    expect(answer.points.length).toBe(31);
    expect(answer.points.every(({ price }) => price >= 239.2 && price <= 358.8)).toBe(true);
    expect(answer.retailers).toEqual([]);
    expect((await history(fresh)).points.map((point) => point.price)).toEqual(
      answer.points.map((point) => point.price),
    );
  });
});

test('counts a price without a stated stock instead of a dearer shop', async () => {
  const em = world.em();
  const [cheap, dear] = [
    await createRetailer(em, { slug: 'silent' }),
    await createRetailer(em, { slug: 'dear' }),
  ];
  const product = await createProduct(em, { name: 'Silent Kettle' });
  const offerOf = (retailer: string, priceCents: number) =>
    createOffer(em, { retailer, product: product.id, priceCents });
  const cheapOffer = await offerOf(cheap.id, 1_000);
  const dearOffer = await offerOf(dear.id, 2_500);
  await createPricePoint(em, { offer: dearOffer.id, priceCents: 2_500, slot: slotDaysAgo(40) });
  const silent = { availability: 'unknown', slot: slotDaysAgo(6) } as const;
  await createPricePoint(em, { offer: cheapOffer.id, priceCents: 1_000, slot: slotDaysAgo(40) });
  await createPricePoint(em, { offer: cheapOffer.id, priceCents: 1_000, ...silent });
  await createPricePoint(em, { offer: cheapOffer.id, priceCents: 1_000, slot: slotDaysAgo(2) });
  const answer = await history(product.id, '?range=7d');
  expect(answer).toMatchObject({ low: 10, high: 10, gaps: [] });
});

describe('GET /products/{id}/alert-backtest', () => {
  test('says when an alert would have fired', async () => {
    const answer = await api.call('GET', `/products/${known}/alert-backtest?targetPrice=230`);
    answerSchema('GET /products/{id}/alert-backtest').parse(answer.body);
    expect(answer.body['data']).toMatchObject({
      timesFired: 2,
      bestPrice: 219,
      text: expect.stringMatching(
        /^You’d have had 2 alerts since \d+ \w+, the last on .*\. The best price was \$219\.00\.$/,
      ),
    });
  });

  test('ignores prices before that year', async () => {
    // 290 was not reached from above within the year: one shop asked 279 and the other 299 all the time.
    const { id, retailer } = await world.em().findOneOrFail(Offer, { product: fresh });
    const offer = { id, retailerId: retailer.id };
    await past(offer, [
      [800, 250, 'in_stock'],
      [700, 199, 'in_stock'],
      [380, 289, 'in_stock'],
    ]);
    const { body } = await api.call('GET', `/products/${fresh}/alert-backtest?targetPrice=289`);
    const { lastFiredAt, bestAt } = body['data'] as { lastFiredAt: string; bestAt: string };
    expect(daysAgo(lastFiredAt)).toBe(365);
    expect(daysAgo(bestAt)).toBe(365);
  });

  test.each(['', '?targetPrice=', '?targetPrice=0', '?targetPrice=-5', '?targetPrice=abc'])(
    'refuses %j',
    async (query) => {
      const answer = await api.call('GET', `/products/${known}/alert-backtest${query}`);
      expect(answer.status).toBe(400);
    },
  );
});

test.each([
  ['/products/01900000-0000-7000-8000-000000000000/history', 404, 'product-not-found'],
  [
    '/products/01900000-0000-7000-8000-000000000000/alert-backtest?targetPrice=1',
    404,
    'product-not-found',
  ],
  ['/products/nothing/history', 400, 'invalid-input'],
])('%s is refused with %i', async (path, status, code) => {
  const answer = await api.call('GET', path);
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ success: false, code });
});

test("dates an operator's price by the database's clock", async () => {
  const { token, email } = await register(api);
  await promoteToOperator(world.em(), email);
  const { id: offerId } = await world.em().findOneOrFail(Offer, { product: fresh });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const answer = await api.call('PATCH', `/products/${fresh}/price`, {
    token,
    body: { offerId, price: 289 },
  });
  vi.useRealTimers();
  expect(answer.status).toBe(200);
  const now = new Date();
  const isLate = { $or: [{ lastSeenAt: { $gt: now } }, { priceChangedAt: { $gt: now } }] };
  expect(await world.em().count(Offer, { id: offerId, ...isLate })).toBe(0);
  const slot = { $gt: slotDaysAgo(0) };
  expect(await world.em().count(PricePoint, { offer: offerId, slot })).toBe(0);
});

test('refuses an unknown range', async () => {
  expect((await api.call('GET', `/products/${known}/history?range=5y`)).status).toBe(400);
});
