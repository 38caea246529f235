import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Offer, PricePoint, Score } from '#db/entities/offer.ts';
import { RateLimit } from '#db/entities/operations.ts';
import { Page } from '#db/entities/page.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { refreshSearchWords } from '#db/queries/search/catalogue-words.ts';
import { LIMITS } from '#site/api/core/limits.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { answerSchema } from '../support/api-calls.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { createPricePoint, slotDaysAgo } from '../support/factory.ts';
import type { TestApi } from '../support/test-api.ts';

const GTIN = '9312345678907';
let world: ApiWorld;
let api: TestApi;

beforeAll(async () => {
  const machine = { name: 'Sunbeam Origins Coffee Machine', brand: 'Sunbeam', gtin: GTIN };
  world = await openApiWorld(
    {
      'm-100001': { ...machine, price: '599.00' },
      'h-100002': { name: 'Sony WH-1000XM5 Headphones', brand: 'Sony', price: '549.00' },
    },
    { 'm-200001': { ...machine, price: '549.00' } },
  );
  await refreshSearchWords(world.em());
  api = world.api;
});

afterAll(() => world.close());

async function search(query: string) {
  const answer = await api.call('POST', '/search/ai-search', { body: { query } });
  expect(answer.status).toBe(200);
  return answer.body as {
    success: true;
    data: SearchAnswer;
  };
}

describe('POST /search/ai-search', () => {
  test('answers the offers of all shops in the documented shape', async () => {
    const answer = await search('coffee machine');
    answerSchema('POST /search/ai-search').parse(answer);
    const { products, isDemoMode, crawling } = answer.data;
    expect(products.map((product) => product.currentPrice).sort()).toEqual([549, 599]);
    expect(new Set(products.map((product) => product._id)).size).toBe(1);
    expect(products[0]?.retailer.trustScore).toBe(8);
    expect(isDemoMode).toBe(true);
    expect(crawling).toBeNull();
  });

  test('is no demonstration once a model has judged', async () => {
    await world.em().nativeUpdate(Score, {}, { by: 'model' });
    const { products, isDemoMode } = (await search('sunbeam coffee machine')).data;
    expect(products.map(({ aiScore }) => aiScore.by)).toContain('model');
    expect(isDemoMode).toBe(false);
    await world.em().nativeUpdate(Score, {}, { by: 'rules' });
  });

  test.each([
    ['a model number in parts', 'wh 1000xm5'],
    ['a model number as printed', 'WH-1000XM5'],
    ['another ending', 'headphone sony'],
    ['a misspelling', 'hedphones'],
    ['swapped letters', 'snoy'],
    ['swapped letters at the end', 'headphoens'],
    ['a word too many', 'sony headphones wireless'],
  ])('finds by %s: %s', async (_what, query) => {
    const { data } = await search(query);
    expect(data.products[0]?.name).toBe('Sony WH-1000XM5 Headphones');
  });

  test.each([
    ['another model', '1000xm4'],
    ['a third of the words', 'sony wireless noise'],
  ])('does not take %s for a match: %s', async (_what, query) => {
    expect((await search(query)).data.products).toEqual([]);
  });

  test('answers each product by its best offers, and how many products fit', async () => {
    const { products, total } = (await search('coffee machine')).data;
    expect(total).toBe(1);
    expect(products.map(({ currentPrice }) => currentPrice)).toEqual([549, 599]);
    expect(products.map(({ offersOfProduct }) => offersOfProduct)).toEqual([2, 2]);
  });

  test('says of each product what its shops ask, and counts what each filter would leave', async () => {
    const { products, facets, page, pages } = (await search('coffee machine')).data;
    expect(products[0]).toMatchObject({
      productName: 'Sunbeam Origins Coffee Machine',
      shopsOfProduct: 2,
      shopsSelling: 2,
      lowest: 549,
      highest: 599,
      productId: products[0]?._id,
    });
    expect({ page, pages }).toEqual({ page: 1, pages: 1 });
    expect(facets).toMatchObject({
      brand: [{ value: 'Sunbeam', count: 1 }],
      shop: [
        { value: 'shop-0', count: 1 },
        { value: 'shop-1', count: 1 },
      ],
      inStock: 1,
      soldOut: 0,
    });
  });

  test.each([
    [{ shops: ['shop-0'] }, [599, 549]],
    [{ minPrice: 540, maxPrice: 560 }, [549, 599]],
    // A docket for $549 does not belong in a range from $580.
    [{ minPrice: 580, maxPrice: 700 }, []],
    [{ brands: ['Sunbeam'], inStock: true }, [549, 599]],
    [{ brands: ['Breville'] }, []],
    [{ size: ['1 L'] }, []],
  ])('filters %j: what fits comes first', async (filters, prices) => {
    const body = { query: 'coffee machine', filters, order: 'cheapest' };
    const answer = await api.call('POST', '/search/ai-search', { body });
    const { products } = (answer.body as { data: SearchAnswer }).data;
    expect(products.map(({ currentPrice }) => currentPrice)).toEqual(prices);
  });

  test('a page beyond the last one is empty', async () => {
    const body = { query: 'coffee machine', page: 2 };
    const answer = await api.call('POST', '/search/ai-search', { body });
    expect(answer.body).toMatchObject({ data: { products: [], total: 1, page: 2, pages: 1 } });
  });

  test('takes limits and wishes out of the words, and says so', async () => {
    const below = (await search('cheap espresso machine under $560')).data;
    expect(below.order).toBe('cheapest');
    expect(below.products.map(({ name }) => name)).toContain('Sunbeam Origins Coffee Machine');
    expect(below.understood.parts).toEqual([
      { label: 'under $560', without: 'cheap espresso machine' },
      { label: 'cheap', without: 'espresso machine under $560' },
    ]);
    expect((await search('coffee machine under $500')).data.products).toEqual([]);
  });

  test('names the corrected words', async () => {
    expect((await search('hedphones')).data.understood.correctedTo).toBe('headphones');
    expect((await search('headphones')).data.understood.correctedTo).toBeNull();
  });

  test('builds related searches on the corrected words', async () => {
    const { related } = (await search('hedphones')).data;
    expect(related).toEqual((await search('headphones')).data.related);
    expect(related).toContain('Sony headphones');
  });

  test('returns nothing when nothing fits', async () => {
    expect((await search('zzyzx quux')).data.products).toEqual([]);
  });

  test.each([
    ['POST', '/search/ai-search', { query: 'x'.repeat(201) }],
    ['POST', '/recommend/smart-recommend', { query: 'x'.repeat(201) }],
    ['GET', `/search?q=${'x'.repeat(201)}`, undefined],
  ])('%s %s says in words that a query is too long', async (method, path, body) => {
    const answer = await api.call(method, path, { body });
    expect(answer.body).toMatchObject({ error: 'Please enter at most 200 characters.' });
  });

  test.each(["' | '", "a' & !b", ':*', '\\', 'a & (b', '%', '<->', '\u0000'])(
    'takes %j as words, not as query language',
    async (query) => {
      const answer = await api.call('POST', '/search/ai-search', { body: { query } });
      expect(answer.status).toBeLessThan(500);
    },
  );
});

