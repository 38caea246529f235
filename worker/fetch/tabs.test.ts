import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FetchRefused } from '#domain/errors.ts';
import { testChromium } from '../../tests/support/chromium.ts';
import { fetchedPage } from '../../tests/support/fetched-page.ts';
import { type BrowserProcess, launchBrowser } from './browser-process.ts';
import type { FetchedPage, TextPage } from './fetched-page.ts';
import { createPageTraffic } from './page-traffic.ts';
import { RENDER_LIMITS, renderPage } from './render-page.ts';
import { createTabs, type Tabs } from './tabs.ts';

const chromium = await testChromium();
const SHOP = 'http://shop.example.com';
const OTHER = 'http://other.example.com';

/** Records traces of earlier pages, then leaves every trace that a page can leave. */
const NOSY = `<p id="p"></p><script>
  fetch('/wait').catch(() => {});
  const opened = indexedDB.open('kept', 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore('kept');
  opened.onsuccess = () => {
    const store = opened.result.transaction('kept', 'readwrite').objectStore('kept');
    const before = store.count();
    store.add(1, Math.random());
    before.onsuccess = () => {
      const found = [document.cookie, localStorage.length, sessionStorage.length, window.name, before.result];
      p.textContent = 'found ' + JSON.stringify(found);
      document.cookie = 'a=1; max-age=600';
      localStorage.a = sessionStorage.a = window.name = 'a';
      fetch('/done').catch(() => {});
    };
  };
</script>`;

describe.skipIf('missing' in chromium)('tabs', () => {
  const profilesDir = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
  let browser: BrowserProcess;

  beforeAll(async () => {
    const path = 'path' in chromium ? chromium.path : '';
    browser = await launchBrowser(path, profilesDir, 'PricerooBot/1.0');
  });

  afterAll(async () => {
    await browser.close();
    rmSync(profilesDir, { recursive: true, force: true });
  });

  const texts = { nosy: NOSY, plain: '<p>found</p>' };

  async function render(tabs: Tabs, origin: string, text: keyof typeof texts = 'plain') {
    const done = Promise.withResolvers<void>();
    // The first request is answered last, so that the page is not quiet before it is done.
    const refused = async ({ url }: { url: string }) => {
      if (url.endsWith('/done')) done.resolve();
      else await done.promise;
      throw new FetchRefused('not-found', 'nothing is served');
    };
    const limits = { ...RENDER_LIMITS, renderMs: 30_000 };
    const isComplete = ({ body: made }: TextPage) =>
      made.includes('<p id="p">found') || text === 'plain';
    const { body } = await renderPage(
      tabs,
      pageOf(origin, texts[text]),
      refused,
      limits,
      isComplete,
    );
    return /found[^<]*/.exec(body)?.[0] ?? body;
  }

  test('a page finds no traces of the page before it in its tab', async () => {
    const tabs = createTabs(browser.context, 1);
    const found = [];
    for (let page = 0; page < 3; page += 1) found.push(await render(tabs, SHOP, 'nosy'));
    expect(found[0]).toMatch(/^found \["",0,0,"",0\]$/);
    expect(found).toEqual(Array(3).fill(found[0]));
  });

  test('keeps a tab for the next page of its origin only', async () => {
    const tabs = createTabs(browser.context, 2);
    await render(tabs, SHOP);
    await render(tabs, OTHER);
    const kept = browser.context.pages();
    const [one, other] = [await tabs.take(SHOP), await tabs.take(OTHER)];
    expect(kept).toContain(one.page);
    expect(kept).toContain(other.page);
    expect(one).not.toBe(other);
    const further = await tabs.take(SHOP);
    expect(kept).not.toContain(further.page);
    for (const tab of [one, other, further]) await tabs.giveBack(tab, SHOP, false);
    expect([one, other, further].map(({ page }) => page.isClosed())).toEqual([true, true, true]);
  });

  test('closes the least recently used tab beyond the limit', async () => {
    const tabs = createTabs(browser.context, 1);
    await render(tabs, SHOP);
    await render(tabs, OTHER);
    const kept = browser.context.pages();
    const [again, other] = [await tabs.take(SHOP), await tabs.take(OTHER)];
    expect(kept).not.toContain(again.page);
    expect(kept).toContain(other.page);
    for (const tab of [again, other]) await tabs.giveBack(tab, SHOP, false);
  });

  test('a page that hangs after it was read does not delay the next', async () => {
    const tabs = createTabs(browser.context, 1);
    const stuck = await tabs.take(SHOP);
    const page = pageOf(SHOP, '<p>found</p>');
    stuck.traffic = createPageTraffic(page, () => Promise.reject(new Error('no')), RENDER_LIMITS);
    await stuck.page.goto(page.url);
    stuck.page.evaluate('for (;;);').catch(() => undefined);
    await tabs.giveBack(stuck, SHOP, true);
    const next = await tabs.take(SHOP);
    expect(next).not.toBe(stuck);
    await tabs.giveBack(next, SHOP, false);
  });
});

function pageOf(origin: string, body: string): FetchedPage {
  return fetchedPage(`${origin}/page`, `<!doctype html><body>${body}`);
}
