/* "Is this a good price?": one call, judged by the product's own year, and described for assistants. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let id = '';

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  await addShops(em, ['kite', 'emu']);
  id = await addProduct(em, { name: 'Smart Kettle', category: 'Kitchen Appliances' }, [
    { shop: 'kite', price: 9_000, past: [[300, 12_000]] },
    { shop: 'emu', price: 11_000, past: [[200, 11_000]] },
  ]);
});

afterAll(() => api.close());

async function asked(query: Record<string, string>) {
  const answer = await api.call('GET', `/good-price?${new URLSearchParams(query)}`);
  return { status: answer.status, data: (answer.body['data'] ?? {}) as Record<string, unknown> };
}

test('a price is judged by the year of the product, and the cheapest shop is named', async () => {
  const { data } = await asked({ q: 'smart kettle', price: '160' });
  expect(data).toMatchObject({
    price: 160,
    word: 'wait',
    isDemo: true,
    product: { id, name: 'Smart Kettle' },
    best: { price: 90, shop: 'Shop kite' },
  });
  expect(data['text']).toContain('$160.00');
  expect(data['figures']).toEqual(
    expect.arrayContaining([expect.objectContaining({ figure: 'average', observations: 4 })]),
  );
  expect(data['observationsUrl']).toMatch(new RegExp(`/api/products/${id}/observations$`));
});

test('without a price the best one is judged; the address of a product’s page is a question too', async () => {
  const { data } = await asked({ q: 'smart kettle' });
  expect(data).toMatchObject({ price: 90, word: 'buy' });
  const { url } = data['product'] as { url: string };
  expect((await asked({ q: url })).data).toEqual(data);
});

test('gives no verdict for what nobody sells', async () => {
  expect((await asked({ q: 'unicorn feathers' })).status).toBe(404);
  expect((await asked({ q: 'kettle', price: '-1' })).status).toBe(400);
});

test("the tool has the call's parameters and returns its data", async () => {
  const { body } = await api.call('GET', '/tools');
  const [tool] = body['tools'] as Record<string, Record<string, unknown>>[];
  expect(Object.keys(tool?.['inputSchema']?.['properties'] ?? {})).toEqual(['q', 'price']);
  expect(tool?.['inputSchema']?.['required']).toEqual(['q']);
  expect(tool?.['_meta']?.['url']).toMatch(/\/api\/good-price$/);
  const output = z.fromJSONSchema(tool?.['outputSchema'] as z.core.JSONSchema.JSONSchema);
  expect(output.safeParse((await asked({ q: 'smart kettle' })).data).error).toBeUndefined();
});
