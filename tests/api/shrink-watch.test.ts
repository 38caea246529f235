/* Packs that shrank at the same price: which are listed, where, and how much more the same amount costs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { ShrunkProduct } from '#site/api/responses/shrink-watch.ts';
import { daysAgo } from '../support/factory.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let empty: ShrunkProduct[];

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  await addShops(em, ['kite', 'emu']);
  empty = await told();
  const add = async (name: string, earlier: string, price: number, was: number) => {
    const past: [number, number][] = [
      [100, was],
      [30, price],
    ];
    const id = await addProduct(em, { name, category: 'Groceries' }, [
      { shop: 'kite', price, past },
      { shop: 'emu', price: 999 },
    ]);
    const earlierPack = { name: earlier, seenAt: daysAgo(30).toISOString() };
    const kite = await em.fork().findOneOrFail(Offer, { product: id, retailer: { slug: 'kite' } });
    await em.nativeUpdate(Offer, { id: kite.id }, { earlierPack });
  };
  await add('Salty Chips 170g', 'Salty Chips 200g', 450, 450);
  await add('Oat Biscuits 225g', 'Oat Biscuits 250g', 550, 450);
  await add('Cheaper Too 170g', 'Cheaper Too 200g', 300, 450);
  await add('Grown 250g', 'Grown 200g', 450, 450);
});

afterAll(() => api.close());

async function told(): Promise<ShrunkProduct[]> {
  const answer = await api.call('GET', '/shrink-watch');
  expect(answer.status).toBe(200);
  return answer.body['data'] as ShrunkProduct[];
}

test('lists smaller packs at the same or a higher usual price, steepest rise first', async () => {
  expect(empty).toEqual([]);
  const found = await told();
  expect(found.map((one) => [one.name, one.before, one.after, one.shrunkPercent])).toEqual([
    ['Oat Biscuits 225g', '250 g', '225 g', 10],
    ['Salty Chips 170g', '200 g', '170 g', 15],
  ]);
});

test('shows what each shop asked for both packs, per amount too, and when', async () => {
  const [, chips] = await told();
  expect(chips?.shops).toHaveLength(1);
  expect(chips?.shops[0]).toMatchObject({
    shop: 'Shop kite',
    before: { price: 4.5, unitPrice: { price: '2.25', quantity: 100, unit: 'g' } },
    after: { price: 4.5, unitPrice: { price: '2.65', quantity: 100, unit: 'g' } },
    unitPricePercent: 17.6,
  });
  expect(Date.parse(chips?.shops[0]?.lastSeenAt ?? '')).toBeLessThan(daysAgo(29).getTime());
  expect(Date.parse(chips?.shops[0]?.readAt ?? '')).toBeGreaterThan(daysAgo(1).getTime());
});

test('the product page states the same', async () => {
  const [biscuits] = await told();
  const answer = await api.call('GET', `/products/${biscuits?.productId}`);
  const { offers } = answer.body['data'] as ProductDetail;
  expect(offers.map((offer) => offer.shrunk?.unitPricePercent)).toEqual([
    biscuits?.shops[0]?.unitPricePercent,
    undefined,
  ]);
});
