/*
 * Delivery and price promises, from what an operator wrote at /admin to what a product and its shops say.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertRetailers } from '#db/queries/retailers/retailers.ts';
import { productDetail } from '#site/api/responses/product-detail.ts';
import { formToken, openAdminSite, signedIn } from '../support/admin-site.ts';
import {
  createOffer,
  createProduct,
  createRetailer,
  daysAgo,
  RETAILER,
} from '../support/factory.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const READ = { source: 'https://kite.test/help', checkedOn: '2026-11-29' };
const FLAT = { rates: [{ costCents: 995 }], freeFromCents: 9_900, pickUpCents: 0, ...READ };
const NSW = [{ costCents: 500, postcodes: ['2000-2234'] }, { costCents: 1_500 }];
const BEATS = { promise: 'beat', percent: 5, excludes: ['marketplace'], ...READ } as const;

let api: TestApi;
let browser: SmallBrowser;
let kettle: string;

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  kettle = (await createProduct(em, { name: 'Kettle' })).id;
  const add = async (
    slug: string,
    shop: Partial<Parameters<typeof createRetailer>[1]>,
    offer: object,
  ) => {
    const { id: retailer } = await createRetailer(em, { slug, name: slug, ...shop });
    await createOffer(em, { retailer, product: kettle, ...offer });
  };
  await add('emu', {}, { priceCents: 5_000 });
  await add('kite', {}, { priceCents: 6_000 });
  await add('gull', { delivery: { ...FLAT, rates: NSW } }, { priceCents: 7_000 });
  await add('lark', { delivery: FLAT }, { priceCents: 6_500, deliveryCents: 2_000 });
  await add('market', { category: 'Marketplace' }, { priceCents: 4_000, seller: 'Bob' });
  browser = await signedIn(await openAdminSite(api));
});
afterAll(() => api.close());

const PAGE = '/admin/retailers/kite';
async function write(facts: string): Promise<Response> {
  const csrf = await formToken(browser, PAGE);
  return browser.submit(PAGE, { facts, csrf });
}
async function detail(postcode = '') {
  const query = postcode && `?postcode=${postcode}`;
  return productDetail.parse((await api.call('GET', `/products/${kettle}${query}`)).body['data']);
}
const deliveredBy = async (postcode?: string) =>
  Object.fromEntries(
    (await detail(postcode)).offers.map(({ retailer, delivered }) => [
      retailer.name,
      delivered && [delivered.price, delivered.isFrom],
    ]),
  );

describe('what an operator reads of a shop', () => {
  test('is saved once it fits, and shown with its source', async () => {
    const refused = await write(JSON.stringify({ delivery: { ...FLAT, source: 'no address' } }));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(/Not saved\. delivery\.source: /);
    expect((await write('{')).status).toBe(422);
    expect(await deliveredBy()).toMatchObject({ kite: null });

    const saved = await write(JSON.stringify({ delivery: FLAT, priceMatch: BEATS }));
    expect(saved.status).toBe(303);
    const page = await (await browser.get(PAGE)).text();
    expect(page).toContain('Delivery $9.95, free from $99.00. Pick-up free.');
    expect(page).toContain('It beats a lower price by 5%. Not for sellers on marketplaces.');
    expect(page).toContain('Checked 29 Nov 2026');
    const { body } = await api.call('GET', '/retailers');
    const shops = body['data'] as { slug: string }[];
    expect(shops.find(({ slug }) => slug === 'kite')).toMatchObject({
      delivery: { rates: [{ cost: 9.95 }], freeFrom: 99, pickUp: 0, ...READ },
      priceMatch: { promise: 'beat', percent: 5, ...READ },
    });
    expect(shops.find(({ slug }) => slug === 'emu')).toMatchObject({
      delivery: null,
      priceMatch: null,
    });
  });

  test('stays until a profile states a later day', async () => {
    const seed = (checkedOn: string) =>
      upsertRetailers(
        api.services.em(),
        [
          {
            ...RETAILER,
            slug: 'kite',
            name: 'kite',
            website: 'https://kite.test/',
            description: '',
            trustBasis: '',
            render: 'http',
            currency: 'AUD',
            delivery: { ...FLAT, rates: [{ costCents: 1 }], checkedOn },
            priceMatch: null,
          },
        ],
        'disabled',
      );
    await seed('2026-11-28');
    expect(await deliveredBy()).toMatchObject({ kite: [69.95, false] });
    await seed('2026-11-30');
    expect(await deliveredBy()).toMatchObject({ kite: [60.01, false] });
    expect((await detail()).priceMatches).toHaveLength(1);
    await write(
      JSON.stringify({ delivery: { ...FLAT, checkedOn: '2026-12-01' }, priceMatch: BEATS }),
    );
  });
});

describe('the price with delivery', () => {
  test('is known by the offer, else by the shop, else not at all', async () => {
    expect(await deliveredBy()).toEqual({
      market: null,
      emu: null,
      kite: [69.95, false],
      lark: [85, false],
      gull: [75, true],
    });
  });

  test('follows the postcode where the shop states it', async () => {
    expect((await deliveredBy('2234'))['gull']).toEqual([75, false]);
    expect((await deliveredBy('3000'))['gull']).toEqual([85, false]);
    expect((await api.call('GET', `/products/${kettle}?postcode=30`)).status).toBe(400);
  });
});

test('a promise names the cheapest offer that it covers, while that shop has it', async () => {
  const promises = async () =>
    (await detail()).priceMatches.map(({ shop, against, promised }) => [
      shop,
      against.shop,
      promised,
    ]);
  expect(await promises()).toEqual([['kite', 'emu', 47.5]]);
  const em = api.services.em();
  const { id: retailer } = await createRetailer(em, { slug: 'dove', name: 'dove' });
  await createOffer(em, { retailer, product: kettle, priceCents: 3_000, lastSeenAt: daysAgo(2) });
  expect(await promises()).toEqual([['kite', 'emu', 47.5]]);
});
