/*
 * 200 products and 50 searches of the demonstration's world, stored with their true past: API and product page never
 * contradict each other. The oracle is each shop's price history in the demonstration.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Retailer } from '#db/entities/retailer.ts';
import { openRun } from '#db/queries/crawl/runs.ts';
import { addPastPrices } from '#db/queries/offers/price-points.ts';
import { refreshUsualPrices } from '#db/queries/products/product-history.ts';
import { trendingOffers } from '#db/queries/products/recommendations.ts';
import { pickOf } from '#domain/products/pick.ts';
import { recommendationScoreBand } from '#domain/products/score-band.ts';
import { DAY_MS } from '#domain/time.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import type { ProductDetail, RecommendedProduct } from '#site/api/responses/product-detail.ts';
import type { RankedProduct, SearchProduct } from '#site/api/responses/search-product.ts';
import type { SmartAnswer } from '#site/api/responses/smart-recommendation.ts';
import { ProductHead } from '#site/features/product/ProductHead.tsx';
import { QuickCompare } from '#site/features/search/comparisons.tsx';
import { docketsOf } from '#site/features/search/dockets.ts';
import { audText } from '#site/ui/price-text.ts';
import { BUY_STAMPS } from '#site/ui/words.ts';
import { pastPrices } from '#worker/demo/world/offer-past.ts';
import { scoreProducts } from '#worker/score/score-products.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { enableDemoRetailers } from '../support/demo-crawl.ts';
import { truthTable } from '../support/demo-truth.ts';
import { drawnOf } from '../support/draw.ts';
import { createOffers, createProduct, type OwnOffer } from '../support/factory.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const PRODUCTS = 200;
const SEARCHES = 50;
const NOW = new Date();
const YEAR_AGO = new Date(NOW.getTime() - 365 * DAY_MS);

let open: CrawlWorld;
let api: TestApi;
const names: string[] = [];
const ids: string[] = [];
/** The highest price of each offer's address within a year, dollars. */
const highest = new Map<string, number>();

beforeAll(async () => {
  open = await openCrawlWorld([]);
  await enableDemoRetailers(open.em());
  const shops = await open.em().findAll(Retailer);
  const bySlug = new Map(shops.map(({ slug, id }) => [slug, id]));
  const own = [...truthTable(NOW)].filter(({ seller }) => seller === null);
  const groups = [...Map.groupBy(own, ({ productId }) => productId).values()];
  const compared = groups.filter((group) => group.length > 2);
  const step = Math.floor(compared.length / PRODUCTS);
  const runId = await openRun(open.em(), shops[0]?.id ?? '', 'replay');
  const offers: OwnOffer[] = [];
  const points: Parameters<typeof addPastPrices>[2] = [];
  for (let nth = 0; nth < PRODUCTS; nth += 1) {
    const group = compared[nth * step] ?? [];
    const name = group[0]?.name ?? '';
    names.push(name);
    const { id: product } = await createProduct(open.em(), { name });
    ids.push(product);
    offers.push(
      ...group.map((row) => ({
        product,
        retailer: bySlug.get(row.shop) ?? '',
        url: row.url,
        name: row.name,
        searchText: row.name.toLowerCase(),
        source: 'demo' as const,
        lastSeenAt: NOW,
        priceCents: row.priceCents,
        originalPriceCents: row.originalPriceCents,
        availability: row.availability,
      })),
    );
  }
  for (const { id: offerId, url } of await createOffers(open.em(), offers)) {
    const past = pastPrices(url, '', YEAR_AGO, NOW);
    highest.set(offerId, Math.max(...past.map(({ priceCents }) => priceCents)) / 100);
    points.push(...past.map((point) => ({ ...point, offerId })));
  }
  await addPastPrices(open.em(), runId, points);
  await scoreProducts(open.em(), ids);
  await refreshUsualPrices(open.em());
  api = await openTestApi(open.databaseUrl);
});

