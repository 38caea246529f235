/* Former prices that nobody was charged: which claims are refused, in what order, and what the shop may reply. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefusedSpecial } from '#site/api/responses/refused-specials.ts';
import { formToken, openAdminSite, signedIn } from '../support/admin-site.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const SECTION = '/admin/specials';

let api: TestApi;
let operator: SmallBrowser;

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  await addShops(em, ['kite', 'emu']);
  const add = (name: string, ...prices: Parameters<typeof addProduct>[2][number][]) =>
    addProduct(em, { name, category: 'TVs' }, prices);
  await add('Never Charged', {
    shop: 'kite',
    price: 80_000,
    was: 160_000,
    past: [
      [60, 100_000],
      [20, 80_000],
    ],
  });
  await add('Worse', { shop: 'emu', price: 80_000, was: 240_000, past: [[60, 80_000]] });
  await add('Was Charged', { shop: 'kite', price: 80_000, was: 100_000, past: [[60, 100_000]] });
  await add('Watched Too Short', { shop: 'kite', price: 8_000, was: 90_000, past: [[20, 8_000]] });
  await add('Claims Nothing', { shop: 'kite', price: 80_000, past: [[60, 80_000]] });
  await add('Sold Out', {
    shop: 'kite',
    price: 8_000,
    was: 90_000,
    past: [[60, 8_000]],
    availability: 'sold_out',
  });
  operator = await signedIn(await openAdminSite(api));
});

afterAll(() => api.close());

async function specials(): Promise<RefusedSpecial[]> {
  api.services.sharedAnswers.forget('refused-specials');
  const answer = await api.call('GET', '/refused-specials');
  expect(answer.status).toBe(200);
  return answer.body['data'] as RefusedSpecial[];
}

describe('a refused special', () => {
  test('lists claims that were never charged while watched, worst first', async () => {
    const found = await specials();
    expect(found.map(({ name, highest, excessPercent }) => [name, highest, excessPercent])).toEqual(
      [
        ['Worse', 800, 200],
        ['Never Charged', 1_000, 60],
      ],
    );
  });

  test('comes with what was charged, and since when it was watched', async () => {
    const special = (await specials()).find(({ name }) => name === 'Never Charged');
    expect(special?.observations.map(({ price }) => price)).toEqual([1_000, 800, 800]);
    expect(special?.watchedSince).toBe(special?.observations[0]?.at);
    expect(special?.daysObserved).toBeGreaterThanOrEqual(59);
  });
});

describe('the shop’s reply', () => {
  const submit = async (id: string, text: string) => {
    const csrf = await formToken(operator, SECTION);
    return operator.submit(`${SECTION}/${id}`, { csrf, text });
  };

  test('stands beneath its claim, word for word, until it is taken back', async () => {
    const [worst] = await specials();
    const id = worst?.offerId ?? '';
    const answer = await submit(id, 'It was <b>$2,400</b> in our stores.');
    expect(answer.headers.get('location')).toBe(`${SECTION}?done=saved`);
    expect((await specials())[0]?.reply?.text).toBe('It was <b>$2,400</b> in our stores.');
    expect(await (await operator.get(SECTION)).text()).toContain('&lt;b&gt;$2,400&lt;/b&gt;');
    await submit(id, ' ');
    expect((await specials())[0]?.reply).toBeNull();
  });

  test('is refused for an offer that does not exist, and beyond 1,000 characters', async () => {
    const [worst] = await specials();
    const missing = await submit('0190a000-0000-7000-8000-000000000000', 'No.');
    expect(missing.headers.get('location')).toBe(`${SECTION}?done=unknown`);
    const long = await submit(worst?.offerId ?? '', 'a'.repeat(1_001));
    expect(long.headers.get('location')).toBe(`${SECTION}?done=unknown`);
  });
});
