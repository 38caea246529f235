/*
 * Public pages in memory: rendered once for all who ask, compressed, and rendered again when their prices change.
 */
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageCache, type PageCache, PageUnavailable } from '#site/server/page-cache.ts';
import type { RunningSite } from '#site/server/start-site.ts';
import { ask, FAULT_PAGE, publicPagesOf, startBuiltSite } from './support/built-site.ts';

const SITE = 'http://localhost:4321';
const page = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'text/html' } });

describe('a page that is kept', () => {
  let nowMs = 0;
  let version = 'a';
  let drawn = 0;
  let cache: PageCache;
  const source = {
    version: async () => version,
    render: async () => {
      drawn += 1;
      return page(`price ${drawn}`);
    },
  };
  const bodyAt = async (path: string) => {
    const answer = await cache(path, source);
    return answer && '' in answer ? answer[''].body.toString() : answer;
  };
  beforeEach(() => {
    nowMs = 0;
    version = 'a';
    drawn = 0;
    cache = createPageCache(SITE, 10_000, { now: () => nowMs });
  });

  test('is rendered once while its prices stay the same', async () => {
    expect(await bodyAt('/retailers/kite')).toBe('price 1');
    nowMs += 3_600_000;
    expect(await bodyAt('/retailers/kite')).toBe('price 1');
    expect(await bodyAt('/retailers/other')).toBe('price 2');
  });

  test('is rendered again when a price has changed, two seconds later at most', async () => {
    await bodyAt('/retailers/kite');
    version = 'b';
    nowMs += 1_999;
    expect(await bodyAt('/retailers/kite')).toBe('price 1');
    nowMs += 1;
    expect(await bodyAt('/retailers/kite')).toBe('price 2');
  });

  test('expires when the clock of the machine is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      cache = createPageCache(SITE, 10_000);
      await bodyAt('/retailers/kite');
      version = 'b';
      vi.advanceTimersByTime(3_000);
      vi.setSystemTime(Date.now() - 3_600_000);
      expect(await bodyAt('/retailers/kite')).toBe('price 2');
    } finally {
      vi.useRealTimers();
    }
  });

  test('is rendered once for concurrent requests', async () => {
    const bodies = await Promise.all(Array.from({ length: 20 }, () => bodyAt('/retailers/kite')));
    expect(new Set(bodies)).toEqual(new Set(['price 1']));
  });

  test('is served while the database does not answer', async () => {
    const unknown = { ...source, version: () => Promise.reject(new Error('no database')) };
    await expect(cache('/retailers/kite', unknown)).rejects.toMatchObject({
      name: 'PageUnavailable',
      cause: new Error('no database'),
    });
    await bodyAt('/retailers/kite');
    nowMs += 3_600_000;
    const answer = await cache('/retailers/kite', unknown);
    expect(answer && '' in answer && answer[''].body.toString()).toBe('price 1');
    version = 'b';
    nowMs += 2_000;
    expect(await bodyAt('/retailers/kite')).toBe('price 2');
  });

  test('is served while it cannot be rendered, and the reason is reported', async () => {
    const faults: unknown[] = [];
    const onFault = (...fault: unknown[]) => faults.push(fault);
    cache = createPageCache(SITE, 10_000, { now: () => nowMs, onFault });
    await bodyAt('/retailers/kite');
    version = 'b';
    const fault = new Error('no space');
    for (const render of [() => Promise.reject(fault), async () => page('busy', 503)]) {
      nowMs += 3_600_000;
      const answer = await cache('/retailers/kite', { ...source, render });
      expect(answer && '' in answer && answer[''].body.toString()).toBe('price 1');
    }
    expect(faults).toEqual([[fault, '/retailers/kite']]);
    nowMs += 2_000;
    expect(await bodyAt('/retailers/kite')).toBe('price 2');
  });

  test('is evicted when memory is full', async () => {
    const wide = {
      ...source,
      render: async () => {
        drawn += 1;
        return page(`${drawn}`.padEnd(900, '-'));
      },
    };
    for (let n = 0; n < 20; n += 1) await cache(`/retailers/${n}`, wide);
    expect(drawn).toBe(20);
    nowMs += 2_000;
    await cache('/retailers/19', wide);
    expect(drawn).toBe(20);
    await cache('/retailers/0', wide);
    expect(drawn).toBe(21);
  });

  test('a page of one shopper, a redirect, a refusal and an error are not kept', async () => {
    const own = { ...source, version: async () => null };
    await cache('/search', own);
    await cache('/search', own);
    expect(drawn).toBe(2);
    for (const answer of [page('gone', 404), page('', 308), null]) {
      const asked = { ...source, render: async () => answer };
      expect(await cache('/retailers/x', asked)).toBe(answer);
      expect(await cache('/retailers/x', { ...source, render: async () => null })).toBeNull();
    }
    const broken = { ...source, render: () => Promise.reject(new Error('no database')) };
    await expect(cache('/retailers/y', broken)).rejects.toThrow(PageUnavailable);
    expect(await bodyAt('/retailers/y')).toBe('price 3');
  });
});

