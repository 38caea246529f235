import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MatchDecision, MatchProposal } from '#db/entities/match.ts';
import { Offer } from '#db/entities/offer.ts';
import { Feedback } from '#db/entities/shopper.ts';
import type { HandleApi } from '#site/api/app.ts';
import { formToken, OPERATOR, openAdminSite, signedIn } from '../support/admin-site.ts';
import { type CrawlWorld, openCrawlWorld } from '../support/crawl-world.ts';
import { createOffer, createProduct, createRetailer } from '../support/factory.ts';
import { type SmallBrowser, targetOf } from '../support/small-browser.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const PATH = '/admin/matches';

let world: CrawlWorld;
let base: TestApi;
let site: { api: HandleApi };
let browser: SmallBrowser;
let csrf: string;
/** Product a has offers of 200 g and 1 kg, product b one of 1 kg. */
let ids: Record<'a' | 'b' | 'small' | 'large' | 'other', string>;
const em = () => world.em();

beforeAll(async () => {
  world = await openCrawlWorld([]);
  base = await openTestApi(world.databaseUrl);
  site = await openAdminSite(base);
  browser = await signedIn(site);
  csrf = await formToken(browser, PATH);
});

afterAll(async () => {
  await base.close();
  await world.close();
});

beforeEach(async () => {
  await em().nativeDelete(MatchDecision, {});
  await em().nativeDelete(MatchProposal, {});
  await em().nativeDelete(Offer, {});
  const [one, two] = [await createRetailer(em()), await createRetailer(em())];
  const { id: a } = await createProduct(em(), { name: 'Milo 200g' });
  const { id: b } = await createProduct(em(), { name: 'Milo 1kg' });
  const add = async (retailer: { id: string }, product: string, name: string, gtin: string) => {
    const shown = { searchText: name.toLowerCase(), gtin, sku: `sku-${name}`, priceCents: 500 };
    return (await createOffer(em(), { retailer: retailer.id, product, name, ...shown })).id;
  };
  const small = await add(one, a, 'Nestle Milo 200g', '9300605123458');
  const large = await add(two, a, 'Nestle <b>Milo</b> 1kg', '9300605123465');
  ids = { a, b, small, large, other: await add(one, b, 'Nestle Milo 1 kg', '9300605123465') };
});

async function read(path: string): Promise<string> {
  return (await browser.get(path)).text();
}

/** The notice after a form was sent. */
async function decide(action: string, fields: Record<string, string>): Promise<string> {
  const answer = await browser.submit(`${PATH}/${action}`, { csrf, ...fields });
  expect(answer.status).toBe(303);
  return /role="status">([^<]+)</.exec(await read(targetOf(answer).href))?.[1] ?? '';
}

async function report(offerId = ids.large): Promise<void> {
  const body = { kind: 'not-the-same-product', offerId, comment: 'A <i>larger</i> tin' };
  expect((await base.call('POST', '/recommendations/feedback', { body })).status).toBe(201);
}

async function productOf(id: string): Promise<string> {
  return (await em().findOneOrFail(Offer, id)).product.id;
}

test('each empty list says so', async () => {
  expect(await read(PATH)).toContain('No shopper reports.');
  expect(await read(`${PATH}?show=proposals`)).toContain('No proposals.');
  expect(await read(`${PATH}?show=decided`)).toContain('No decisions yet.');
});

test("shows a shopper's report beside another offer with the differences marked", async () => {
  await report();
  await report();
  const page = await read(PATH);
  expect(page).toContain('Reported 2 times');
  expect(page).toContain('A &lt;i&gt;larger&lt;/i&gt; tin');
  expect(page).not.toContain('<b>Milo');
  expect(page).toMatch(/<tr class="differs"><th scope="row">Pack/);
  expect(page).toMatch(/<tr class="differs"><th scope="row">Barcode/);
  expect(page).toContain('<mark>1kg</mark>');
  expect(page).toContain('sku-Nestle Milo 200g');
  expect(page).toMatch(/<th scope="row">Link<.*first shop we found it at/);
  expect(page).toContain(`aria-label="Split off Nestle`);
});

