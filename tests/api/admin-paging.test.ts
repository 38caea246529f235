/* Lists of /admin that grow long are shown by pages, so that a phone need not scroll through all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperatorAction } from '#db/entities/operations.ts';
import { Retailer } from '#db/entities/retailer.ts';
import { AccountEvent } from '#db/entities/user.ts';
import { formToken, openAdminSite, signedIn } from '../support/admin-site.ts';
import { createRun, daysAgo } from '../support/factory.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const ROWS = 21;
const LISTS = ['/admin/retailers', '/admin/runs', '/admin/specials'];

let api: TestApi;
let operator: SmallBrowser;

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  const others = Array.from({ length: ROWS - 1 }, (_, nth) => `emu-${nth}`);
  await addShops(em, ['kite', ...others]);
  const { id: retailer } = await em.findOneOrFail(Retailer, { slug: 'kite' });
  for (let nth = 1; nth <= ROWS; nth += 1) {
    await createRun(em, { retailer, startedAt: daysAgo(nth), finishedAt: daysAgo(nth) });
    await addProduct(em, { name: `Television ${nth}`, category: 'TVs' }, [
      { shop: 'kite', price: 80_000 + nth, was: 240_000, past: [[60, 80_000 + nth]] },
    ]);
  }
  operator = await signedIn(await openAdminSite(api));
});

afterAll(() => api.close());

/** The number of rows and the range that the page names. */
async function read(path: string) {
  const page = await (await operator.get(path)).text();
  return {
    rows: page.split('<th scope="row"').length - 1,
    range: /\d+–\d+ of \d+/.exec(page)?.[0],
  };
}

test.each(LISTS)('%s shows 20 rows a page', async (path) => {
  expect(await read(path)).toEqual({ rows: 20, range: '1–20 of 21' });
  expect(await read(`${path}?page=2`)).toEqual({ rows: 1, range: '21–21 of 21' });
});

test.each(LISTS)('%s shows the last page in place of one that is no more', async (path) => {
  expect(await read(`${path}?page=9`)).toEqual({ rows: 1, range: '21–21 of 21' });
});

test('/admin/audit shows sign-ins or actions, both by pages', async () => {
  await api.services.em().nativeDelete(AccountEvent, {});
  for (let nth = 1; nth <= ROWS; nth += 1) {
    const action = { operator: 'op@example.com', path: `/admin/keys/${nth}/revoke`, fields: {} };
    await api.services.em().insert(OperatorAction, action);
  }
  expect(await read('/admin/audit')).toEqual({ rows: 0, range: undefined });
  expect(await read('/admin/audit?show=actions')).toEqual({ rows: 20, range: '1–20 of 21' });
  expect(await read('/admin/audit?show=actions&page=2')).toEqual({ rows: 1, range: '21–21 of 21' });
});

test('an action leads back to the page of the list that it was on', async () => {
  const csrf = await formToken(operator, '/admin/specials');
  const from = async (page: string) => {
    const referer = `http://localhost:4321${page}`;
    const headers = { 'sec-fetch-site': 'same-origin', referer };
    const answer = await operator.submit('/admin/specials/x', { csrf, text: '' }, headers);
    return answer.headers.get('location');
  };
  expect(await from('/admin/specials?page=2')).toBe('/admin/specials?done=unknown&page=2');
  expect(await from('/admin/runs?page=2')).toBe('/admin/specials?done=unknown');
  expect(await from('/admin/specials?page=-1')).toBe('/admin/specials?done=unknown');
});
