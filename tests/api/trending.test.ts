import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordSearch } from '#db/queries/search/trending.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { register } from '../support/person.ts';

let world: ApiWorld;

beforeAll(async () => {
  world = await openApiWorld({
    'k-100001': { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' },
    'p-100002': { name: 'Apple iPhone 15 512GB Black', brand: 'Apple', price: '1049.00' },
    'p-100003': { name: 'Apple iPhone 15 128GB Black', brand: 'Apple', price: '785.00' },
  });
});

afterAll(() => world.close());

test('three networks make a query public, three accounts of one network do not', async () => {
  const search = async (address: string, token?: string) => {
    const options = { body: { query: 'kettle' }, address, ...(token && { token }) };
    expect((await world.api.call('POST', '/search/ai-search', options)).status).toBe(200);
  };
  const trending = async () => {
    const answer = await world.api.call('GET', '/search/trending');
    return JSON.stringify(answer.body).includes('kettle');
  };
  for (let account = 0; account < 3; account += 1) {
    await search('203.0.113.7', (await register(world.api)).token);
  }
  expect(await trending()).toBe(false);
  for (const address of ['198.51.100.1', '198.51.100.2']) await search(address);
  await expect.poll(trending).toBe(true);
});

test('the product of a trending search is the one that its results show first', async () => {
  for (const address of ['198.51.100.3', '198.51.100.4', '198.51.100.5']) {
    const options = { body: { query: 'iphone 15' }, address };
    const { body } = await world.api.call('POST', '/search/ai-search', options);
    expect(body['data']).toMatchObject({ products: [{ currentPrice: 785 }] });
  }
  const shown = async () => {
    const { body } = await world.api.call('GET', '/search/trending');
    const rows = body['data'] as { query: string; category: string; product: { price: number } }[];
    const row = rows.find(({ query }) => query === 'iphone 15');
    return row && [row.category, row.product.price];
  };
  await expect.poll(shown).toEqual(['Phones', 785]);
});

test('another page, order or filter of a search is not counted, nor the same words again', async () => {
  const em = world.em();
  const counted = async () => {
    const [row] = await em.execute(
      "select count(*)::int as n from search where query = 'smart kettle'",
    );
    return row?.n;
  };
  const ask = (more: object = {}) =>
    world.api.call('POST', '/search/ai-search', {
      body: { query: 'smart kettle', ...more },
      address: '192.0.2.9',
    });
  await ask({ page: 2 });
  await ask({ order: 'cheapest' });
  await ask({ filters: { inStock: true } });
  expect(await counted()).toBe(0);
  await ask();
  await ask();
  await world.api.call('POST', '/search/ai-search', {
    body: { query: ' Smart  KETTLE' },
    address: '192.0.2.9',
  });
  expect(await counted()).toBe(1);
});

test('the same words before and after the full hour count once, an hour later again', async () => {
  const em = world.em();
  const fullHour = Date.UTC(2026, 0, 1, 12);
  const search = (minutes: number) =>
    recordSearch(em, {
      query: 'toaster',
      visitor: 'visitor',
      userId: null,
      resultsCount: 3,
      source: 'site',
      at: new Date(fullHour + minutes * 60_000),
    });
  for (const minutes of [-5, 5, 30]) await search(minutes);
  const count = () => em.execute("select id from search where query = 'toaster'");
  expect(await count()).toHaveLength(1);
  await search(56);
  expect(await count()).toHaveLength(2);
});
