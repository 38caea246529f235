/*
 * /admin on a phone of 360 px, with unbreakable words: tables become cards, and nothing overflows.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { Product } from '#db/entities/product.ts';
import { Retailer, Shelf, ShopVisit } from '#db/entities/retailer.ts';
import { HeldPage, Quarantine } from '#db/entities/run.ts';
import { keepRefused } from '#db/queries/offers/refused-offers.ts';
import { emptyCandidate, offerOf } from '#worker/extract/values/candidate.ts';
import { formToken, OPERATOR, openAdminSite, signedIn } from '../support/admin-site.ts';
import {
  createOffer,
  createPage,
  createPricePoint,
  createProduct,
  createRun,
  daysAgo,
  hoursFromNow,
  slotDaysAgo,
} from '../support/factory.ts';
import { addProduct, addShops } from '../support/landing-rows.ts';
import { makeKey, register } from '../support/person.ts';
import { test } from '../support/shopper-test.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const WIDTH = 360;
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2);
const LONG_URL = `https://kite.example/${'unbroken-'.repeat(12)}1`;

let api: TestApi;
let operator: SmallBrowser;
let phone: Page | null = null;
/** Pages of one thing, by section. */
const details: Record<string, string[]> = {};

beforeAll(async () => {
  api = await openEmptyApi();
  const em = api.services.em();
  await addShops(em, ['kite', 'emu']);
  await em.nativeUpdate(Retailer, { slug: 'kite' }, { name: LONG });
  const { id: retailer } = await em.findOneOrFail(Retailer, { slug: 'kite' });
  const { id: emu } = await em.findOneOrFail(Retailer, { slug: 'emu' });
  await addProduct(em, { name: LONG, category: 'TVs' }, [
    { shop: 'emu', price: 80_000, was: 240_000, past: [[60, 80_000]] },
  ]);
  const run = await createRun(em, { retailer, finishedAt: daysAgo(0), refusals: { [LONG]: 7 } });
  const earlier = { startedAt: daysAgo(5), finishedAt: daysAgo(4) };
  const { id: before } = await createRun(em, { retailer, ...earlier });
  const page = await createPage(em, { retailer, url: LONG_URL, nextCheckAt: hoursFromNow(-99) });
  const suspected = { run: run.id, retailer, kind: 'moved', judged: 30, bad: 20 } as const;
  await em.insert(Quarantine, { ...suspected, nextProbeAt: hoursFromNow(1) });
  await em.insert(HeldPage, {
    run: run.id,
    page: page.id,
    observedAt: daysAgo(0),
    verdict: 'moved',
    reason: LONG,
  });
  const refused = {
    reason: 'price-doubted' as const,
    url: LONG_URL,
    variant: LONG,
    seller: LONG,
    name: LONG,
    price: '1299.00',
    currency: 'AUD',
    availability: 'in_stock' as const,
    feedRow: 7,
    lastPriceCents: null,
    ceilingCents: null,
  } as const;
  const at = { retailerId: retailer, pageId: page.id, runId: run.id, observedAt: daysAgo(0) };
  await keepRefused(em, at, [refused], false);
  await em.upsert(Shelf, {
    retailer,
    trail: LONG,
    offers: 12,
    agreement: 0.42,
    learnedAt: daysAgo(0),
  });
  const product = await createProduct(em, { name: LONG, category: 'Furniture' });
  await em.nativeUpdate(Product, product.id, { doubt: LONG });
  const shown = { product: product.id, name: LONG, url: LONG_URL, gtin: '9300605123458' };
  const seen = await createOffer(em, { ...shown, retailer, firstSeenAt: daysAgo(30) });
  for (const [days, priceCents] of [
    [30, 4_000],
    [2, 1_299_900],
  ] as const)
    await createPricePoint(em, { offer: seen, priceCents, slot: slotDaysAgo(days) });
  const { id: offerId } = await createOffer(em, { ...shown, retailer: emu, sku: LONG });
  const body = { kind: 'not-the-same-product', offerId, comment: LONG };
  await api.call('POST', '/recommendations/feedback', { body });
  operator = await signedIn(await openAdminSite(api));
  const email = `${'bartholomew'.repeat(4)}@a-very-long-subdomain.example.com.au`;
  const { token } = await register(api, { email, name: LONG.slice(0, 90) });
  await makeKey(api, token, LONG.slice(0, 60));
  const csrf = await formToken(operator, '/admin/retailers');
  await operator.submit(`/admin/retailers/${emu}/enable`, { csrf, why: LONG });
  for (const [section, pattern] of Object.entries(DETAILS)) {
    const list = await (await operator.get(section)).text();
    details[section] = [pattern.exec(list)?.[0] ?? 'none is linked'];
  }
  details['/admin/runs'] = [`${details['/admin/retailers']}?from=${before}&to=${run.id}`];
  const offer = offerOf({ ...emptyCandidate('json-ld'), name: LONG, price: '49.95' }, LONG_URL);
  const found = {
    ...{ profile: null, refusal: null, robots: null, named: 0, lists: [], requests: 1 },
    products: offer ? [{ offer, sources: { price: [LONG] }, refusal: null }] : [],
  };
  const visit = await em.insert(ShopVisit, { address: LONG_URL, selectors: null, found });
  details['/admin/retailers']?.push(`/admin/new-shop/${visit}`);
});