test('a search that finds nothing asks the shops, unless it has no word', async () => {
  const em = world.em();
  const shop = await em.findOneOrFail(Retailer, { slug: 'shop-0' });
  const asked = async () => {
    const pages = await world.em().find(Page, { kind: 'search' });
    return pages.map(({ url }) => decodeURIComponent(url.split('?q=')[1] ?? ''));
  };
  await em.nativeDelete(RateLimit, {});
  const searchUrlTemplate = `${shop.website}/search?q={query}`;
  await em.nativeUpdate(Retailer, shop.id, { discovery: { ...shop.discovery, searchUrlTemplate } });
  for (const query of ['!!!', '😀', '"%"']) {
    expect((await search(query)).data.crawling, query).toBeNull();
  }
  expect(await asked()).toEqual([]);
  expect((await search('Lawn Bowls')).data.crawling).toEqual({ pages: 1, checked: 0, due: 1 });
  expect(await asked()).toEqual(['lawn bowls']);
  await em.nativeUpdate(Retailer, shop.id, { discovery: shop.discovery });
});

test('an IPv6 household is one visitor, however many of its addresses search', async () => {
  const visitors = async () => {
    const [row] = await world
      .em()
      .execute<{ n: number }[]>(
        `select count(distinct visitor)::int as n from search where query = 'origins'`,
      );
    return row?.n;
  };
  const body = { query: 'origins' };
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:9:3::4']) {
    await api.call('POST', '/search/ai-search', { body, address });
  }
  expect(await visitors()).toBe(1);
  await api.call('POST', '/search/ai-search', { body, address: '2001:db8:2:2::1' });
  expect(await visitors()).toBe(2);
});

test('GET /search/suggestions completes the last word', async () => {
  const answer = await api.call('GET', '/search/suggestions?q=sunbeam%20cof');
  const [name, items] = ['Sunbeam Origins Coffee Machine', answer.body['items']];
  expect(answer.body).toMatchObject({ success: true, data: [name] });
  answerSchema('GET /search/suggestions').parse(answer.body);
  expect(items).toMatchObject({ products: [{ name, price: 549 }] });
});

test('a page beyond the last one still states the total', async () => {
  const answer = await api.call('GET', '/products?page=9');
  expect(answer.body).toMatchObject({ data: { products: [], total: 2, page: 9 } });
});

test('treats an empty bound as none', async () => {
  const answer = await api.call('GET', '/products?minPrice=&maxPrice=');
  expect(answer.body).toMatchObject({ data: { total: 2 } });
});

