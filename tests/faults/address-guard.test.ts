import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FetchRefusal } from '#domain/errors.ts';
import { MAX_URL_LENGTH } from '#worker/fetch/address-guard.ts';
import type { Fetcher, FetcherOptions } from '#worker/fetch/http.ts';
import { type HostileServer, startHostileServer } from '../support/hostile-server.ts';
import { testFetcher } from '../support/test-fetcher.ts';
import { FORBIDDEN_URLS, LOOPBACK_HOSTS, PRIVATE_HOSTS } from './address-forms.ts';

/*
 * SSRF: 0 connections at a canary, and 0 sockets opened at all, for every way to write a private address.
 * The canary's port is allowed for public hosts, so that only the address can be the reason.
 */

let canary: HostileServer;
let shop: HostileServer;
let port: number;
let opened: unknown[];

const count = (message: unknown) => opened.push(message);

beforeAll(async () => {
  canary = await startHostileServer('0.0.0.0');
  shop = await startHostileServer();
  port = Number(new URL(canary.origin).port);
});

afterAll(async () => {
  await canary.close();
  await shop.close();
});

beforeEach(() => {
  opened = [];
  subscribe('net.client.socket', count);
});

afterEach(() => unsubscribe('net.client.socket', count));

const HOSTS = [...LOOPBACK_HOSTS, ...PRIVATE_HOSTS];

test('there are at least 120 forms', () => {
  expect(new Set(HOSTS).size).toBeGreaterThanOrEqual(120);
});

test('the canary is reachable and counts connections', async () => {
  const fetcher = guarded({ allowedOrigins: [canary.origin] });
  const before = canary.connections;
  await fetcher.fetchPage({ url: `${canary.origin}/honest` });
  await fetcher.close();
  expect(canary.connections).toBe(before + 1);
  expect(opened).toHaveLength(1);
});

describe.each([
  ['http', HOSTS],
  ['https', HOSTS],
])('%s://', (scheme, hosts) => {
  test.each(hosts)('%s is not connected to', async (host) => {
    const before = canary.connections;
    const fetcher = guarded({});
    await refused(fetcher, `${scheme}://${host}:${port}/honest`);
    await refused(fetcher, `${scheme}://${host}/honest`);
    await fetcher.close();
    expect(opened).toHaveLength(0);
    expect(canary.connections).toBe(before);
  });
});

test.each(FORBIDDEN_URLS)('%s is not a URL to visit', async (url) => {
  const fetcher = guarded({ resolve: async () => ['127.0.0.1'] });
  await refused(fetcher, url);
  await fetcher.close();
  expect(opened).toHaveLength(0);
});

test('no redirect of a shop leads to any of them', async () => {
  const fetcher = guarded({ allowedOrigins: [shop.origin] });
  const before = canary.connections;
  // A header cannot carry a line break; the others go out as the bytes they are.
  for (const host of HOSTS.filter((host) => !host.includes('\n'))) {
    const target = encodeURIComponent(`http://${host}:${port}/honest`);
    await refused(fetcher, `${shop.origin}/redirect-anywhere?to=${target}`, 'redirected-away');
  }
  // Without a scheme of its own a location is relative, and leads back to the shop.
  for (const url of FORBIDDEN_URLS.filter((url) => /^[a-z+-]+:./.test(url))) {
    const from = `${shop.origin}/redirect-anywhere?to=${encodeURIComponent(url)}`;
    // Where the whole is too long already, the shop is not asked.
    const isAsked = from.length <= MAX_URL_LENGTH;
    await refused(fetcher, from, isAsked ? 'redirected-away' : 'address-forbidden');
  }
  await fetcher.close();
  expect(canary.connections).toBe(before);
});

describe('names that resolve to forbidden addresses', () => {
  const literals = HOSTS.map((host) => URL.parse(`http://${host}/`)?.hostname ?? '')
    .filter((host) => /^[\d.]+$|^\[/.test(host))
    .map((host) => host.replace(/^\[|\]$/g, ''));

  test.each([...new Set(literals)])('%s is not connected to', async (address) => {
    const before = canary.connections;
    const fetcher = guarded({ resolve: async () => [address] });
    await refused(fetcher, `http://shop.example.com:${port}/honest`);
    const mixed = guarded({ resolve: async () => ['8.8.8.8', address] });
    await refused(mixed, `http://shop.example.com:${port}/honest`);
    await fetcher.close();
    await mixed.close();
    expect(canary.connections).toBe(before);
  });

  test('rebinding: each connection looks up once, and uses that very answer', async () => {
    let lookUps = 0;
    const before = canary.connections;
    const resolve = async () => {
      lookUps += 1;
      return ['127.0.0.1'];
    };
    const fetcher = guarded({ resolve });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await refused(fetcher, `http://rebinding.example.com:${port}/honest`);
      expect(lookUps).toBe(attempt);
    }
    await fetcher.close();
    expect(canary.connections).toBe(before);
  });
});

describe('the demo shops', () => {
  test('are reached on 127.0.0.1 whatever port the URL names, and lose it', async () => {
    const fetcher = guarded({ demoPort: Number(new URL(shop.origin).port) });
    for (const url of [
      'http://tuckerbox.demo-shops.localhost/honest',
      'http://tuckerbox.demo-shops.localhost:1/honest',
    ]) {
      const page = await fetcher.fetchPage({ url });
      expect(page.url).toBe('http://tuckerbox.demo-shops.localhost/honest');
    }
    expect(shop.requests.at(-1)?.headers.host).toBe('tuckerbox.demo-shops.localhost');
    await fetcher.close();
  });

  test.each([
    'https://tuckerbox.demo-shops.localhost/honest',
    'http://demo-shops.localhost/honest',
    'http://evil-demo-shops.localhost/honest',
    'http://tuckerbox.demo-shops.localhost.example.com/honest',
    'http://tuckerbox.demo-shops.localhost@127.0.0.1/honest',
    'http://localhost/honest',
    'http://127.0.0.1/honest',
  ])('do not let %s through', async (url) => {
    const fetcher = guarded({ demoPort: port, resolve: async () => ['127.0.0.1'] });
    const before = canary.connections;
    await refused(fetcher, url);
    await fetcher.close();
    expect(canary.connections).toBe(before);
  });
});

function guarded(options: Partial<FetcherOptions>): Fetcher {
  return testFetcher({
    allowedPorts: [port],
    timeouts: { connectMs: 500, headersMs: 500, bodyMs: 500, totalMs: 1_000 },
    ...options,
  });
}

async function refused(
  fetcher: Fetcher,
  url: string,
  reason: FetchRefusal = 'address-forbidden',
): Promise<void> {
  await expect(fetcher.fetchPage({ url }), url).rejects.toMatchObject({ reason });
}
