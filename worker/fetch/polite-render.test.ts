import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testChromium } from '../../tests/support/chromium.ts';
import { startHostileServer } from '../../tests/support/hostile-server.ts';
import { openTestOrm } from '../../tests/support/test-orm.ts';
import { createRenderer, type Renderer } from './browser.ts';
import { createFetcher } from './http.ts';
import { politeRender } from './polite-fetch.ts';

const chromium = await testChromium();

test.skipIf('missing' in chromium)(
  'a rendered page obeys robots.txt and loads its resources one at a time',
  async () => {
    const orm = await openTestOrm();
    const shop = await startHostileServer();
    shop.robots = { status: 200, text: 'User-agent: *\nDisallow: /status-' };
    const fetcher = createFetcher({
      userAgent: 'PricerooBot/1.0',
      contactUrl: 'http://localhost/bot',
      demoPort: null,
      allowedOrigins: [shop.origin],
    });
    const profilesDir = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
    const renderer = createRenderer({
      findChromium: async () => ('path' in chromium ? chromium.path : ''),
      profilesDir,
      userAgent: fetcher.userAgentHeader,
    });

    const url = `${shop.origin}/scripted`;
    const page = await politeRender({ em: orm.em(), fetcher, pace: { paceMs: 1 } }, renderer, url);

    expect(page.body).toContain('<p id="p">loaded loaded denied</p>');
    const paths = shop.requests.map(({ url: path }) => path);
    expect(paths.slice(0, 2)).toEqual(['/robots.txt', '/scripted']);
    // The page requests both at once.
    expect(paths.slice(2).toSorted()).toEqual(['/honest?1', '/honest?2']);

    await renderer.close();
    await fetcher.close();
    await shop.close();
    await orm.close();
    rmSync(profilesDir, { recursive: true, force: true });
  },
);

test('does not send requests that are still queued when rendering ends', async () => {
  const orm = await openTestOrm();
  const shop = await startHostileServer();
  const fetcher = createFetcher({
    userAgent: 'PricerooBot/1.0',
    contactUrl: 'http://localhost/bot',
    demoPort: null,
    allowedOrigins: [shop.origin],
  });
  const parts: Promise<unknown>[] = [];
  const sentParts = () => shop.requests.filter(({ url }) => url?.startsWith('/honest?'));
  const renderer: Renderer = {
    async render(fetched, loadPart) {
      for (let part = 1; part <= 5; part += 1) {
        const url = `${shop.origin}/honest?${part}`;
        parts.push(loadPart({ url, method: 'GET', headers: {}, body: null }));
      }
      await parts[0];
      return { ...fetched, body: 'rendered' };
    },
    close: async () => undefined,
  };
  const url = `${shop.origin}/honest`;
  const page = await politeRender({ em: orm.em(), fetcher, pace: { paceMs: 1 } }, renderer, url);
  expect(page.body).toBe('rendered');
  await Promise.allSettled(parts);
  expect(sentParts().length).toBeLessThan(5);
  await fetcher.close();
  await shop.close();
  await orm.close();
});
