/*
 * Head of public pages: title, structured data, sharing picture and feed of each public page, and the page weight.
 */
import { gzipSync } from 'node:zlib';
import { load } from 'cheerio';
import sharp from 'sharp';
import { beforeAll, describe, expect } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { type CrawledPage, readPage, sitemapPaths } from '../support/crawled-site.ts';
import { SITE, test } from '../support/shopper-test.ts';
import { faultsOfThing } from '../support/structured-data-rules.ts';

/** Gzipped: what a page without islands may load (spec answers: 4 KB), and the home page before any interaction. */
const MAX_SCRIPT_BYTES = 4 * 1024;
/** Pages whose script does more: home suggests, the docket keeps a list, /compare scans. */
const CALLING = ['/', '/docket', '/compare'];
const MAX_CALLING_SCRIPT_BYTES = 15 * 1024;

let pages: CrawledPage[];
beforeAll(async () => {
  const paths = await sitemapPaths(SITE);
  pages = await Promise.all(paths.map((path) => readPage(SITE, path)));
});
const meta = ($: ReturnType<typeof load>, name: string) =>
  $(`meta[name="${name}"], meta[property="${name}"]`).attr('content') ?? '';
const thingsOf = ({ html }: CrawledPage): Record<string, unknown>[] => {
  const $ = load(html);
  return $('script[type="application/ld+json"]')
    .toArray()
    .map((element) => JSON.parse($(element).text()));
};
const pageAt = (start: string) => {
  const page = pages.find(({ path }) => path.startsWith(start));
  if (!page) throw new Error(`no public page begins with ${start}`);
  return page;
};

describe('the head of every public page', () => {
  test('has a title, description and keywords of its own', () => {
    for (const part of ['title', 'description'] as const) {
      const texts = pages.map(({ html }) => {
        const $ = load(html);
        return part === 'title' ? $('head > title').text() : meta($, 'description');
      });
      expect(new Set(texts).size).toBe(texts.length);
      for (const [index, text] of texts.entries()) {
        expect(text.length, `${pages[index]?.path}: ${text}`).toBeGreaterThan(
          part === 'title' ? 12 : 50,
        );
        expect(text).not.toMatch(/undefined|null|NaN|\[object/);
      }
    }
    for (const { html, path } of pages) {
      expect(meta(load(html), 'keywords').split(',').length, path).toBeGreaterThan(2);
    }
  });

  test('shows a picture of its kind, 1200 by 630, with what is on it', async () => {
    const seen = new Map<string, string>();
    for (const { html, path } of pages) {
      const $ = load(html);
      const picture = meta($, 'og:image');
      expect([meta($, 'og:image:width'), meta($, 'og:image:height')], path).toEqual([
        '1200',
        '630',
      ]);
      expect(meta($, 'og:image:alt').length, path).toBeGreaterThan(20);
      expect(meta($, 'twitter:image')).toBe(picture);
      expect(meta($, 'twitter:card')).toBe('summary_large_image');
      expect([meta($, 'og:url'), meta($, 'og:title')]).toEqual([
        SITE + path,
        $('head > title').text(),
      ]);
      seen.set(picture, path);
    }
    expect(seen.size).toBeGreaterThanOrEqual(6);
    for (const picture of seen.keys()) {
      const response = await fetch(picture);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      const { width, height, format } = await sharp(await response.bytes()).metadata();
      expect([width, height, format]).toEqual([1200, 630, 'png']);
    }
  });
});

test('the logo and icons exist as bitmaps for clients that read no SVG', async () => {
  const { html } = pageAt('/');
  const $ = load(html);
  const logo = thingsOf(pageAt('/')).find((thing) => thing['@type'] === 'Organization')?.['logo'];
  const manifest = await (
    await fetch(SITE + ($('link[rel="manifest"]').attr('href') ?? ''))
  ).json();
  const icons = (manifest as { icons: { src: string; sizes: string }[] }).icons;
  for (const [path, edge] of [
    [$('link[rel="apple-touch-icon"]').attr('href') ?? '', 180],
    [new URL(String(logo)).pathname, 512],
    ...icons.map(({ src, sizes }) => [src, Number(sizes.split('x')[0])] as const),
  ] as const) {
    const response = await fetch(SITE + path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      'image/png',
    ]);
    expect((await sharp(await response.bytes()).metadata()).width).toBe(edge);
  }
  const favicon = await (await fetch(`${SITE}/favicon.ico`)).bytes();
  expect((await sharp(favicon.slice(22)).metadata()).format).toBe('png');
});

