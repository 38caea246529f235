/* When a product's next special is likely: told with its observations where the past of an offer proves it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductObservations } from '#site/api/responses/observations.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const EVERY_WEEKS = 4;
const SINCE_SPECIAL_DAYS = 17;

/** A year of $6.00 with a week of $3.00 every fourth week, the last `SINCE_SPECIAL_DAYS` days ago. */
const cycle = Array.from({ length: 12 }, (_, nth) => {
  const began = SINCE_SPECIAL_DAYS + 7 * EVERY_WEEKS * (11 - nth);
  return [
    [began, 300],
    [began - 7, 600],
  ] as [number, number][];
}).flat();
const year: [number, number][] = [[360, 600], ...cycle];

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi();
  await addShops(api.services.em(), ['kite', 'emu']);
});

afterAll(() => api.close());

async function told(name: string, ...prices: Parameters<typeof addProduct>[2][number][]) {
  const id = await addProduct(api.services.em(), { name, category: 'Groceries' }, prices);
  const read = async (path: string) => (await api.call('GET', path)).body['data'];
  const detail = (await read(`/products/${id}`)) as ProductDetail;
  const seen = (await read(`/products/${id}/observations`)) as ProductObservations;
  return { detail, figure: seen.figures.find((one) => one.figure === 'rhythm') };
}

test('a special every fourth week is returned with the dates of the next, from one offer', async () => {
  const { detail, figure } = await told(
    'Cyclic Coffee 500g',
    { shop: 'kite', price: 600, past: year },
    { shop: 'emu', price: 640, past: [[300, 650]] },
  );
  const { rhythm } = detail;
  expect(rhythm).toMatchObject({ shop: 'Shop kite', everyWeeks: 4, offPercent: 50, price: 3 });
  expect(rhythm?.specials).toHaveLength(12);
  const dueMs = Date.now() + (7 * EVERY_WEEKS - SINCE_SPECIAL_DAYS) * 86_400_000;
  expect(Date.parse(rhythm?.next.from ?? '')).toBeLessThanOrEqual(dueMs);
  expect(Date.parse(rhythm?.next.to ?? '')).toBeGreaterThan(dueMs);
  expect(rhythm?.text).toMatch(
    /^Half price about every 4 weeks at Shop kite, down to about \$3\.00\./,
  );
  expect(figure?.text).toContain(rhythm?.text);
  expect(figure).toMatchObject({ value: 3, observations: year.length + 1 });
  expect(figure?.offers).toEqual([rhythm?.offerId]);
  expect(detail.buyVerdict?.word).not.toBe('buy');
});

test('returns no rhythm when another shop is always as cheap, because waiting saves nothing', async () => {
  const { detail, figure } = await told(
    'Cheaper Elsewhere 500g',
    { shop: 'kite', price: 600, past: year },
    { shop: 'emu', price: 290, past: [[300, 300]] },
  );
  expect(detail.rhythm).toBeNull();
  expect(figure).toBeUndefined();
});
