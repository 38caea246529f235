import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { LISTED_DAYS, STOCK_KNOWN_DAYS } from '#domain/offers/offer-age.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { hoursFromNow } from '../support/factory.ts';
import { type Person, register } from '../support/person.ts';

const TEA = { name: 'Bushells Tea Leaf 500 g', brand: 'Bushells', gtin: '9312345678907' };
let open: ApiWorld;
let person: Person;
let productId: string;

beforeAll(async () => {
  open = await openApiWorld(
    { 't-100001': { ...TEA, price: '5.00' } },
    { 't-200001': { ...TEA, price: '7.00' } },
  );
  person = await register(open.api);
  productId = (await open.offers())[0]?.productId ?? '';
});

afterAll(() => open.close());

beforeEach(() => open.em().nativeUpdate(Offer, {}, { lastSeenAt: new Date() }));

/** The offer of the cheaper shop has not been seen for so many days and an hour. */
const unseenFor = (days: number) =>
  open
    .em()
    .nativeUpdate(
      Offer,
      { retailer: { slug: 'shop-0' } },
      { lastSeenAt: hoursFromNow(-24 * days - 1) },
    );

async function get<T>(path: string): Promise<T> {
  const answer = await open.api.call('GET', path, { token: person.token });
  expect(answer.status).toBe(200);
  return answer.body['data'] as T;
}

async function found(): Promise<SearchProduct[]> {
  const answer = await open.api.call('POST', '/search/ai-search', { body: { query: 'tea' } });
  return (answer.body['data'] as { products: SearchProduct[] }).products;
}

const detail = () => get<ProductDetail>(`/products/${productId}`);
const listed = (query = '') => get<{ products: SearchProduct[] }>(`/products?q=tea${query}`);

test('the best offer is a recently seen one', async () => {
  await unseenFor(STOCK_KNOWN_DAYS - 1);
  expect(await detail()).toMatchObject({ currentPrice: 5, availability: 'in_stock' });
  expect((await listed()).products[0]?.currentPrice).toBe(5);
});

test('an offer unseen for two weeks is listed without stock and is never the best', async () => {
  await unseenFor(STOCK_KNOWN_DAYS);
  const product = await detail();
  expect(product).toMatchObject({ currentPrice: 7, availability: 'in_stock' });
  const stock = product.offers.map((offer) => [offer.currentPrice, offer.availability]);
  expect(stock).toEqual([
    [5, 'unknown'],
    [7, 'in_stock'],
  ]);
  expect((await found()).map((offer) => offer.availability).sort()).toEqual([
    'in_stock',
    'unknown',
  ]);
  expect((await listed()).products.map((each) => each.currentPrice)).toEqual([7]);
  expect((await listed('&maxPrice=6&inStock=true')).products).toEqual([]);
  const alert = { productId, targetPrice: 6.5 };
  const set = await open.api.call('POST', '/alerts', { token: person.token, body: alert });
  expect(set.status).toBe(201);
  expect(await get<{ bestPrice: number }[]>('/alerts')).toMatchObject([{ bestPrice: 7 }]);
});

test('an offer out of stock represents a product only when no shop states stock', async () => {
  const say = (slug: string, availability: Availability) =>
    open.em().nativeUpdate(Offer, { retailer: { slug } }, { availability });
  await say('shop-0', 'out_of_stock');
  await say('shop-1', 'unknown');
  expect(await detail()).toMatchObject({ currentPrice: 7, availability: 'unknown' });
  expect((await listed()).products[0]?.currentPrice).toBe(7);
  await say('shop-1', 'sold_out');
  // The last price is kept where there is no other, and its stock said.
  expect(await detail()).toMatchObject({ currentPrice: 5, availability: 'out_of_stock' });
  for (const slug of ['shop-0', 'shop-1']) await say(slug, 'in_stock');
});

test('an offer unseen for a month is listed nowhere, but those who saved it keep it', async () => {
  const [offer] = await open.offers();
  const productUrl = offer?.url;
  const saved = { token: person.token, body: { productUrl } };
  expect((await open.api.call('POST', '/favorites', saved)).status).toBe(201);
  await unseenFor(LISTED_DAYS);
  expect((await detail()).offers.map((each) => each.currentPrice)).toEqual([7]);
  expect((await found()).map((each) => each.currentPrice)).toEqual([7]);
  expect((await get<{ favorites: unknown[] }>('/favorites')).favorites).toHaveLength(1);
});

test('a product that no shop has shown for a month is gone, and comes back when one does', async () => {
  await open.em().nativeUpdate(Offer, {}, { lastSeenAt: hoursFromNow(-24 * LISTED_DAYS - 1) });
  expect((await open.api.call('GET', `/products/${productId}`)).status).toBe(404);
  expect(await found()).toEqual([]);
  expect((await listed()).products).toEqual([]);
  expect(await get<string[]>('/search/suggestions?q=tea')).toEqual([]);
  await open.em().nativeUpdate(Offer, {}, { lastSeenAt: new Date() });
  expect((await detail()).currentPrice).toBe(5);
});