afterAll(async () => {
  await phone?.context().close();
  await api.close();
});

const DETAILS = {
  '/admin/retailers': /\/admin\/retailers\/kite\b/,
  '/admin/outbox': /\/admin\/outbox\/[\da-f-]{36}/,
  '/admin/quarantine': /\/admin\/quarantine\/[\da-f-]{36}/,
};

const SECTIONS = [
  '',
  ...['/retailers', '/runs', '/quarantine', '/refused', '/matches', '/shelves', '/specials'],
  ...['/outbox', '/keys', '/queues', '/audit'],
].map((section) => `/admin${section}`);

test.for(SECTIONS)("%s does not overflow a phone's width", async (section, { browser }) => {
  phone ??= await openPhone(browser);
  for (const path of [section, ...(details[section] ?? [])]) {
    await phone.goto(`http://localhost:4321${path}`);
    if (section === '/admin/queues') await phone.getByText('No workers').first().waitFor();
    else await expectSubject(phone.locator('main').innerText());
    expect(await phone.evaluate(sticksOut, WIDTH), path).toEqual([]);
  }
});

/** A page on which the operator is signed in. */
async function openPhone(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 740 } });
  await page.route('**', async (route) => {
    const answer = await operator.get(route.request().url());
    const headers = Object.fromEntries(answer.headers);
    const body = Buffer.from(await answer.arrayBuffer());
    await route.fulfill({ status: answer.status, headers, body });
  });
  return page;
}

/** Each page shows something of ours: an empty list would prove nothing. */
async function expectSubject(text: Promise<string>): Promise<void> {
  expect(await text).toMatch(new RegExp(`${LONG.slice(0, 30)}|unbroken|bartholomew|${OPERATOR}`));
}

/** In the page: what is wider than the window, and what hangs over its edge without a part of its own that scrolls. */
function sticksOut(width: number): string[] {
  const isInScroller = (element: Element | null): boolean =>
    element !== null &&
    (['auto', 'scroll', 'hidden'].includes(getComputedStyle(element).overflowX) ||
      isInScroller(element.parentElement));
  const over = [...document.querySelectorAll('body :not(.skip-link)')].filter((element) => {
    const { left, right, width: own } = element.getBoundingClientRect();
    return own > 0 && (right > width + 1 || left < -1) && !isInScroller(element.parentElement);
  });
  const named = over.slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
  const whole = document.documentElement.scrollWidth;
  return whole > width ? [`the page is ${whole} px wide`, ...named] : named;
}
