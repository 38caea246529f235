/*
 * Links and sitemap: they reach every public page and nothing else, and no link is dead.
 */
import { beforeAll, describe, expect } from 'vitest';
import { type CrawledPage, crawlSite, readPage, sitemapPaths } from '../support/crawled-site.ts';
import { findOffer } from '../support/shopper-calls.ts';
import { SITE, test } from '../support/shopper-test.ts';

let pages: Map<string, CrawledPage>;
let inSitemap: string[];
beforeAll(async () => {
  pages = await crawlSite(SITE);
  inSitemap = await sitemapPaths(SITE);
});
const all = () => [...pages.values()];
const htmlPages = () =>
  all().filter(({ type, status }) => status === 200 && /^text\/html/.test(type));

describe('links', () => {
  test('no internal link is dead or redirects', () => {
    expect(pages.size).toBeGreaterThan(30);
    const wrong = all().filter(({ status }) => status !== 200);
    expect(
      wrong.map(({ path, status, linkedFrom }) => `${linkedFrom} → ${path}: ${status}`),
    ).toEqual([]);
  });

  test('every kind of page is among those that were reached', () => {
    for (const kind of [
      /^\/$/,
      /^\/categories$/,
      /^\/categories\/coffee-machines$/,
      /^\/retailers\/harbour$/,
      /^\/products\/breville-bambino-plus-coffee-machine-black-[0-9a-z]{26}$/,
      /^\/product\//,
      /^\/search\?q=/,
      /^\/deals$/,
      /^\/deals\.xml$/,
      /^\/refused-specials$/,
      /^\/shrink-watch$/,
      /^\/shrink-watch\.xml$/,
      /^\/open-data$/,
      /^\/docket$/,
      /^\/status$/,
      /^\/login/,
    ]) {
      expect(
        [...pages.keys()].some((path) => kind.test(path)),
        String(kind),
      ).toBe(true);
    }
  });

  test('links to shops are marked and open in a new tab', () => {
    const outbound = htmlPages().flatMap(({ path, links }) =>
      links
        .filter(({ href, rel }) => rel !== 'license' && /^https?:/.test(href))
        .filter(({ href }) => new URL(href).origin !== SITE)
        .map((link) => ({ path, ...link })),
    );
    expect(outbound.length).toBeGreaterThan(40);
    for (const { path, href, rel, target, text } of outbound) {
      expect([path, href, rel, target]).toEqual([
        path,
        href,
        'sponsored nofollow noopener',
        '_blank',
      ]);
      expect(text, `${path} ${href}`).toContain('(opens in a new tab)');
    }
    const kinds = new Set(outbound.map(({ path }) => path.split('/')[1]));
    for (const kind of ['products', 'retailers', 'deals', 'categories'])
      expect(kinds).toContain(kind);
  });
});

describe('the sitemap', () => {
  test('names every public page that links lead to, and those only', () => {
    const open = htmlPages().filter(({ isNoindex }) => !isNoindex);
    expect([...inSitemap].sort()).toEqual(open.map(({ path }) => path).sort());
    expect(new Set(inSitemap).size).toBe(inSitemap.length);
  });

  test('names each page by its canonical address', () => {
    for (const path of inSitemap) {
      const page = pages.get(path);
      expect([path, page?.canonical]).toEqual([path, SITE + path]);
    }
  });

  test('says when prices last changed, and is an index of files by kind', async () => {
    const index = await (await fetch(`${SITE}/sitemap.xml`)).text();
    for (const name of ['pages', 'categories', 'retailers', 'products-1']) {
      expect(index).toContain(`<loc>${SITE}/sitemaps/${name}.xml</loc><lastmod>20`);
    }
    const products = await fetch(`${SITE}/sitemaps/products-1.xml`);
    expect(products.headers.get('content-type')).toContain('application/xml');
    expect(await products.text()).toMatch(
      /<loc>[^<]+<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/,
    );
    expect((await fetch(`${SITE}/sitemaps/products-2.xml`)).status).toBe(404);
  });

  test('robots.txt leads to it and keeps robots off private screens', async () => {
    const robots = await (await fetch(`${SITE}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    const forbidden = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
    for (const path of ['/product/', '/api/', '/profile', '/favorites', '/admin']) {
      expect(forbidden).toContain(path);
    }
    expect(inSitemap.filter((path) => forbidden.some((start) => path.startsWith(start)))).toEqual(
      [],
    );
  });
});

describe('pages that are not for search engines', () => {
  test.for([
    '/login',
    '/favorites',
    '/profile',
    '/recommendations',
    '/reset-password',
    '/auth/callback',
    '/product/0190a000-0000-7000-8000-000000000000',
    '/search?q=coffee+machine',
    '/categories/toys',
    '/no-such-page',
  ])('%s says noindex and names no canonical address', async (path) => {
    const page = await readPage(SITE, path);
    expect([page.isNoindex, page.canonical]).toEqual([true, null]);
    expect(inSitemap).not.toContain(path);
  });
});

describe('addresses', () => {
  test('a bare id, other words and capital letters lead to the one address of a product', async () => {
    const { _id: id } = await findOffer(SITE, 'bambino', 'Harbour Appliances');
    const path = inSitemap.find((one) => one.includes('bambino')) ?? '';
    const code = path.slice(-26);
    for (const other of [
      id,
      code,
      `old-name-${code}`,
      path.slice('/products/'.length).toUpperCase(),
    ]) {
      const page = await readPage(SITE, `/products/${other}`);
      expect([page.status, page.location]).toEqual([308, path]);
    }
    expect((await readPage(SITE, `${path}/`)).location).toBe(path);
    expect((await readPage(SITE, '/products')).location).toBe('/categories');
    expect((await readPage(SITE, '/categories/coffee-machines/')).location).toBe(
      '/categories/coffee-machines',
    );
  });

  test.for([
    '/products/nothing',
    '/products/0190a000-0000-7000-8000-000000000000',
    '/categories/gadgets',
    '/categories/coffee-machines/1',
    '/categories/coffee-machines/99',
    '/categories/coffee-machines/x',
    '/retailers/nobody',
    '/sitemaps/nothing.xml',
  ])('%s: the 404 page', async (path) => {
    const page = await readPage(SITE, path);
    expect(page.status).toBe(404);
    expect(page.html).toContain('Nothing on this shelf');
  });

  test('browsers revalidate landing pages and get 304', async () => {
    for (const path of [
      '/categories/coffee-machines',
      '/retailers/harbour',
      '/status',
      '/deals',
      '/deals.xml',
      '/refused-specials',
      '/shrink-watch',
      '/open-data',
      '/sitemap.xml',
    ]) {
      const first = await readPage(SITE, path);
      expect(first.headers.get('cache-control')).toContain('stale-while-revalidate');
      const again = await fetch(SITE + path, {
        headers: { 'if-none-match': first.headers.get('etag') ?? '' },
      });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });
});