test('Split removes the offer, Undo restores it and its report; both are audited', async () => {
  await report();
  const split = { offer: ids.large, product: ids.a };
  expect(await decide('split', split)).toContain('Split.');
  expect(await productOf(ids.large)).not.toBe(ids.a);
  for (const action of ['split', 'destroy'])
    expect(await decide(action, split)).toContain('Nothing was done');
  expect(await decide('split', { offer: 'x', product: 'y' })).toContain('Nothing was done');
  expect(await read(PATH)).toContain('No shopper reports.');
  const decided = await read(`${PATH}?show=decided`);
  // In the page's header, and in the row of the decision.
  expect(decided.split(OPERATOR).length - 1).toBe(2);
  expect(await read(`${PATH}?show=decided&page=9`)).toContain('name="decision"');
  const decision = /name="decision" value="([^"]+)"/.exec(decided)?.[1] ?? '';
  expect(await decide('undo', { decision, show: 'decided' })).toContain('Undone.');
  expect(await productOf(ids.large)).toBe(ids.a);
  expect(await read(`${PATH}?show=decided`)).toMatch(/undone.*operator@example\.com/s);
  expect(await read(PATH)).toContain('Reported once');
});

test('Keep dismisses the report', async () => {
  await report();
  expect(await decide('keep', { offer: ids.large, product: ids.a })).toContain('Kept');
  expect(await read(PATH)).toContain('No shopper reports.');
  expect(await productOf(ids.large)).toBe(ids.a);
});

test('an operator can search a product and move the offer to it', async () => {
  await report();
  const search =
    /href="(\/admin\/matches\/search\?[^"]+)"[^>]*>Move …/.exec(await read(PATH))?.[1] ?? '';
  const found = await read(`${search.replaceAll('&amp;', '&').split('&q=')[0]}&q=milo`);
  expect(found).toContain(`name="into" value="${ids.b}"`);
  expect(found).toContain('this product');
  const move = { offer: ids.large, product: ids.a, into: ids.b };
  expect(await decide('split', move)).toContain('Split.');
  expect(await productOf(ids.large)).toBe(ids.b);
});

test('an operator finds, compares and merges two products; the old address redirects', async () => {
  expect(await read(`${PATH}/search?q=unknown-word`)).toContain('No product has these words.');
  const found = await read(`${PATH}/search?q=milo`);
  expect(found).toContain(`product=${ids.a}`);
  const compare = `${PATH}/compare?product=${ids.a}&into=${ids.b}`;
  expect(await read(`${PATH}/search?q=milo&product=${ids.a}`)).toContain(
    compare.replace('&', '&amp;').slice(PATH.length),
  );
  expect(await read(compare)).toContain('name="into"');
  expect((await browser.get(`${PATH}/compare?product=${ids.a}&into=x`)).status).toBe(404);
  expect(await decide('merge', { product: ids.a, into: ids.b })).toContain('Merged.');
  expect(await productOf(ids.small)).toBe(ids.b);
  const old = await base.call('GET', `/products/${ids.a}`);
  expect(old.body['data']).toMatchObject({
    id: ids.b,
    offers: expect.objectContaining({ length: 3 }),
  });
  expect(await decide('merge', { product: ids.a, into: ids.b })).toContain('Nothing was done');
});

test('pages through proposals and decides them', async () => {
  await em().insert(MatchProposal, {
    offer: null,
    product: ids.a,
    into: ids.b,
    because: ['same barcode'],
  });
  const page = await read(`${PATH}?show=proposals`);
  expect(page).toContain('same barcode');
  expect(page).toContain('One product?');
  expect(await read(`${PATH}?show=proposals&page=7`), 'beyond the last').toContain('same barcode');
  expect(await decide('keep', { product: ids.a, into: ids.b })).toContain('Kept');
  expect(await em().count(MatchProposal)).toBe(0);
});

test('each offer states its evidence, and /metrics counts open matches', async () => {
  await report();
  const detail = await base.call('GET', `/products/${ids.b}`);
  const { offers } = detail.body['data'] as { offers: { groupedBy: string }[] };
  expect(offers.map(({ groupedBy }) => groupedBy)).toEqual(['first shop we found it at']);
  const metrics = await base.api(new Request('http://localhost:4321/metrics'), {
    remoteAddress: '127.0.0.1',
  });
  const waiting = (await metrics.text()).match(/^priceroo_matches_waiting.*$/gm);
  expect(waiting).toEqual([
    'priceroo_matches_waiting{from="reports"} 1',
    'priceroo_matches_waiting{from="proposals"} 0',
  ]);
});

test("stores a shopper's report with its offer", async () => {
  await report();
  expect(await em().count(Feedback, { offer: ids.large, kind: 'not-the-same-product' })).toBe(1);
});
