/*
 * The site's own HTTP server, over real sockets: what it serves, what it refuses, and what every answer carries.
 */
import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listen } from '#db/runtime/free-port.ts';
import { OperatorError } from '#domain/errors.ts';
import type { HandleApi } from '#site/api/app.ts';
import { failure } from '#site/api/core/failures.ts';
import type { RunningSite } from '#site/server/start-site.ts';
import {
  ask,
  askRaw,
  BUILT_FOR,
  FAULT_PAGE,
  HOME_PAGE,
  SCRIPT_PATH,
  startBuiltSite,
} from './support/built-site.ts';
import { PATIENCE } from './support/limits.ts';

/** Calls of …/slow wait until the test lets them go on. */
const slow = { arrived: 0, go: Promise.withResolvers<void>() };
beforeEach(() => {
  Object.assign(slow, { arrived: 0, go: Promise.withResolvers() });
});
afterEach(() => slow.go.resolve());
/** The site's clock. */
let nowMs = 0;

/** Echoes the request that reached it. */
const echo: HandleApi = async (request, { remoteAddress }) => {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('/slow')) {
    slow.arrived += 1;
    await slow.go.promise;
  }
  if (pathname === '/api/fault') throw new Error('secret detail');
  const bytes = (await request.arrayBuffer()).byteLength;
  return Response.json({ url: request.url, method: request.method, remoteAddress, bytes });
};

let site: RunningSite;
beforeAll(async () => {
  site = await startBuiltSite(echo, { now: () => nowMs });
});
afterAll(() => site.stop());

test('pages name the configured support address', async () => {
  const there = await startBuiltSite(echo, { supportEmail: 'help@prices.test' });
  const page = await ask(there.port, '/about');
  expect(page.body.toString()).toBe('<!doctype html><p>about help@prices.test</p>');
  await there.stop();
});

