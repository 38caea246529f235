import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Offer } from '#db/entities/offer.ts';
import { Page } from '#db/entities/page.ts';
import { Run } from '#db/entities/run.ts';
import { openQuarantine, probeNow } from '#db/queries/quarantine/quarantine.ts';
import type { HandleApi } from '#site/api/app.ts';
import { formToken, OPERATOR, openAdminSite, signIn } from '../support/admin-site.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import { limitMs } from '../support/limits.ts';
import { openBrowser, type SmallBrowser, targetOf } from '../support/small-browser.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const THINGS = 6;

let world: ShopWorld;
let base: TestApi;
let site: { api: HandleApi };
let browser: SmallBrowser;
let csrf: string;
let clockMs = Date.now();

beforeAll(async () => {
  world = await openShopWorld({}, () => new Date(clockMs));
  base = await openTestApi(world.databaseUrl);
  site = await openAdminSite(base);
  browser = openBrowser(site);
  expect((await signIn(browser)).status).toBe(303);
  csrf = await formToken(browser, '/admin/quarantine');
});

afterAll(async () => {
  await base.close();
  await world.close();
});

/** Before each test the shop is read while sane, then broken and quarantined. */
beforeEach(async () => {
  const em = world.em();
  await em.nativeDelete(Run, {});
  await em.nativeDelete(Offer, {});
  await em.nativeDelete(Page, {});
  price(1);
  await crawl();
  price(10);
  await crawl();
});

function price(factor: number): void {
  for (let index = 0; index < THINGS; index += 1) {
    const amount = ((20 + index) * factor).toFixed(2);
    world.shop.products.set(`thing-${100_000 + index}`, {
      name: `Acme <b>Thing</b> ${index}`,
      price: amount,
    });
  }
}

async function crawl(): Promise<void> {
  clockMs += 60 * 60_000;
  await world.crawl();
}

async function runId(): Promise<string> {
  const { runId: id } = (await openQuarantine(world.em(), world.retailer.id)) ?? {};
  if (!id) throw new Error('the shop is not quarantined');
  return id;
}

async function prices(): Promise<number[]> {
  const offers = await world.em().findAll(Offer, { orderBy: { name: 'asc' } });
  return offers.map(({ priceCents }) => priceCents);
}

const SANE = Array.from({ length: THINGS }, (_, index) => (20 + index) * 100);
const BROKEN = SANE.map((amount) => amount * 10);

async function notice(answer: Response): Promise<string> {
  expect(answer.status).toBe(303);
  const page = await (await browser.get(targetOf(answer).href)).text();
  return /role="status">([^<]+)</.exec(page)?.[1] ?? '';
}

test('lists the shop and its price differences with links to each page', async () => {
  const id = await runId();
  const list = await (await browser.get('/admin/quarantine')).text();
  expect(list).toContain('prices moved too far');
  expect(list).toContain(`/admin/quarantine/${id}/approve`);
  const detail = await (await browser.get(`/admin/quarantine/${id}`)).text();
  expect(detail).toContain('$20.00');
  expect(detail).toContain('$200.00');
  expect(detail).toContain('× 10.0');
  expect(detail).toContain(`href="${world.shop.origin}/product/thing-100000"`);
  expect(detail).toContain(`${THINGS} prices differ`);
  expect(detail).not.toContain('<b>Thing');
  expect((await browser.get('/admin/quarantine/x')).status).toBe(404);
});

test('Approve stores the held prices with one click', async () => {
  const id = await runId();
  expect(await prices()).toEqual(SANE);
  const answer = await browser.submit(`/admin/quarantine/${id}/approve`, { csrf });
  expect(await notice(answer)).toContain('Approved');
  expect(await prices()).toEqual(BROKEN);
  const again = await browser.submit(`/admin/quarantine/${id}/approve`, { csrf });
  expect(await notice(again)).toContain('decided already');
  const ended = await (await browser.get(`/admin/quarantine/${id}`)).text();
  expect(ended).toContain(OPERATOR);
});

test('Undo discards held prices or reverts an approval', async () => {
  const id = await runId();
  const undo = () => browser.submit(`/admin/quarantine/${id}/undo`, { csrf });
  expect(await notice(await undo())).toContain('Undone');
  expect(await prices()).toEqual(SANE);
  expect(await (await browser.get(`/admin/quarantine/${id}`)).text()).toContain(
    'No pages are held',
  );

  await probeNow(world.em(), id);
  await crawl();
  await browser.submit(`/admin/quarantine/${id}/approve`, { csrf });
  expect((await prices()).filter((amount, index) => amount === BROKEN[index])).toHaveLength(1);
  await undo();
  expect(await prices()).toEqual(SANE);
});

test('Probe now makes the probe due', async () => {
  const id = await runId();
  price(1);
  await crawl();
  expect(await openQuarantine(world.em(), world.retailer.id)).not.toBeNull();
  const answer = await browser.submit(`/admin/quarantine/${id}/probe`, { csrf });
  expect(await notice(answer)).toContain('due now');
  await crawl();
  expect(await openQuarantine(world.em(), world.retailer.id)).toBeNull();
});

test('undoes a stored run from the list of runs', async () => {
  const id = await runId();
  await browser.submit(`/admin/quarantine/${id}/approve`, { csrf });
  const list = await (await browser.get('/admin/runs')).text();
  expect(list).toContain(`/admin/runs/${id}/undo`);
  const answer = await browser.submit(`/admin/runs/${id}/undo`, { csrf });
  expect(await notice(answer)).toContain('as they were before the run');
  expect(await prices()).toEqual(SANE);
  const again = await browser.submit(`/admin/runs/${id}/undo`, { csrf });
  expect(await notice(again)).toContain('cannot be undone');
  const none = await browser.submit('/admin/runs/x/undo', { csrf });
  expect(await notice(none)).toContain('run does not exist');
});

test('shoppers and /metrics learn that prices are held', async () => {
  const answer = await base.call('GET', '/retailers');
  const [row] = answer.body['data'] as { heldSince: string | null }[];
  expect(Date.parse(row?.heldSince ?? '')).toBeGreaterThan(Date.now() - limitMs(60_000));
  const metrics = await base.api(new Request('http://localhost:4321/metrics'), {
    remoteAddress: '127.0.0.1',
  });
  expect(await metrics.text()).toMatch(
    /priceroo_retailer_quarantined_seconds\{retailer="test-shop",kind="moved"\} \d+\n/,
  );
});
