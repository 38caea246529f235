import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_UID } from '#db/runtime/unprivileged-home.ts';
import { FetchRefused } from '#domain/errors.ts';
import { processesNaming, testChromium } from '../../tests/support/chromium.ts';
import { fetchedPage } from '../../tests/support/fetched-page.ts';
import { createRenderer, type Renderer } from './browser.ts';
import { launchBrowser } from './browser-process.ts';
import type { FetchedPage } from './fetched-page.ts';

const chromium = await testChromium();

describe.skipIf('missing' in chromium)('the renderer', () => {
  let profilesDir: string;
  let renderer: Renderer;

  beforeAll(() => {
    profilesDir = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
    renderer = createRenderer({
      findChromium: async () => ('path' in chromium ? chromium.path : ''),
      profilesDir,
      userAgent: 'PricerooBot/1.0',
      concurrency: 2,
      pagesPerBrowser: 4,
    });
  });

  afterAll(() => rmSync(profilesDir, { recursive: true, force: true }));

  const render = (shop: string, page: number) =>
    renderer.render(
      pageOf(`http://${shop}.example.com/${page}`),
      async () => {
        throw new FetchRefused('not-found', 'nothing is served');
      },
      ({ body }) => body.includes('this is'),
    );

  test('returns the right text for many concurrent pages over tabs and browsers', async () => {
    const shops = ['a', 'b', 'c', 'a', 'd', 'b', 'a'];
    const pages = await Promise.all(shops.map(render));
    for (const [number, { url, body }] of pages.entries()) {
      expect(url).toBe(`http://${shops[number]}.example.com/${number}`);
      expect(body).toContain(`this is ${url}`);
    }
  });

  test('runs without privileges, and its pages are sandboxed', async () => {
    const path = 'path' in chromium ? chromium.path : '';
    const browser = await launchBrowser(path, profilesDir, 'PricerooBot/1.0');
    await (await browser.context.newPage()).setContent('<p>x</p>');
    const users = processesNaming(profilesDir).map(userOf);
    await browser.close();
    expect(users).not.toEqual([]);
    expect(new Set(users)).toEqual(new Set([process.getuid?.() || BROWSER_UID]));
    expect(browser.isSandboxed).toBe(true);
  });

  test('without a sandbox renders only allowed pages; the refusal says what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'priceroo-no-sandbox-'));
    chmodSync(folder, 0o711);
    const path = join(folder, 'chromium.sh');
    const real = 'path' in chromium ? chromium.path : '';
    const script = `case "$*" in *--no-sandbox*) exec ${real} "$@";; esac; echo 'No usable sandbox!' >&2; exit 1`;
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const careful = createRenderer({
      findChromium: async () => path,
      profilesDir,
      userAgent: 'PricerooBot/1.0',
      mayRunUnsandboxed: (url) => url.includes('own'),
    });
    const nothing = async () => {
      throw new FetchRefused('not-found', 'nothing is served');
    };
    const of = (shop: string) => careful.render(pageOf(`http://${shop}.example.com/`), nothing);
    const refused = {
      reason: 'browser-unavailable',
      message: expect.stringMatching(/ALLOW_UNSAND/),
    };
    await expect(of('strange')).rejects.toMatchObject(refused);
    expect((await of('own')).body).toContain('this is http://own.example.com/');
    // Even with a browser that is already running.
    await expect(of('strange')).rejects.toMatchObject(refused);
    await careful.close();
    rmSync(folder, { recursive: true });
  });

  test('closing refuses waiting pages and leaves no browser', async () => {
    const rendering = [1, 2, 3, 4, 5].map((page) => render('a', page));
    const ends = Promise.allSettled(rendering);
    await renderer.close();
    expect((await ends).slice(2).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(processesNaming(profilesDir)).toEqual([]);
    expect(readdirSync(profilesDir)).toEqual([]);
  });
});

function userOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

function pageOf(url: string): FetchedPage {
  const body =
    '<!doctype html><p id="p"></p><script>p.textContent = "this " + "is " + location.href</script>';
  return fetchedPage(url, body);
}