test('a former price that was not higher is no sale', async () => {
  const em = world.em();
  const id = (await search('headphones')).data.products[0]?._id;
  const claim = (cents: number | null) =>
    em.execute('update offer set original_price_cents = ? where product_id = ?', [cents, id ?? '']);
  const onSale = async () => (await api.call('GET', '/products?onSale=true')).body['data'];
  await claim(59_900);
  expect(await onSale()).toMatchObject({ products: [{ originalPrice: 599, isOnSale: true }] });
  // As when an operator enters a price above what the shop had struck through.
  await claim(54_900);
  expect(await onSale()).toMatchObject({ total: 0 });
  const [found] = (await search('headphones')).data.products;
  expect(found).toMatchObject({ originalPrice: null, isOnSale: false, discountPercentage: 0 });
  const history = await api.call('GET', `/products/${id}/history`);
  expect(history.body).toMatchObject({ data: { verdict: null } });
  await claim(null);
});

test('a former price that nobody was charged counts nowhere; the response attributes the claim to the shop', async () => {
  const em = world.em();
  const first = (await search('headphones')).data.products[0];
  const { id } = await em.findOneOrFail(Offer, { id: first?.offerId ?? '' });
  await createPricePoint(em, { offer: id, slot: slotDaysAgo(60), priceCents: 54_900 });
  const claim = (cents: number | null) =>
    em.nativeUpdate(Offer, { id }, { originalPriceCents: cents });
  await claim(99_900);
  const [found] = (await search('headphones')).data.products;
  expect(found).toMatchObject({
    originalPrice: 999,
    isOnSale: false,
    discountPercentage: 0,
    claim: {
      verdict: 'higher-than-before',
      text: expect.stringMatching(/^The shop says it was \$999\.00\. We never saw it above \$/),
    },
    buyVerdict: { word: expect.any(String), text: expect.any(String) },
  });
  const onSale = await api.call('GET', '/products?onSale=true&sort=discount');
  expect(onSale.body).toMatchObject({ data: { total: 0 } });
  expect((await search('headphones on sale')).data.products).toEqual([]);
  await claim(null);
  await em.nativeDelete(PricePoint, { offer: id, slot: { $lt: slotDaysAgo(59) } });
});

let limitedAddresses = 0;

test.each([
  '/products',
  '/products/search/tea',
  '/products/{id}/similar',
  '/search/trending',
  '/search/suggestions?q=tea',
  '/recommendations/trending',
  '/recommendations/deals',
  '/recommendations/similar/{id}',
])('GET %s is limited by address', async (template) => {
  const [product] = (await search('coffee machine')).data.products;
  const path = template.replace('{id}', product?._id ?? '');
  limitedAddresses += 1;
  const address = `198.51.100.${limitedAddresses}`;
  expect((await api.call('GET', path, { address })).status).toBe(200);
  for (let call = 1; call < LIMITS.searchByAddress.points; call += 1) {
    await api.services.limits.search(null, address);
  }
  expect((await api.call('GET', path, { address })).status).toBe(429);
});

test('GET /products/{id} stands for the cheapest offer and names all', async () => {
  const found = (await search('coffee machine')).data.products[0];
  const answer = await api.call('GET', `/products/${found?._id}`);
  answerSchema('GET /products/{id}').parse(answer.body);
  const { data } = answer.body as { data: ProductDetail };
  expect(data.currentPrice).toBe(549);
  expect(data.offers.map((offer) => offer.currentPrice)).toEqual([549, 599]);
  expect(data.gtin).toBe(GTIN);
});

test.each([
  '/products/{id}',
  '/products/{id}/similar',
  '/products/{id}/history',
  '/recommendations/similar/{id}',
])('an unknown product is a 404 in the error form: %s', async (path) => {
  const id = '01900000-0000-7000-8000-000000000000';
  const answer = await api.call('GET', path.replace('{id}', id));
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({
    success: false,
    error: 'This product does not exist.',
    code: 'product-not-found',
  });
  expect(answer.body['requestId']).toBe(answer.headers.get('x-request-id'));
});

test('GET /health reports the progress of the crawl', async () => {
  const answer = await api.call('GET', '/health');
  answerSchema('GET /health').parse(answer.body);
  expect(answer.body).toMatchObject({ data: { crawl: { retailers: 2, offers: 3 } } });
});

describe('malformed requests', () => {
  test.each([
    ['GET', '/nothing', undefined, 404, 'unknown-call'],
    ['DELETE', '/health', undefined, 405, 'wrong-method'],
    ['POST', '/search/ai-search', '{"query":', 400, 'malformed-json'],
    ['POST', '/search/ai-search', '[]', 400, 'invalid-input'],
    ['POST', '/search/ai-search', JSON.stringify({ query: 'x'.repeat(70_000) }), 413, 'too-large'],
  ])('%s %s is refused with %i', async (method, path, body, status, code) => {
    const answer = await api.call(method, path, { body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, code });
  });

  test('a method that a call does not take is answered with those that it takes', async () => {
    const answer = await api.call('PUT', '/favorites/0190a000-0000-7000-8000-000000000000');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, DELETE');
    expect((await api.call('GET', '/nothing')).headers.get('allow')).toBeNull();
  });

  test('a body that is not declared as JSON is refused', async () => {
    const answer = await api.call('POST', '/search/ai-search', {
      body: '{"query":"tea"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
  });
});