describe('files', () => {
  test('a page is sent in the best encoding that the browser accepts', async () => {
    const brotli = await ask(site.port, '/', { headers: { 'accept-encoding': 'gzip, br' } });
    const gzip = await ask(site.port, '/', { headers: { 'accept-encoding': 'gzip, br;q=0' } });
    const plain = await ask(site.port, '/');
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(HOME_PAGE);
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(HOME_PAGE);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.body.toString()).toBe(HOME_PAGE);
    expect(plain.headers.get('vary')).toBe('accept-encoding');
  });

  test('a file that the browser has gets 304, whatever its encoding', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const first = await ask(site.port, '/', { headers });
      const again = await ask(site.port, '/', {
        headers: { ...headers, 'if-none-match': `"other", W/${first.headers.get('etag')}` },
      });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      const other = await ask(site.port, '/', { headers: { ...headers, 'if-none-match': '"x"' } });
      expect(other.status).toBe(200);
    }
  });

  test('hashed files are immutable, pages are shown while they are revalidated', async () => {
    const script = await ask(site.port, SCRIPT_PATH);
    expect(script.headers.get('cache-control')).toContain('immutable');
    const page = await ask(site.port, '/about');
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, stale-while-revalidate=600');
  });

  test('a page with a query is noindex, campaign parameters change nothing', async () => {
    const robots = async (path: string) => (await ask(site.port, path)).headers.get('x-robots-tag');
    expect(await robots('/about?q=kettle')).toBe('noindex');
    expect(await robots('/about?a=b&q=kettle')).toBe('noindex');
    expect(await robots('/about?utm_source=mail')).toBeNull();
    expect(await robots('/about')).toBeNull();
    const kept = await ask(site.port, '/about?q=kettle');
    expect(kept.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('HEAD states the length and sends no body', async () => {
    const head = await ask(site.port, '/', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(HOME_PAGE.length));
    expect(head.body).toHaveLength(0);
  });

  test('an unknown page gets the 404 page, an unknown file as well', async () => {
    for (const path of [
      '/nowhere',
      '/_astro/gone.js',
      '/_image?href=x',
      '/_server-islands/Nothing?e=&p=&s=',
      '/about/../../etc/passwd',
    ]) {
      const reply = await ask(site.port, path);
      expect(reply.status).toBe(404);
      expect(reply.body.toString()).toContain('no such page');
    }
  });

  test('a path in capitals is redirected to the page', async () => {
    for (const path of ['/ABOUT', '/About/']) {
      const moved = await ask(site.port, `${path}?from=x`);
      expect([moved.status, moved.headers.get('location')]).toEqual([308, '/about?from=x']);
    }
    expect((await ask(site.port, '/NOWHERE')).status).toBe(404);
  });

  test('a trailing slash is redirected, on this host only', async () => {
    const moved = await ask(site.port, '/about/?from=x');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/about?from=x']);
    const strange = {
      '//evil.example/': 400,
      '/\\evil.example/': 400,
      'http://evil.example/': 421,
    };
    for (const [path, status] of Object.entries(strange)) {
      const reply = await ask(site.port, path);
      expect(reply.status).toBe(status);
      expect(reply.headers.get('location')).toBeNull();
    }
  });

  test('an address in absolute form is answered as its path, whatever the Host header says', async () => {
    const path = `http://localhost:${site.port}/about`;
    const reply = await ask(site.port, path, { headers: { host: 'evil.example' } });
    expect(reply.status).toBe(200);
  });

  test('two Host headers are refused', async () => {
    const hosts = `Host: localhost:${site.port}\r\nhost: evil.example`;
    const reply = await askRaw(site.port, `GET /about HTTP/1.1\r\n${hosts}\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('a site that moved', () => {
  test('pages built for another origin name this one, and send HSTS', async () => {
    const moved = await startBuiltSite(echo, { siteUrl: 'https://prices.example.com.au' });
    try {
      const headers = { host: 'prices.example.com.au', 'accept-encoding': 'br' };
      const home = await ask(moved.port, '/', { headers });
      expect(brotliDecompressSync(home.body).toString()).toBe(
        HOME_PAGE.replaceAll(BUILT_FOR, 'https://prices.example.com.au'),
      );
      expect(home.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
      const search = await ask(moved.port, '/search', { headers: { host: headers.host } });
      expect(search.body.toString()).toContain('href="https://prices.example.com.au/search"');
    } finally {
      await moved.stop();
    }
  });
});

describe('on-demand pages and the API', () => {
  test('a page asks the API in this process, as the shopper who asked for it', async () => {
    const reply = await ask(site.port, '/search?q=tv');
    expect(reply.body.toString()).toContain('127.0.0.1');
    expect(reply.body.toString()).toContain('/api/search?q=tv');
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test.each([
    ['halfway', '/broken'],
    ['before its first word', '/fails'],
  ])('a page that fails %s becomes the error page, which is not stored', async (_, path) => {
    const reply = await ask(site.port, path);
    expect([reply.status, reply.body.toString()]).toEqual([500, FAULT_PAGE]);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test('the API sees the canonical origin, the method and the body', async () => {
    const reply = await ask(site.port, '/api/favorites/1?x=%zz', {
      method: 'PATCH',
      body: '{"a":1}',
    });
    const seen = JSON.parse(reply.body.toString());
    expect(seen).toMatchObject({ method: 'PATCH', bytes: 7, remoteAddress: '127.0.0.1' });
    expect(seen.url).toBe(`${BUILT_FOR}/api/favorites/1?x=%zz`);
  });

  /** Sends calls that wait; resolves when all have reached the API. */
  async function sendSlow(paths: readonly string[]) {
    const replies = paths.map((path) => ask(site.port, path));
    await vi.waitUntil(() => slow.arrived === paths.length, PATIENCE);
    return {
      statuses: async () => (await Promise.all(replies)).map(({ status }) => status),
    };
  }

  test.each([
    ['512 at once', 512, 0],
    ['33 for longer than 250 ms', 33, 251],
  ])('refuses more requests while it works on %s, but still serves files', async (_, many, ms) => {
    const sent = await sendSlow(Array(many).fill('/api/slow'));
    nowMs += ms;
    const refused = await ask(site.port, '/api/x');
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.body.toString())).toMatchObject({
      success: false,
      code: 'busy',
      requestId: expect.any(String),
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await ask(site.port, '/search?q=tv')).status).toBe(503);
    expect((await ask(site.port, '/about')).status).toBe(200);
    slow.go.resolve();
    expect(await sent.statuses()).toEqual(Array(many).fill(200));
    expect((await ask(site.port, '/api/x')).status).toBe(200);
  });

  test('requests that wait for a model or provider do not count as overload', async () => {
    await sendSlow(Array(20).fill(['/api/auth/slow', '/api/recommend/slow']).flat());
    nowMs += 10_000;
    expect((await ask(site.port, '/api/x')).status).toBe(200);
  });

  test('stops reading a body once it is too large', async () => {
    const reply = await ask(site.port, '/api/x', { method: 'POST', body: 'x'.repeat(300_000) });
    expect(JSON.parse(reply.body.toString()).bytes).toBe(64 * 1024 + 1);
  });

  test.each([200_000, 1_000_000])(
    'a body of %i bytes does not hold up the next request of its connection',
    async (bytes) => {
      const startedAt = performance.now();
      const host = `Host: 127.0.0.1:${site.port}`;
      const replies = await askRaw(
        site.port,
        `POST /api/x HTTP/1.1\r\n${host}\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}` +
          `GET /livez HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(replies.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    },
  );

  test('a 500 does not reveal its cause', async () => {
    const reply = await ask(site.port, '/api/fault');
    expect(reply.status).toBe(500);
    expect(reply.body.toString()).not.toContain('secret');
  });

  test('probes answer at any host', async () => {
    const headers = { host: '10.1.2.3:8080' };
    expect((await ask(site.port, '/livez', { headers })).status).toBe(200);
    expect((await ask(site.port, '/readyz', { headers })).status).toBe(200);
    const ailing = await startBuiltSite(async () => new Response(null, { status: 503 }));
    expect((await ask(ailing.port, '/readyz')).status).toBe(503);
    await ailing.stop();
  });
});

describe('refusals', () => {
  test('TRACE and other methods get 405, and the server keeps running', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PROPFIND']) {
      expect((await ask(site.port, '/', { method })).status).toBe(405);
    }
    expect((await ask(site.port, '/')).status).toBe(200);
  });

  test('below /api a refused method or host has the envelope of the API', async () => {
    const wrongMethod = await ask(site.port, '/api/products', { method: 'OPTIONS' });
    const wrongHost = await ask(site.port, '/api/products', { headers: { host: 'evil.example' } });
    expect([wrongMethod.status, wrongHost.status]).toEqual([405, 421]);
    expect(wrongMethod.headers.get('allow')).toContain('GET');
    for (const { body } of [wrongMethod, wrongHost]) {
      expect(failure.parse(JSON.parse(body.toString())).success).toBe(false);
    }
  });

  test('a foreign Host header gets 421 from files, API and pages alike', async () => {
    for (const host of ['evil.example', `localhost.evil.example:${site.port}`, '127.0.0.1']) {
      for (const path of ['/', '/api/x', '/search', '/about/']) {
        const reply = await ask(site.port, path, { headers: { host } });
        expect(reply.status).toBe(421);
        expect(reply.body.toString()).not.toContain('evil');
      }
    }
    const production = await startBuiltSite(echo, { nodeEnv: 'production' });
    const loopback = { host: `127.0.0.1:${production.port}` };
    expect((await ask(production.port, '/', { headers: loopback })).status).toBe(421);
    await production.stop();
  });

  test('monitors read health and metrics at the address of one process', async () => {
    const production = await startBuiltSite(echo, { nodeEnv: 'production' });
    const headers = { host: `10.1.2.3:${production.port}` };
    for (const path of ['/livez', '/readyz', '/metrics', '/api/health']) {
      expect((await ask(production.port, path, { headers })).status, path).toBe(200);
    }
    await production.stop();
  });

  test('a request that is malformed, too long or without a host is refused and closed', async () => {
    expect(await askRaw(site.port, 'rubbish\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await askRaw(site.port, 'GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    const long = `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`;
    expect(await askRaw(site.port, long)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('headers of every answer', () => {
  const ANSWERS = [
    '/',
    '/about',
    SCRIPT_PATH,
    '/nowhere',
    '/api/x',
    '/search',
    '/about/',
    '/livez',
  ];

  test.each(ANSWERS)('%s', async (path) => {
    const { headers } = await ask(site.port, path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe-');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  test("a page's own policy keeps its hashes and gains what it lacks", async () => {
    const policy = String((await ask(site.port, '/')).headers.get('content-security-policy'));
    expect(policy).toContain("script-src 'self' 'sha256-abc='");
    for (const directive of ['default-src', 'object-src', 'base-uri', 'form-action', 'style-src']) {
      expect(policy).toContain(`${directive} '`);
    }
  });
});

describe('client address', () => {
  async function seen(trustedHops: number, forwarded: string): Promise<string> {
    const proxied = await startBuiltSite(echo, { trustedHops });
    const reply = await ask(proxied.port, '/api/x', { headers: { 'x-forwarded-for': forwarded } });
    await proxied.stop();
    return JSON.parse(reply.body.toString()).remoteAddress;
  }

  test('counts X-Forwarded-For only for trusted hops', async () => {
    expect(await seen(0, '6.6.6.6')).toBe('127.0.0.1');
    expect(await seen(1, '6.6.6.6, 203.0.113.7')).toBe('203.0.113.7');
    expect(await seen(2, '6.6.6.6, 203.0.113.7, 10.0.0.1')).toBe('203.0.113.7');
    expect(await seen(1, 'rubbish')).toBe('127.0.0.1');
  });
});

describe('demo shops', () => {
  test('are proxied in a sandbox, read-only', async () => {
    const shop = createServer((request, response) => {
      if (request.url === '/demo-shops/kite/big') {
        response.end(Buffer.alloc(5 * 1024 * 1024));
        return;
      }
      if (request.url === '/demo-shops/kite/away') {
        response.writeHead(302, { location: 'https://evil.example/', 'set-cookie': 'a=b' }).end();
        return;
      }
      response.setHeader('content-type', 'text/html');
      response.end(`<script>let shop = 1</script><p>${request.url}</p>`);
    });
    const demoPort = await listen(shop);
    const withShops = await startBuiltSite(echo, { demoPort });

    const page = await ask(withShops.port, '/demo-shops/kite/p/1?x=2');
    expect(page.body.toString()).toContain('/demo-shops/kite/p/1?x=2');
    const policy = String(page.headers.get('content-security-policy'));
    expect(policy).toMatch(/sandbox (?!.*allow-same-origin)/);
    expect(policy).toContain("script-src 'self'; style-src 'self'; ");
    expect(policy).not.toContain('unsafe-inline');

    const away = await ask(withShops.port, '/demo-shops/kite/away');
    expect(away.headers.get('location') ?? away.headers.get('set-cookie')).toBeNull();
    expect((await ask(withShops.port, '/demo-shops/kite/big')).status).toBe(502);
    const post = await ask(withShops.port, '/demo-shops/kite/p/1', { method: 'POST' });
    expect(post.status).toBe(405);

    shop.closeAllConnections();
    shop.close();
    await once(shop, 'close');
    expect((await ask(withShops.port, '/demo-shops/kite/p/1')).status).toBe(502);
    await withShops.stop();
    expect((await ask(site.port, '/demo-shops/kite/p/1')).status).toBe(404);
  });
});

describe('starting and stopping', () => {
  test('a port in use and a missing build give readable errors', async () => {
    const taken = startBuiltSite(echo, { port: site.port });
    await expect(taken).rejects.toThrow(OperatorError);
    await expect(taken).rejects.toThrow(`127.0.0.1:${site.port} is in use`);
    const unbuilt = startBuiltSite(echo, { builtFolder: '/nowhere' });
    await expect(unbuilt).rejects.toThrow('npm run build');
  });

  test('a response under way is finished; new connections are refused', async () => {
    const stopping = await startBuiltSite(echo);
    const underWay = ask(stopping.port, '/api/slow');
    await vi.waitUntil(() => slow.arrived > 0, PATIENCE);
    const stopped = stopping.stop();
    await expect(ask(stopping.port, '/')).rejects.toThrow('ECONNREFUSED');
    slow.go.resolve();
    expect((await underWay).status).toBe(200);
    await stopped;
  });

  test('a kept-alive connection does not delay the stop', async () => {
    const cut = vi.spyOn(Server.prototype, 'closeAllConnections');
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: go, resolve: letGo } = Promise.withResolvers<void>();
    const stopping = await startBuiltSite(async () => {
      arrive();
      await go;
      return Response.json({});
    });
    const browser = connect(stopping.port, '127.0.0.1');
    const received = buffer(browser);
    browser.write(`GET /api/x HTTP/1.1\r\nhost: ${new URL(BUILT_FOR).host}\r\n\r\n`);
    await arrived;
    const stopped = stopping.stop();
    letGo();
    // Ended by the server: the browser itself would keep it.
    expect((await received).toString()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{\}$/);
    await stopped;
    // Cutting all off is what a stop does when it has waited for long.
    expect(cut).not.toHaveBeenCalled();
    cut.mockRestore();
  });
});