describe('over HTTP', () => {
  let site: RunningSite;
  const name = 'Kite';
  let asked = 0;
  let isAway = false;
  beforeAll(async () => {
    site = await startBuiltSite(async () => new Response('api'), {
      publicPages: publicPagesOf({
        versionOf: async () => name,
        retailer: async () => {
          asked += 1;
          if (isAway) throw new Error('no database');
          return { name } as never;
        },
      }),
    });
  });
  afterAll(() => site.stop());

  test('a page that is not known is unavailable for a moment while its data is away', async () => {
    isAway = true;
    const { status, headers, body } = await ask(site.port, '/retailers/kite');
    isAway = false;
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body.toString()).toBe(FAULT_PAGE);
  });

  test('a first HEAD keeps the whole page, with its headers', async () => {
    const head = await ask(site.port, '/retailers/kite', { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    const get = await ask(site.port, '/retailers/kite', { headers: { 'accept-encoding': 'br' } });
    const text = brotliDecompressSync(get.body).toString();
    expect(text).toBe(`<!doctype html>${'Kite'.repeat(400)}`);
    expect(head.headers.get('content-length')).toBe(String(text.length));
    expect(get.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600');
    expect(get.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(get.headers.get('set-cookie')).toBeNull();
  });

  test('a page that the browser has gets 304, whatever its query', async () => {
    const first = await ask(site.port, '/retailers/kite?utm_source=mail');
    const etag = first.headers.get('etag') ?? '';
    const again = await ask(site.port, '/retailers/kite?fbclid=1', {
      headers: { 'if-none-match': etag },
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers.get('cache-control')).toContain('stale-while-revalidate');
    expect(again.headers.get('content-type')).toBeNull();
  });

  test('an address with needless escapes is redirected to the plain one, and renders nothing', async () => {
    const drawnBefore = asked;
    for (const path of ['/retailers/%6Bite', '/retailers/k%69%74e', '/%72etailers/kite']) {
      const reply = await ask(site.port, `${path}?a=%20`);
      expect([reply.status, reply.headers.get('location')]).toEqual([308, '/retailers/kite?a=%20']);
    }
    for (const path of [
      '/retailers/%zz',
      '/retailers/kite%00',
      '/retailers%2Fkite',
      '/%2f%2fevil.example',
    ]) {
      expect((await ask(site.port, path)).status, path).toBe(404);
    }
    expect(asked - drawnBefore).toBe(0);
  });

  test('a foreign Host header and another method are refused', async () => {
    const foreign = await ask(site.port, '/retailers/kite', { headers: { host: 'evil.example' } });
    expect(foreign.status).toBe(421);
    expect((await ask(site.port, '/retailers/kite', { method: 'TRACE' })).status).toBe(405);
    expect((await ask(site.port, '/retailers/kite/')).headers.get('location')).toBe(
      '/retailers/kite',
    );
  });
});
