/* The shopping docket through the API: two shops with different stocks, one of which lacks a line. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRetailerFacts } from '#db/queries/retailers/retailers.ts';
import type { DeliveryFact } from '#domain/retailers/retailer-facts.ts';
import type { PricedDocket } from '#site/api/responses/docket.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { register } from '../support/person.ts';

let world: ApiWorld;

const goods = (id: string, name: string, brand: string, price: string) => ({
  [id]: { name, brand, price },
});

beforeAll(async () => {
  world = await openApiWorld(
    {
      ...goods('m-1', 'Pura Full Cream Milk 2L', 'Pura', '3.50'),
      ...goods('r-1', 'SunRice Jasmine Fragrant Rice 1kg', 'SunRice', '4.00'),
      ...goods('o-1', 'Shop Value Tomato Sauce 500mL', 'Shop Value', '1.20'),
      ...goods('h-1', 'Heinz Tomato Sauce 500mL', 'Heinz', '3.20'),
      ...goods('e-1', 'Sunny Queen Free Range Eggs 12 pack', 'Sunny Queen', '9.00'),
    },
    {
      ...goods('m-2', 'Pura Full Cream Milk 1L', 'Pura', '1.50'),
      ...goods('r-2', 'SunRice Jasmine Fragrant Rice 1kg', 'SunRice', '2.00'),
    },
  );
});

afterAll(() => world.close());

async function priced(list: string, settings: Record<string, string> = {}) {
  const answer = await world.api.call(
    'GET',
    `/docket?${new URLSearchParams({ list, ...settings })}`,
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body['data'] as PricedDocket;
}

const LIST = '2 L milk\n1 kg rice, dozen eggs\nunicorn feathers';

describe('a docket', () => {
  test('splits where that saves more than the trip and lists what no shop has', async () => {
    const { plan, lines, singles, saving } = await priced(LIST, { trip: '1' });
    expect(plan).toMatchObject({ goods: 14, trips: 2, total: 16, lacking: [3] });
    expect(plan?.shops.map(({ slug, goods: sum }) => [slug, sum])).toEqual([
      ['shop-0', 9],
      ['shop-1', 5],
    ]);
    expect(lines.map(({ shops }) => shops)).toEqual([2, 2, 1, 0]);
    expect(singles.map(({ slug, total, lacking }) => [slug, total, lacking])).toEqual([
      ['shop-0', 17.5, [3]],
      ['shop-1', 6, [2, 3]],
    ]);
    expect(saving).toMatchObject({
      comparedWith: { slug: 'shop-0' },
      lines: 3,
      theirs: 17.5,
      ours: 16,
      kept: 1.5,
    });
  });

  test('marks another pack as a substitute; refusing it never lowers the price', async () => {
    const before = await priced(LIST, { trip: '0' });
    const picks = before.plan?.shops.flatMap((shop) => shop.picks) ?? [];
    const milk = picks.find(({ line }) => line === 0);
    expect(milk).toMatchObject({ packs: 2, cost: 3, isSubstitute: true });
    const after = await priced(LIST, { trip: '0', not: milk?.productId ?? '' });
    expect(after.plan?.total).toBe((before.plan?.total ?? 0) + 0.5);
    expect(after.refused).toEqual([
      { productId: milk?.productId, name: 'Pura Full Cream Milk 1L' },
    ]);
  });

  test('uses the own brand only for a line that names no brand', async () => {
    const pickOf = async (list: string, not = '') => {
      const { plan } = await priced(list, { not });
      return plan?.shops[0]?.picks[0]?.name ?? null;
    };
    expect(await pickOf('500 mL tomato sauce')).toBe('Shop Value Tomato Sauce 500mL');
    expect(await pickOf('500 mL heinz tomato sauce')).toBe('Heinz Tomato Sauce 500mL');
    const { plan } = await priced('500 mL tomato sauce');
    const own = plan?.shops[0]?.picks[0];
    expect(own?.isSubstitute, 'the pack that was asked for').toBe(false);
    expect(await pickOf('500 mL tomato sauce', own?.productId)).toBe('Heinz Tomato Sauce 500mL');
    expect(
      await pickOf(
        '500 mL heinz tomato sauce',
        (await priced('heinz tomato sauce')).plan?.shops[0]?.picks[0]?.productId,
      ),
      'refused',
    ).toBeNull();
  });

  test('says what it prices where nothing matches the line', async () => {
    const { lines } = await priced('organic rice, rice');
    expect(lines.map(({ pricedAs, shops }) => [pricedAs, shops])).toEqual([
      ['rice', 2],
      [null, 2],
    ]);
  });

  test('delivered, each shop’s order pays once, and may reach its threshold', async () => {
    const em = world.api.services.em();
    const read = { pickUpCents: null, source: 'https://kite.test/', checkedOn: '2026-11-29' };
    const state = (slug: string, rates: DeliveryFact['rates'], freeFromCents: number | null) =>
      setRetailerFacts(em, slug, { delivery: { rates, freeFromCents, ...read }, priceMatch: null });
    const delivered = (list: string, settings = {}) =>
      priced(list, { by: 'delivery', ...settings });
    const everything = '1 kg rice, dozen eggs, 500 mL heinz tomato sauce';

    const unknown = await delivered(everything);
    expect([unknown.plan, unknown.singles]).toEqual([null, []]);
    expect(unknown.unknownDelivery.map(({ slug, goods }) => [slug, goods])).toEqual([
      ['shop-0', 16.2],
      ['shop-1', 2],
    ]);

    await state('shop-0', [{ costCents: 900, postcodes: ['3000-3207'] }], 1_500);
    const { plan, unknownDelivery, saving } = await delivered(everything);
    expect(plan).toMatchObject({ goods: 16.2, trips: 0, total: 16.2, isFrom: false, lacking: [] });
    expect(plan?.shops[0]?.delivery).toEqual({ cost: 0, isFrom: false });
    expect(unknownDelivery.map(({ slug }) => slug)).toEqual(['shop-1']);
    expect(saving).toBeNull();

    const eggs = async (postcode?: string) =>
      (await delivered('dozen eggs', postcode ? { postcode } : {})).plan;
    expect(await eggs()).toMatchObject({ total: 18, isFrom: true });
    expect(await eggs('3000')).toMatchObject({ total: 18, isFrom: false });
    expect(await eggs('0800')).toBeNull();

    await state('shop-1', [{ costCents: 100 }], null);
    const two = await delivered('1 kg rice, dozen eggs', { postcode: '3000' });
    expect(two.plan).toMatchObject({ total: 21, shops: [{ slug: 'shop-0' }, { slug: 'shop-1' }] });
    expect(two.saving).toMatchObject({ comparedWith: { slug: 'shop-0' }, theirs: 22, kept: 1 });
  });

  test.each([
    ['postcode', { list: 'milk', postcode: '30' }],
    ['list', { list: '' }],
    ['trip', { list: 'milk', trip: '-1' }],
    ['shops', { list: 'milk', shops: '4' }],
    ['not', { list: 'milk', not: 'no-id' }],
  ])('refuses a wrong %s', async (_what, query) => {
    const answer = await world.api.call('GET', `/docket?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(400);
  });
});

test('a line of a receipt finds what its shop sells by that name, and what one piece cost', async () => {
  const list = '2 x 2 L milk $8.40\n1 kg rice 4.00\nunicorn feathers $3.00';
  const path = `/price-pass/lines?${new URLSearchParams({ shop: 'shop-0', list })}`;
  const { body } = await world.api.call('GET', path);
  const found = body['data'] as { paid: number; matches: { name: string; price: number }[] }[];
  const firsts = found.map(({ paid, matches: [first] }) => [paid, first?.name, first?.price]);
  expect(firsts).toEqual([
    [4.2, 'Pura Full Cream Milk 2L', 3.5],
    [4, 'SunRice Jasmine Fragrant Rice 1kg', 4],
    [3, undefined, undefined],
  ]);
});

describe('the list that a person keeps', () => {
  test('is private, the latest one, and deleted when emptied', async () => {
    const { token } = await register(world.api, { email: 'kept@example.com', name: 'Kim' });
    const other = await register(world.api, { email: 'else@example.com', name: 'Lee' });
    const kept = async (of: string) =>
      (await world.api.call('GET', '/docket/kept', { token: of })).body['data'];
    const keep = (list: string) => world.api.call('PUT', '/docket/kept', { token, body: { list } });
    await keep('2 L milk');
    await keep('eggs');
    expect(await kept(token)).toEqual({ list: 'eggs' });
    expect(await kept(other.token)).toEqual({ list: null });
    await keep('');
    expect(await kept(token)).toEqual({ list: null });
  });
});
