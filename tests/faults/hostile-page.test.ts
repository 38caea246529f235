import dgram from 'node:dgram';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FetchRefused } from '#domain/errors.ts';
import { createRenderer, type Renderer } from '#worker/fetch/browser.ts';
import { launchBrowser } from '#worker/fetch/browser-process.ts';
import type { FetchedPage } from '#worker/fetch/fetched-page.ts';
import type { Fetcher } from '#worker/fetch/http.ts';
import { defunctChildren, processesNaming, testChromium } from '../support/chromium.ts';
import { fetchedPage } from '../support/fetched-page.ts';
import { type HostileServer, startHostileServer } from '../support/hostile-server.ts';
import { limitMs } from '../support/limits.ts';
import { testFetcher } from '../support/test-fetcher.ts';
import { LOOPBACK_HOSTS, PRIVATE_HOSTS } from './address-forms.ts';

/*
 * Pages that run script against us, in a real Chromium: they reach nothing but what the fetcher gets for
 * them, end in time, and leave no process behind.
 */

const chromium = await testChromium();
if ('missing' in chromium) console.warn(`skipped: ${chromium.missing}`);

describe.skipIf('missing' in chromium)('pages that run script', () => {
  const profilesDir = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
  let shop: HostileServer;
  let canary: HostileServer;
  let fetcher: Fetcher;
  let renderer: Renderer;

  beforeAll(async () => {
    shop = await startHostileServer();
    canary = await startHostileServer('0.0.0.0');
    fetcher = testFetcher({
      allowedOrigins: [shop.origin],
      allowedPorts: [Number(new URL(canary.origin).port)],
    });
    renderer = rendererWith({});
  });

  afterAll(async () => {
    await renderer.close();
    await fetcher.close();
    await shop.close();
    await canary.close();
    rmSync(profilesDir, { recursive: true, force: true });
  });

  function rendererWith(options: Partial<Parameters<typeof createRenderer>[0]>): Renderer {
    return createRenderer({
      findChromium: async () => ('path' in chromium ? chromium.path : ''),
      profilesDir,
      userAgent: fetcher.userAgentHeader,
      limits: { renderMs: 4_000, quietMs: 300, parts: 100_000 },
      ...options,
    });
  }

  const render = (body: string, by = renderer) =>
    by.render(pageOf(shop.origin, body), (part) => fetcher.fetchPart(part));

  const refusal = (body: string, by = renderer): Promise<FetchRefused> =>
    render(body, by).then(
      () => Promise.reject(new Error('was rendered')),
      (error: FetchRefused) => error,
    );

  test("reads what a page's script renders and loads from its shop", async () => {
    const page = await render(`<div id="root"></div><script>
      fetch('/honest').then((r) => r.text()).then((t) => { root.textContent = t.match(/Breville \\w+/)[0]; });
    </script>`);
    expect(page.body).toContain('<div id="root">Breville Bambino</div>');
    expect(shop.requests.at(-1)?.headers['user-agent']).toBe(fetcher.userAgentHeader);
    expect(shop.requests.at(-1)?.headers.cookie).toBeUndefined();
  });

  test('does not wait for a complete page', async () => {
    // To wait would outlast the time limit of this test.
    const patient = rendererWith({ limits: { quietMs: 120_000, renderMs: 240_000 } });
    const fetched = pageOf(
      shop.origin,
      '<p id="p"></p><script>p.textContent = "$" + 7 * 7</script>',
    );
    const page = await patient.render(
      fetched,
      (part) => fetcher.fetchPart(part),
      ({ body }) => body.includes('$49'),
    );
    expect(page.body).toContain('$49');
    await patient.close();
  });

  test(
    'no request of a page reaches a private address, in any form, by any means',
    async () => {
      const port = Number(new URL(canary.origin).port);
      const urls = [...LOOPBACK_HOSTS, ...PRIVATE_HOSTS].map((host) => `http://${host}:${port}/x`);
      const before = canary.connections;
      const patient = rendererWith({
        // Some 15 s on a quiet machine.
        limits: { renderMs: 80_000, quietMs: 1_000, parts: 100_000, privateBytes: 8e9 },
      });
      const page = await render(attackPage(urls), patient);
      await patient.close();
      expect(page.body).toContain('done');
      expect(canary.connections).toBe(before);
    },
    limitMs(90_000),
  );

  test('the browser reaches nothing even without interception', async () => {
    const path = 'path' in chromium ? chromium.path : '';
    const sealed = await launchBrowser(path, profilesDir, fetcher.userAgentHeader);
    const before = canary.connections;
    const { port } = new URL(canary.origin);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', 'x.demo-shops.localhost']) {
      const page = await sealed.context.newPage();
      await page.setContent(`<script>new WebSocket('ws://${host}:${port}/')</script>`);
      await expect(page.goto(`http://${host}:${port}/honest`)).rejects.toThrow(/net::ERR/);
    }
    await sealed.close();
    expect(canary.connections).toBe(before);
  });

  test('the browser reaches nothing by WebRTC', async () => {
    const stun = dgram.createSocket('udp4');
    let datagrams = 0;
    stun.on('message', () => (datagrams += 1));
    await new Promise<void>((resolve) => stun.bind(0, '127.0.0.1', resolve));
    const { port } = stun.address() as AddressInfo;
    await render(`<script>
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
      peer.createDataChannel('x');
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    </script>`);
    expect(datagrams).toBe(0);
    stun.close();
  });

  test.each([
    ['a script that never returns', '<script>for (;;);</script>'],
    ['a script that asks without end', '<script>setInterval(() => fetch("/honest"), 10)</script>'],
    [
      'a page too large to read',
      '<script>document.write("<!--" + "x".repeat(9e6) + "-->")</script>',
      'too-large',
    ],
    [
      'a page that takes all memory',
      `<script>const kept = []; setInterval(() => {
        fetch('/honest'); const block = new Uint8Array(2e7); block.fill(7); kept.push(block);
      }, 5)</script>`,
      'too-large',
    ],
  ])('%s is refused, and the next page is read', async (_what, body, reason = 'timeout') => {
    // What is refused for its size must not run into the time limit on a busy machine.
    const renderMs = reason === 'timeout' ? 4_000 : 50_000;
    const by = rendererWith({ limits: { renderMs, quietMs: 300, parts: 100_000 } });
    const refused = await refusal(body, by);
    expect(refused).toMatchObject({ name: 'FetchRefused', reason });
    const next = await render('<p id="p"></p><script>p.textContent = 6 * 7</script>', by);
    expect(next.body).toContain('42');
    await by.close();
  });

  test.each([
    ['opens windows', '<script>for (let i = 0; i < 20; i += 1) open("/honest")</script>'],
    ['asks questions', '<script>alert(1); confirm(2); prompt(3)</script>'],
    ['goes elsewhere', '<script>location = "http://127.0.0.1/"</script>'],
    ['reloads itself', '<script>location.reload()</script>'],
    ['refreshes itself', '<meta http-equiv="refresh" content="0;url=http://127.0.0.1/">'],
    [
      'floods the console',
      '<script>for (let i = 0; i < 2e4; i += 1) console.log("x".repeat(100))</script>',
    ],
    ['downloads', '<a id="a" href="/honest" download></a><script>a.click()</script>'],
    [
      'patches what it is read by',
      '<script>Object.defineProperty(Element.prototype, "outerHTML", { get: () => "forged" })</script>',
    ],
  ])('a page that %s is read all the same', async (_what, body) => {
    const page = await render(`<h1>Kettle</h1>${body}`);
    expect(page.body).toContain('<h1>Kettle</h1>');
    expect(page.url).toBe(`${shop.origin}/page`);
  });

  test('limits the parts that a page loads', async () => {
    const strict = rendererWith({ limits: { quietMs: 300, renderMs: 4_000, parts: 3 } });
    const before = shop.requests.length;
    await render('<script>for (let i = 0; i < 9; i += 1) fetch("/honest?" + i)</script>', strict);
    expect(shop.requests.length - before).toBe(3);
    await strict.close();
  });

  test('replaces a browser after its page limit and leaves none after closing', async () => {
    const short = rendererWith({ pagesPerBrowser: 2 });
    for (let count = 0; count < 5; count += 1) await render('<p>x</p>', short);
    await Promise.all([1, 2, 3, 4].map(() => render('<p>y</p>', short)));
    await short.close();
    await renderer.close();
    expect(processesNaming(profilesDir)).toEqual([]);
    expect(defunctChildren()).toBe(0);
    expect(readdirSync(profilesDir)).toEqual([]);
  });
});