afterAll(async () => {
  await api.close();
  await open.close();
});

/** A call by a shopper of their own: nobody meets a limit. */
async function data<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  calls += 1;
  const address = `198.51.${calls >> 8}.${calls & 255}`;
  const answer = await api.call(method, path, { address, ...(body !== undefined && { body }) });
  expect(answer.status, path).toBe(200);
  return answer.body['data'] as Data;
}
let calls = 0;

/** The price analysis of the specification's §4 beside each verdict. */
const ANALYSIS_OF: Record<string, string> = { buy: 'great-deal', fair: 'fair', wait: 'high' };

/** What is wrong with an offer's claim of a former price. */
function faultOf(offer: SearchProduct): string | null {
  const most = highest.get(offer.offerId) ?? 0;
  const isInvented = offer.originalPrice !== null && offer.originalPrice > most;
  if (isInvented && (offer.isOnSale || offer.discountPercentage > 0))
    return `${offer.name} at ${offer.retailer.name}: ${offer.originalPrice} is counted, never above ${most}`;
  return isInvented && !offer.claim ? `${offer.name}: the claim is not judged` : null;
}

test('no product page shows a refused claim in green or struck through, and each has one verdict', async () => {
  let refused = 0;
  const words = new Set<string>();
  for (const id of ids) {
    const product = await data<ProductDetail>('GET', `/products/${id}`);
    expect(product.offers.map(faultOf).filter(Boolean)).toEqual([]);
    const best = product.offers.find(({ offerId }) => offerId === product.offerId);
    const sold = product.offers.filter(({ canBuy }) => canBuy);
    if (sold.length > 0)
      expect(best?.currentPrice).toBe(Math.min(...sold.map((offer) => offer.currentPrice)));
    const props = { product, money: audText, hrefOf: () => '', above: null, action: null };
    const head = drawnOf(ProductHead, props);
    const most = highest.get(product.offerId) ?? 0;
    if (product.originalPrice !== null && product.originalPrice > most) {
      refused += 1;
      expect(head('s').length, product.name).toBe(0);
      expect(head('.product-price .tone-green').length, product.name).toBe(0);
      expect(head('.claim').text(), product.name).toMatch(/never saw/);
    }
    const stamps = head('.stamp')
      .map((_, stamp) => head(stamp).text())
      .get();
    expect(stamps).toEqual(product.buyVerdict ? [BUY_STAMPS[product.buyVerdict.word].text] : []);
    if (product.buyVerdict) words.add(product.buyVerdict.word);
    expect(product.aiScore.overall, product.name).toBeLessThan(
      product.buyVerdict?.word === 'wait' ? 60 : 101,
    );
    const { analysis, trend } = await data<PriceHistoryAnswer>('GET', `/products/${id}/history`);
    expect(analysis, product.name).toBe(ANALYSIS_OF[product.buyVerdict?.word ?? ''] ?? null);
    expect(trend === null, product.name).toBe(!product.buyVerdict);
    const isGreen = recommendationScoreBand(product.aiScore.priceScore) === 'green';
    if (product.buyVerdict) expect(product.buyVerdict.word === 'buy', product.name).toBe(isGreen);
    const isGood = head('.product-price .badge.tone-green').length > 0;
    expect(isGood && product.buyVerdict?.word === 'wait', product.name).toBe(false);
  }
  // The world has what is tested.
  expect(refused).toBeGreaterThan(5);
  expect([...words].toSorted()).toEqual(expect.arrayContaining(['buy', 'fair', 'wait']));
});

