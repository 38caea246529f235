/* Each figure of a product names the readings it rests on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductObservations } from '#site/api/responses/observations.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let seen: ProductObservations;
let history: PriceHistoryAnswer;
let fresh: ProductObservations;
let gone: ProductObservations;

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  await addShops(em, ['kite', 'emu']);
  const kettle = { name: 'Smart Kettle', category: 'Kitchen Appliances' };
  const id = await addProduct(em, kettle, [
    {
      shop: 'kite',
      price: 8_000,
      was: 16_000,
      past: [
        [300, 12_000],
        [60, 10_000],
      ],
    },
    { shop: 'emu', price: 9_000, past: [[200, 11_000]] },
  ]);
  const read = async (path: string) => (await api.call('GET', path)).body['data'];
  seen = (await read(`/products/${id}/observations`)) as ProductObservations;
  history = (await read(`/products/${id}/history?range=1y`)) as PriceHistoryAnswer;
  const other = await addProduct(em, { ...kettle, name: 'New Kettle' }, [
    { shop: 'emu', price: 500 },
  ]);
  fresh = (await read(`/products/${other}/observations`)) as ProductObservations;
  const sold = await addProduct(em, { ...kettle, name: 'Old Kettle' }, [
    { shop: 'emu', price: 500, was: 900, availability: 'sold_out', past: [[300, 800]] },
  ]);
  gone = (await read(`/products/${sold}/observations`)) as ProductObservations;
});

afterAll(() => api.close());

const figure = (name: string) => seen.figures.find((one) => one.figure === name);

test('every offer says where, when and from what its price was read', () => {
  expect(seen.offers.map(({ shop, price }) => [shop, price]).sort()).toEqual([
    ['Shop emu', 90],
    ['Shop kite', 80],
  ]);
  for (const { url, readAt, readFrom, source } of seen.offers) {
    expect(url).toMatch(/^http/);
    expect(Date.now() - Date.parse(readAt ?? '')).toBeGreaterThan(500_000);
    expect(readFrom).toBeTruthy();
    expect(source).toBe('demo');
  }
  const kite = seen.offers.find(({ shop }) => shop === 'Shop kite');
  expect(kite?.observations.map(({ price }) => price)).toEqual([120, 100, 80]);
});

test('figures have the values of the chart, and all readings of the year behind them', () => {
  expect(figure('lowest')?.value).toBe(history.low);
  expect(figure('average')?.value).toBe(history.average);
  expect(figure('highest')?.value).toBe(history.high);
  expect(figure('average')).toMatchObject({ observations: 5 });
  expect(figure('average')?.offers).toHaveLength(2);
});

test('the saving rests on the readings of its own offer that count, beginning with what held then', () => {
  const saving = figure('saving');
  expect(saving).toMatchObject({ value: 160, observations: 3 });
  expect(saving?.offers).toEqual(
    seen.offers.flatMap(({ shop, offerId }) => (shop === 'Shop kite' ? offerId : [])),
  );
  expect(saving?.text).toBe(history.verdict?.text);
});

test('a product that was seen only now has no figures of a year', () => {
  expect(fresh.figures.map((one) => one.figure)).toEqual(['best-price']);
});

test('a product that is out of stock has a lowest price that nobody can pay, and no saving', () => {
  const text = gone.figures.find((one) => one.figure === 'best-price')?.text;
  expect(text).toMatch(/^The lowest price of all offers, none of which is in stock, /);
  expect(gone.figures.map((one) => one.figure)).not.toContain('saving');
});