test('explains a path that is not Chromium', async () => {
  const profilesDir = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
  const renderer = createRenderer({
    findChromium: async () => '/bin/false',
    profilesDir,
    userAgent: 'PricerooBot/1.0',
  });
  const rendering = renderer.render(pageOf('http://shop.example.com', '<p>x</p>'), () => {
    throw new Error('nothing is asked for');
  });
  await expect(rendering).rejects.toMatchObject({ reason: 'browser-unavailable' });
  await renderer.close();
  expect(readdirSync(profilesDir)).toEqual([]);
});

function pageOf(origin: string, body: string): FetchedPage {
  return fetchedPage(`${origin}/page`, `<!doctype html><body>${body}`);
}

/** A page that tries every address by every means a page has. */
function attackPage(urls: string[]): string {
  return `<p id="p"></p><script>
    const urls = ${JSON.stringify(urls).replaceAll('<', '\\u003c')};
    const attempt = (work) => { try { return work(); } catch {} };
    const add = (tag, fields) => attempt(() => document.body.append(Object.assign(document.createElement(tag), fields)));
    const rels = ['stylesheet', 'preload', 'prefetch', 'preconnect', 'dns-prefetch', 'icon', 'manifest', 'modulepreload'];
    for (const [index, url] of urls.entries()) {
      attempt(() => fetch(url, { mode: 'no-cors' }).catch(() => {}));
      attempt(() => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(() => {}));
      attempt(() => new WebSocket(url.replace('http', 'ws')));
      attempt(() => new EventSource(url));
      attempt(() => navigator.sendBeacon(url, 'x'));
      if (index % 8 === 0) attempt(() => new Worker(URL.createObjectURL(new Blob(['importScripts(' + JSON.stringify(url) + ')']))));
      add('script', { src: url });
      add('img', { src: url });
      add('iframe', { src: url });
      add('object', { data: url });
      add('video', { src: url });
      add('link', { rel: rels[index % rels.length], href: url, as: 'script' });
    }
    attempt(() => navigator.serviceWorker.register('/sw.js').catch(() => {}));
    setTimeout(() => { p.textContent = 'done'; }, 500);
  </script>`;
}
