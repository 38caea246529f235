import { afterAll, beforeEach, expect, test } from 'vitest';
import { Offer, Score } from '#db/entities/offer.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { touchOffersOfPage } from '#db/queries/offers/page-offers.ts';
import { storeOffers, touchSameOffers } from '#db/queries/offers/store-offers.ts';
import { offersToScore, productsToScore, saveScores } from '#db/queries/products/scores.ts';
import { undoRun } from '#db/queries/quarantine/decision.ts';
import { cents } from '#domain/money.ts';
import { scoreProducts } from '#worker/score/score-products.ts';
import {
  createOffer,
  createPage,
  createPricePoint,
  createProduct,
  createRetailer,
  daysAgo,
  offerReading,
  slotDaysAgo,
} from '../support/factory.ts';
import { openTestOrm, type TestOrm } from '../support/test-orm.ts';

let orm: TestOrm;
let productId: string;
const shops: Record<string, string> = {};
const em = () => orm.em();

beforeEach(async () => {
  orm ??= await openTestOrm();
  await em().execute('truncate retailer, product, offer cascade');
  for (const slug of ['one', 'two']) {
    shops[slug] = (await createRetailer(em(), { slug })).id;
  }
  productId = (await createProduct(em())).id;
});

afterAll(() => orm.close());

/** Adds an offer seen so many days ago. Its price has not moved for 60 days. */
async function addOffer(shop: string, priceCents: number, seenDaysAgo = 0): Promise<string> {
  const offer = await createOffer(em(), {
    retailer: shops[shop] ?? '',
    product: productId,
    url: `${shop}/${priceCents}`,
    priceCents,
    priceChangedAt: daysAgo(60),
    lastSeenAt: daysAgo(seenDaysAgo),
  });
  return offer.id;
}

async function reasonOf(shop: string, priceCents: number): Promise<string | undefined> {
  await scoreProducts(em(), await productsToScore(em(), 10));
  const score = await em().findOne(Score, { offer: { url: `${shop}/${priceCents}` } });
  return score?.reason;
}

test.each([20, 40])('an offer unseen for %i days is left out of the comparison', async (days) => {
  await addOffer('one', 10_000);
  await addOffer('two', 5_000, days);
  expect(await reasonOf('one', 10_000)).toBe('$100.00 at one, the only shop we know for it.');
  expect(await productsToScore(em(), 10)).toEqual([]);
});

test('the price score is where the price stands in the year of its product, each day anew', async () => {
  const offer = await addOffer('one', 8_000);
  const priceScore = async () => {
    await scoreProducts(em(), await productsToScore(em(), 10));
    return (await em().findOneOrFail(Score, { offer })).price;
  };
  expect(await priceScore()).toBe(60);
  for (const [days, priceCents] of [
    [60, 9_000],
    [3, 8_000],
  ] as const)
    await createPricePoint(em(), { offer, slot: slotDaysAgo(days), priceCents });
  expect(await priceScore()).toBe(60);
  await em().nativeUpdate(Score, {}, { scoredAt: daysAgo(1) });
  expect(await priceScore()).toBeGreaterThanOrEqual(80);
});

test('rescores the other offers once when an offer has been unseen for too long', async () => {
  await addOffer('one', 10_000);
  const two = await addOffer('two', 5_000);
  expect(await reasonOf('one', 10_000)).toBe('$50.00 above the lowest of 2 shops.');
  // Fifteen days go by.
  await em().nativeUpdate(Score, {}, { scoredAt: daysAgo(15) });
  await em().nativeUpdate(Offer, { id: two }, { lastSeenAt: daysAgo(15) });
  expect(await productsToScore(em(), 10)).toEqual([productId]);
  expect(await reasonOf('one', 10_000)).toBe('$100.00 at one, the only shop we know for it.');
  expect(await productsToScore(em(), 10)).toEqual([]);
});

/** A new reading of the offer of shop two, from a page that shows it. */
async function offerOfTwo() {
  const retailerId = shops['two'] ?? '';
  const { id: pageId } = await createPage(em(), { retailer: retailerId });
  await em().nativeUpdate(Offer, { retailer: retailerId }, { page: pageId });
  const reading = offerReading({ productId, url: 'two/5000', priceCents: cents(5_000) });
  return { ...reading, retailerId, pageId };
}
type TwoOffer = Awaited<ReturnType<typeof offerOfTwo>>;

const WAYS_BACK: Record<string, (offer: TwoOffer, at: Date) => Promise<unknown>> = {
  'its page, unchanged': ({ pageId }, at) => touchOffersOfPage(em(), pageId, at),
  'a feed, unchanged': (offer, at) => touchSameOffers(em(), offer.retailerId, [offer], at),
  'its page, read anew': async (offer, observedAt) => {
    const { retailerId } = offer;
    const runId = await openRun(em(), retailerId, 'crawl');
    await storeOffers(em(), { retailerId, page: null, runId, observedAt }, [offer]);
  },
};

test.each(Object.keys(WAYS_BACK))(
  'rescores the other offers once when an offer is back after 15 days: %s',
  async (way) => {
    await addOffer('one', 10_000);
    await addOffer('two', 5_000, 15);
    expect(await reasonOf('one', 10_000)).toMatch(/the only shop/);
    await WAYS_BACK[way]?.(await offerOfTwo(), new Date());
    expect(await productsToScore(em(), 10)).toEqual([productId]);
    expect(await reasonOf('one', 10_000)).toBe('$50.00 above the lowest of 2 shops.');
    await WAYS_BACK[way]?.(await offerOfTwo(), new Date());
    expect(await productsToScore(em(), 10)).toEqual([]);
  },
);

test('rescores the other offers when the run that found an offer is undone', async () => {
  await addOffer('one', 10_000);
  const two = await addOffer('two', 5_000);
  expect(await reasonOf('one', 10_000)).toBe('$50.00 above the lowest of 2 shops.');
  const { retailerId } = await offerOfTwo();
  const runId = await openRun(em(), retailerId, 'crawl');
  await createPricePoint(em(), { offer: two, slot: 1, priceCents: 5_000, run: runId });
  expect(await undoRun(em(), runId, 'kylie')).toBe('undone');
  expect(await reasonOf('one', 10_000)).toMatch(/the only shop/);
});

test('a score computed before its offer changed does not hide the change', async () => {
  await addOffer('one', 10_000);
  await addOffer('two', 5_000);
  await scoreProducts(em(), [productId]);
  const early = await offersToScore(em(), [productId]);
  const two = await offerOfTwo();
  const runId = await openRun(em(), two.retailerId, 'crawl');
  const at = { retailerId: two.retailerId, page: null, runId, observedAt: new Date() };
  await storeOffers(em(), at, [{ ...two, availability: 'out_of_stock' }]);
  const figures = { overall: 1, price: 1, quality: 1, value: 1, popularity: 1 };
  await saveScores(
    em(),
    early.map((read) => ({
      ...read,
      ...figures,
      reason: 'as it was',
      highlights: [],
      by: 'rules',
    })),
  );
  expect(await productsToScore(em(), 10)).toEqual([productId]);
});

test('counts several offers of one shop as one shop', async () => {
  await addOffer('one', 10_000);
  await addOffer('one', 11_000);
  await addOffer('two', 12_000);
  expect(await reasonOf('one', 10_000)).toMatch(/^Lowest of 2 shops/);
  expect(await reasonOf('two', 12_000)).toBe('$20.00 above the lowest of 2 shops.');
});