test('searches count no refused claim, pick no offer dearer than a sibling, and agree with the product page', async () => {
  const step = PRODUCTS / SEARCHES;
  let waits = 0;
  for (let nth = 0; nth < SEARCHES; nth += 1) {
    const query = (names[nth * step] ?? '')
      .split(/[\s,|]+/)
      .slice(0, 4)
      .join(' ');
    const { products } = await data<{ products: RankedProduct[] }>('POST', '/search/ai-search', {
      query,
    });
    expect(products.map(faultOf).filter(Boolean), query).toEqual([]);
    const waiting = products.filter(({ buyVerdict }) => buyVerdict?.word === 'wait');
    waits += waiting.length;
    expect(Math.max(0, ...waiting.map(({ aiScore }) => aiScore.overall)), query).toBeLessThan(6);
    const dockets = docketsOf(products.filter(({ isSimilar }) => !isSimilar));
    for (const isTheThing of [true, false]) {
      const shown = dockets.map(({ best }) => best).filter((one) => one.isTheThing === isTheThing);
      const scores = shown.map(({ canBuy, aiScore }) => (canBuy ? aiScore.overall : 0));
      expect(scores, query).toEqual(scores.toSorted((a, b) => b - a));
    }
    const links = drawnOf(QuickCompare, { dockets })('a');
    const compared = links.map((_, a) => a.attribs['href']).get();
    const first = dockets.find(({ best }) => best.buyVerdict?.word !== 'wait');
    expect(compared[0], query).toBe(first?.path);
    expect(
      waiting.filter((offer) => compared.includes(offer.productPath)),
      query,
    ).toEqual([]);
    const pick = pickOf(products)?.offer;
    expect(pick?.buyVerdict?.word, query).not.toBe('wait');
    const siblings = products.filter((offer) => offer._id === pick?._id && offer.canBuy);
    expect(pick?.currentPrice, query).toBe(
      siblings.length > 0 ? Math.min(...siblings.map((one) => one.currentPrice)) : undefined,
    );
    for (const [id, offers] of Map.groupBy(products, ({ _id }) => _id)) {
      const said = new Set(offers.map(({ buyVerdict }) => buyVerdict?.text));
      expect(said.size, query).toBe(1);
      if (pick?._id !== id) continue;
      const { buyVerdict } = await data<ProductDetail>('GET', `/products/${id}`);
      expect([...said]).toEqual([buyVerdict?.text]);
    }
  }
  expect(waits).toBeGreaterThan(0);
  const onSale = await data<{ products: SearchProduct[] }>(
    'GET',
    '/products?onSale=true&sort=discount&limit=100',
  );
  expect(onSale.products.length).toBeGreaterThan(5);
  expect(onSale.products.map(faultOf).filter(Boolean)).toEqual([]);
  expect(onSale.products.every((offer) => offer.isOnSale)).toBe(true);
});

test('nothing to wait for is recommended: alike, popular, a deal or by Smart Search', async () => {
  const lists: Record<string, SearchProduct['buyVerdict'][]> = {};
  for (const path of ['trending', 'deals', ...ids.slice(0, 30).map((id) => `similar/${id}`)]) {
    const { products } = await data<{ products: RecommendedProduct[] }>(
      'GET',
      `/recommendations/${path}`,
    );
    lists[path] = products.map(({ buyVerdict }) => buyVerdict);
  }
  for (const name of names.slice(0, 30)) {
    const query = name.split(' ').slice(0, 3).join(' ');
    const answer = await api.call('POST', '/recommend/smart-recommend', {
      address: `203.0.114.${names.indexOf(name)}`,
      body: { query },
    });
    const { topPicks } = (answer.body as SmartAnswer).aiRecommendation;
    lists[query] = topPicks.map(({ product }) => product?.buyVerdict);
  }
  const said = Object.values(lists).flat();
  expect(said.length).toBeGreaterThan(60);
  for (const [path, words] of Object.entries(lists))
    expect(
      words.filter((verdict) => verdict?.word === 'wait'),
      path,
    ).toEqual([]);
  // Popular products fill the list without those to wait for.
  expect(await trendingOffers(open.em(), null, PRODUCTS)).toHaveLength(
    lists['trending']?.length ?? 0,
  );
});