describe('structured data', () => {
  test('has the fields that search engines ask for, on every page', () => {
    for (const page of pages) {
      for (const thing of thingsOf(page)) {
        expect(faultsOfThing(thing, SITE), `${page.path} ${String(thing['@type'])}`).toEqual([]);
      }
    }
  });

  test.for([
    ['/', ['Organization', 'WebSite']],
    ['/faq', ['FAQPage']],
    ['/categories/', ['BreadcrumbList', 'ItemList']],
    ['/retailers/', ['BreadcrumbList', 'ItemList']],
    ['/products/', ['BreadcrumbList', 'Product']],
    ['/status', ['BreadcrumbList']],
    ['/deals', ['BreadcrumbList', 'ItemList']],
    ['/refused-specials', ['BreadcrumbList', 'ItemList']],
    ['/shrink-watch', ['BreadcrumbList', 'ItemList']],
    ['/open-data', ['BreadcrumbList', 'Dataset']],
    ['/docket', ['BreadcrumbList']],
  ] as const)('%s… has %j', ([start, types]) => {
    expect(
      thingsOf(pageAt(start))
        .map((thing) => thing['@type'])
        .sort(),
    ).toEqual(types);
  });

  test('the breadcrumb of a page ends with the page itself', () => {
    for (const page of pages) {
      const way = thingsOf(page).find((thing) => thing['@type'] === 'BreadcrumbList');
      if (!way) continue;
      const steps = way['itemListElement'] as { item: string }[];
      expect(steps[0]?.item).toBe(`${SITE}/`);
      expect(steps.at(-1)?.item).toBe(SITE + page.path);
    }
  });

  test('a product has an offer a shop, at the price it shows, valid for seven days', () => {
    const page = pageAt('/products/breville');
    const product = thingsOf(page).find((thing) => thing['@type'] === 'Product');
    const offers = product?.['offers'] as {
      lowPrice: string;
      highPrice: string;
      offerCount: number;
      offers: {
        price: string;
        priceValidUntil: string;
        availability?: string;
        seller: { name: string };
      }[];
    };
    expect(offers).toMatchObject({ lowPrice: '529.00', highPrice: '619.00', offerCount: 8 });
    expect(offers.offers).toHaveLength(8);
    expect(offers.offers.find(({ seller }) => seller.name === 'Banksia Kitchen')).toMatchObject({
      price: '619.00',
      availability: 'https://schema.org/OutOfStock',
    });
    const validMs = Date.parse(offers.offers[0]?.priceValidUntil ?? '');
    expect(Math.abs(validMs - Date.now() - 7 * DAY_MS)).toBeLessThan(DAY_MS);
    for (const { price } of offers.offers) expect(page.html).toContain(`$${price}`);
  });

  test('a search lists its first ten results', async () => {
    const [list] = thingsOf(await readPage(SITE, '/search?q=coffee+machine'));
    expect(list?.['itemListElement']).toHaveLength(10);
    expect(faultsOfThing(list ?? {}, SITE)).toEqual([]);
  });
});

/** '1,189.00' → 1189 */
const amountOf = (text: string) => Number(text.replaceAll(',', ''));

test('the feed contains the drops of the page, judged by charged prices', async () => {
  const xml = await (await fetch(`${SITE}/deals.xml`)).text();
  const $ = load(xml, { xml: true });
  const items = $('item').toArray();
  expect(items.length).toBeGreaterThanOrEqual(4);
  const { html } = pageAt('/deals');
  for (const item of items) {
    const link = new URL($(item).find('link').text()).pathname;
    expect(html).toContain(`href="${link}"`);
    const text = $(item).find('description').text();
    const [, now = '', usual = ''] = /^\$([\d.,]+) at .*Usually \$([\d.,]+)\./.exec(text) ?? [];
    // The shops asked 1.12, then 1.05 times as much, 40 and 12 days ago, whatever they print.
    expect(amountOf(usual) / amountOf(now)).toBeCloseTo((28 * 1.12 + 12 * 1.05) / 40, 2);
    expect(text).toMatch(/Its lowest since we began watching in \w+ \d{4}\.$/);
    expect(Date.parse($(item).find('pubDate').text())).toBeGreaterThan(Date.now() - DAY_MS);
    expect($(item).find('guid').attr('isPermaLink')).toBe('false');
  }
  expect(
    new Set(
      $('guid')
        .toArray()
        .map((guid) => $(guid).text()),
    ).size,
  ).toBe(items.length);
  expect(load(html)('link[type="application/rss+xml"]').attr('href')).toBe('/deals.xml');
});

describe('page weight', () => {
  /** Every script of the page and all that those import, gzipped each. */
  async function scriptBytes({ html, path }: CrawledPage): Promise<number> {
    const $ = load(html);
    // A template's content is a document of its own.
    const parts = [
      html,
      ...$('template')
        .toArray()
        .map((element) => $(element).html() ?? ''),
    ];
    const inline: string[] = [];
    const waiting: string[] = [];
    for (const part of parts) {
      const $part = load(part);
      for (const element of $part('script').toArray()) {
        const source = $part(element).attr('src');
        if (source) waiting.push(new URL(source, SITE + path).href);
        else if (!/json/.test($part(element).attr('type') ?? ''))
          inline.push($part(element).text());
      }
    }
    const seen = new Set<string>();
    let bytes = inline.reduce((sum, text) => sum + gzipSync(text).length, 0);
    for (let url = waiting.shift(); url; url = waiting.shift()) {
      if (seen.has(url)) continue;
      seen.add(url);
      const code = await (await fetch(url)).text();
      bytes += gzipSync(code).length;
      for (const [, from = ''] of code.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
        waiting.push(new URL(from, url).href);
      }
    }
    return bytes;
  }

  test('pages without islands load 4 KB of script at most, and no React', async () => {
    const still = pages.filter(({ html }) => !html.includes('<astro-island'));
    expect(still.length).toBeGreaterThan(20);
    for (const page of [...still, await readPage(SITE, '/no-such-page')]) {
      const limit = CALLING.includes(page.path) ? MAX_CALLING_SCRIPT_BYTES : MAX_SCRIPT_BYTES;
      expect(await scriptBytes(page), page.path).toBeLessThanOrEqual(limit);
    }
    for (const kind of [
      '/categories',
      '/retailers/',
      '/products/',
      '/status',
      '/deals',
      '/refused-specials',
      '/shrink-watch',
      '/open-data',
      '/docket',
      '/faq',
      '/about',
    ]) {
      expect(still).toContain(pageAt(kind));
    }
  });

  test('a page loads no style or script from elsewhere', () => {
    for (const { html, path } of pages) {
      const $ = load(html);
      const hosts = $('script[src], link[rel="stylesheet"], img[src]')
        .toArray()
        .map((element) => $(element).attr('src') ?? $(element).attr('href') ?? '')
        .filter((source) => new URL(source, SITE).origin !== SITE);
      expect([path, hosts]).toEqual([path, []]);
    }
  });
});
