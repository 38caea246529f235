/* Price passes: what became of prices after a purchase, and the mail when it is cheaper. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { User } from '#db/entities/user.ts';
import { dayOf, isoDay } from '#domain/calendar.ts';
import type { JudgedPass } from '#site/api/responses/price-pass.ts';
import { runPasses } from '#worker/price-pass/run-passes.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { mailsTo, register } from '../support/person.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let milk = '';
let token = '';

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  await addShops(em, ['kite', 'emu']);
  const id = await addProduct(em, { name: 'Pura Full Cream Milk 2L', category: 'Groceries' }, [
    {
      shop: 'kite',
      price: 350,
      past: [
        [60, 420],
        [4, 350],
      ],
    },
    { shop: 'emu', price: 100, past: [[60, 100]] },
  ]);
  const offer = await em.fork().findOneOrFail(Offer, { product: id, retailer: { slug: 'kite' } });
  milk = offer.id;
  token = (await register(api, { email: 'kim@example.com', name: 'Kim' })).token;
});

afterAll(() => api.close());

const day = (ago: number) => isoDay(dayOf(Date.now()) - ago);
const purchase = (paid: number, ago = 10, days = 30) => ({
  items: [{ offerId: milk, paid, boughtOn: day(ago), days }],
});
async function answered(method: string, path: string, options = {}) {
  const { status, body } = await api.call(method, path, options);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body['data'];
}

describe('a guest', () => {
  const check = async (body: unknown) =>
    ((await answered('POST', '/price-pass/check', { body })) as JudgedPass[])[0];

  test.each([0, 364])('may have bought %d days ago in Sydney', async (ago) => {
    expect(await check(purchase(4.2, ago))).toMatchObject({ paid: 4.2 });
  });

  test('hears which line no shop sells, and an amount alone names none', async () => {
    const list = encodeURIComponent('zzqxwv 2\nfull cream milk $3');
    expect(await answered('GET', `/price-pass/lines?shop=kite&list=${list}`)).toMatchObject([
      { isSold: false, matches: [] },
      { isSold: true, pricedAs: null, matches: [{ offerId: milk }] },
    ]);
  });

  test('learns when the same shop asks less, but not when another shop does', async () => {
    expect(await check(purchase(4.2))).toMatchObject({
      state: 'cheaper',
      shop: 'Shop kite',
      paid: 4.2,
      now: 3.5,
      median: 4.2,
      lowest: { price: 3.5 },
    });
    expect(await check(purchase(3.5))).toMatchObject({ state: 'watching' });
    expect(await check(purchase(4.2, 40, 30))).toMatchObject({ state: 'over' });
  });

  test.each([
    ['days', purchase(4.2, 10, 6)],
    ['days', purchase(4.2, 10, 91)],
    ['boughtOn', purchase(4.2, -1)],
    ['boughtOn', purchase(4.2, 365)],
    ['paid', purchase(0)],
    ['items', { items: [] }],
  ])('is refused wrong %s', async (_what, body) => {
    expect((await api.call('POST', '/price-pass/check', { body })).status).toBe(400);
  });
});

describe('a member', () => {
  test('sees only their own passes', async () => {
    await answered('POST', '/price-pass', { token, body: purchase(4.2) });
    const other = await register(api, { email: 'lee@example.com', name: 'Lee' });
    const list = (of: string) => answered('GET', '/price-pass', { token: of });
    const [mine] = (await list(token)) as JudgedPass[];
    expect(mine).toMatchObject({ state: 'cheaper', paid: 4.2 });
    expect(await list(other.token)).toEqual([]);
    const remove = (of: string) => api.call('DELETE', `/price-pass/${mine?.id}`, { token: of });
    expect((await remove(other.token)).status).toBe(404);
    const unknown = { items: [{ ...purchase(1).items[0], offerId: crypto.randomUUID() }] };
    expect((await api.call('POST', '/price-pass', { token, body: unknown })).status).toBe(404);
    expect((await remove(token)).status).toBe(200);
    expect(await list(token)).toEqual([]);
  });

  test('gets one mail per sweep and price at a proven address, and its link ends its passes', async () => {
    const em = () => api.services.em();
    const run = () => runPasses(em(), api.services.config);
    const ask = (priceCents: number) => em().nativeUpdate(Offer, { id: milk }, { priceCents });
    await answered('POST', '/price-pass', { token, body: purchase(4.2) });
    await answered('POST', '/price-pass', { token, body: purchase(3.5) });
    expect(await run(), 'the address is not proven').toBe(0);
    await em().nativeUpdate(User, { email: 'kim@example.com' }, { emailVerified: true });
    expect(await run()).toBe(1);
    expect(await run(), 'the same price again').toBe(0);
    await ask(300);
    expect(await run(), 'one mail about both purchases').toBe(1);
    const mails = (await mailsTo(em(), 'kim@example.com')).filter(({ kind }) => kind === 'pass');
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Shop kite now sells it $0.70 cheaper',
      '2 of your purchases are cheaper now',
    ]);
    for (const paid of ['$4.20', '$3.50']) {
      expect(mails[1]?.text).toContain(`you paid ${paid} at Shop kite, which now charges $3.00.`);
    }
    const kept = async () =>
      ((await answered('GET', '/price-pass', { token })) as unknown[]).length;
    for (const [nth, left] of [1, 0].entries()) {
      const link = /api(\/price-pass\/unsubscribe\?token=[\w.-]+)/.exec(mails[nth]?.text ?? '');
      expect((await api.call('POST', link?.[1] ?? '')).status).toBe(200);
      expect(await kept()).toBe(left);
    }
  });
});
