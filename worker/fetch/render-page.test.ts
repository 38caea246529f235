import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FetchRefused } from '#domain/errors.ts';
import { testChromium } from '../../tests/support/chromium.ts';
import { fetchedPage } from '../../tests/support/fetched-page.ts';
import { type BrowserProcess, launchBrowser } from './browser-process.ts';
import type { LoadPart } from './page-part.ts';
import { RENDER_LIMITS, renderPage } from './render-page.ts';
import { createTabs, type Tabs } from './tabs.ts';

const chromium = await testChromium();
const SHOP = 'http://shop.example.com';
const OTHER = 'http://other.example.com';
const CDN = 'http://cdn.example.net';

describe.skipIf('missing' in chromium)('a page being rendered', () => {
  const profilesDir = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
  let browser: BrowserProcess;
  let tabs: Tabs;
  let asked: string[] = [];

  beforeAll(async () => {
    const path = 'path' in chromium ? chromium.path : '';
    browser = await launchBrowser(path, profilesDir, 'PricerooBot/1.0');
    tabs = createTabs(browser.context, 2);
  });

  afterAll(async () => {
    await browser.close();
    rmSync(profilesDir, { recursive: true, force: true });
  });

  const load: LoadPart = async ({ url, method, headers, body }) => {
    const { pathname } = new URL(url);
    asked.push(`${method} ${url}`);
    const answer = (type: string, text: string) => ({
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': 'max-age=600',
        'access-control-allow-origin': SHOP,
        'access-control-allow-headers': 'content-type, x-shop-key',
      },
      body: Buffer.from(text),
    });
    if (pathname === '/lib.js') return answer('text/javascript', 'window.lib = "lib"');
    if (pathname === '/lib.css') return answer('text/css', 'p { color: red }');
    if (pathname !== '/data') throw new FetchRefused('not-found', 'nothing is served');
    return answer('application/json', JSON.stringify([headers['x-shop-key'], body?.toString()]));
  };

  /** The text of the page's `#p` when it ends in 'done', and the page's requests. */
  async function render(origin: string, body: string) {
    asked = [];
    const fetched = fetchedPage(`${origin}/page`, `<!doctype html><p id="p"></p>${body}`);
    const limits = { ...RENDER_LIMITS, renderMs: 30_000 };
    const page = await renderPage(tabs, fetched, load, limits, (seen) =>
      seen.body.includes('done</p>'),
    );
    return { text: /<p id="p">(.*)<\/p>/.exec(page.body)?.[1], asked: asked.toSorted() };
  }

  const WITH_LIB = `<link rel="stylesheet" href="${CDN}/lib.css"><script src="${CDN}/lib.js"></script>
    <script>fetch('/data').then(() => { p.textContent = lib + ' done'; })</script>`;
  const OF_LIB = [`GET ${CDN}/lib.css`, `GET ${CDN}/lib.js`];

  test('requests its data each time and never gets a script of another shop', async () => {
    const first = await render(SHOP, WITH_LIB);
    expect(first).toEqual({ text: 'lib done', asked: [...OF_LIB, `GET ${SHOP}/data`] });
    const second = await render(SHOP, WITH_LIB);
    expect(second.text).toBe('lib done');
    expect(second.asked).toContain(`GET ${SHOP}/data`);
    const other = await render(OTHER, WITH_LIB);
    expect(other.asked).toEqual([...OF_LIB, `GET ${OTHER}/data`]);
  });

  test('may send a JSON request with a key to another host, after a preflight', async () => {
    const { text, asked: calls } = await render(
      SHOP,
      `<script>
        const headers = { 'content-type': 'application/json', 'x-shop-key': 'k' };
        fetch('${CDN}/data', { method: 'POST', headers, body: '{"sku":1}' })
          .then((answer) => answer.text())
          .then((made) => { p.textContent = made + ' done'; });
      </script>`,
    );
    expect(text).toBe('["k","{\\"sku\\":1}"] done');
    expect(calls).toEqual([`POST ${CDN}/data`]);
  });

  test('loads only resources that can change its text', async () => {
    const { asked: calls } = await render(
      SHOP,
      `<img src="/a.png"><video src="/a.mp4"></video><iframe src="/frame"></iframe>
      <link rel="prefetch" href="/next"><link rel="icon" href="/a.ico"><link rel="manifest" href="/m">
      <script src="https://www.google-analytics.com/a.js"></script>
      <script>
        new EventSource('/events');
        navigator.sendBeacon('/beacon', 'x');
        fetch('/form', { method: 'POST', body: new URLSearchParams('a=1') }).catch(() => {});
        const request = new XMLHttpRequest();
        request.open('GET', '/data');
        request.onload = () => {
          const source = 'fetch("${SHOP}/data?worker").then(() => postMessage(1))';
          new Worker(URL.createObjectURL(new Blob([source]))).onmessage = () => { p.textContent = 'done'; };
        };
        request.send();
      </script>`,
    );
    expect(calls).toEqual([`GET ${SHOP}/data`, `GET ${SHOP}/data?worker`]);
  });

  /** Shows 'done' after three frames, once `#low` was visible and measured. */
  const WHEN_DRAWN = `<div id="low" style="margin-top: 10px">x</div><script>
    const frame = () => new Promise(requestAnimationFrame);
    const seen = new Promise((go) => { new IntersectionObserver(([at]) => at.isIntersecting && go()).observe(low); });
    const sized = new Promise((go) => { new ResizeObserver(() => go()).observe(low); });
    Promise.all([frame().then(frame).then(frame), seen, sized])
      .then(() => { p.textContent = document.visibilityState + ' done'; });
  </script>`;

  test('gets frames and is visible, even in an older tab', async () => {
    for (const origin of [SHOP, OTHER, SHOP, SHOP, OTHER, SHOP])
      expect(await render(origin, WHEN_DRAWN)).toMatchObject({ text: 'visible done' });
  });

  test('gets frames while another page is rendered', async () => {
    const both = await Promise.all([render(SHOP, WHEN_DRAWN), render(OTHER, WHEN_DRAWN)]);
    expect(both.map(({ text }) => text)).toEqual(['visible done', 'visible done']);
  });
});
