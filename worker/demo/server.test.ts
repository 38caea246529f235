import { get, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import demoFacts from '#db/seed/demo-facts.json' with { type: 'json' };
import { DEMO_RETAILERS } from '#db/seed/demo-retailers.ts';
import { deliverySentences, promiseText } from '#domain/retailers/facts-text.ts';
import { truthTable } from '../../tests/support/demo-truth.ts';
import { type DemoShops, startDemoShops } from './server.ts';
import { demoShelves } from './world/listing.ts';
import { PAGE_STYLES } from './world/shops.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
let shops: DemoShops;
beforeAll(async () => {
  shops = await startDemoShops({ port: 0, now: () => NOW });
});
afterAll(() => shops.close());

interface Got {
  status: number;
  body: string;
  headers: IncomingHttpHeaders;
}

/** Fetches as the worker does: the shop's name in the Host header, our port underneath. */
function fetchPage(url: string, headers: Record<string, string> = {}): Promise<Got> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: shops.port,
      path: pathname + search,
      headers: { host, ...headers },
    };
    get(options, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(pieces).toString(),
          headers: answer.headers,
        }),
      );
    }).on('error', reject);
  });
}

const shopUrl = (shop: string, path: string): string =>
  `http://${shop}.demo-shops.localhost${path}`;
const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] ?? '');
const links = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]+)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));

test.each(PAGE_STYLES)('%s: pages state the price of the truth table', async (style) => {
  const rows = [...truthTable(NOW)].filter((row) => row.pageStyle === style && row.seller === null);
  const step = Math.ceil(rows.length / 25);
  for (const row of rows.filter((_, index) => index % step === 0)) {
    const url =
      style === 'script' ? row.url.replace('.localhost/', '.localhost/fragment/') : row.url;
    const { status, body } = await fetchPage(url);
    expect(status, row.url).toBe(200);
    const dollars = (row.priceCents / 100).toFixed(2);
    expect(body.replaceAll(/,(?=\d{3})|<[^>]+>/g, ''), row.url).toContain(`$${dollars}`);
    const marks: Record<string, RegExp> = {
      'json-ld': /"@type":"Product".*"price":/,
      'product-group': /"@type":"Product(?:Group)?"/,
      microdata: /itemprop="price" content="\d/,
      rdfa: /property="price" content="\d/,
      opengraph: /product:price:amount" content="\d/,
      'next-data': /<script id="__NEXT_DATA__" type="application\/json">\{/,
      'css-only': /^(?!.*(?:ld\+json|itemprop|property=|__NEXT_DATA__))/s,
      'json-api': /^(?!.*(?:ld\+json|itemprop|property=|__NEXT_DATA__))/s,
      script: /^\{"title":/,
    };
    expect(body, row.url).toMatch(marks[style] ?? /never/);
    if (!row.trap.includes('open-box'))
      expect(row.url).toContain(`${row.shop}.demo-shops.localhost`);
  }
});

test('sitemaps and paged category pages each reach every product page', async () => {
  for (const shop of ['voltaroo', 'stride-harbour', 'redgum-trade']) {
    const shelf = demoShelves().get(shop);
    const wanted = new Set(
      [...truthTable(NOW)]
        .filter((row) => row.shop === shop)
        .map(({ url }) => url.replace(/\?.*/, '')),
    );
    expect(shelf?.listings.length).toBeGreaterThan(40);
    const index = await fetchPage(shopUrl(shop, '/sitemap.xml'));
    if (shelf?.shop.discovery.sitemap) {
      const files = await Promise.all(locations(index.body).map((url) => fetchPage(url)));
      const listed = new Set(files.flatMap(({ body }) => locations(body)));
      expect([...wanted].filter((url) => !listed.has(url))).toEqual([]);
    } else expect(index.status).toBe(404);
    const seen = await reachedFrom(shopUrl(shop, '/'), wanted);
    expect([...wanted].filter((url) => !seen.has(url))).toEqual([]);
  }
});

/** The addresses of `wanted` to which lists link, from a home page on; of a link with a number, the address that its page names. */
async function reachedFrom(home: string, wanted: ReadonlySet<string>): Promise<Set<string>> {
  const seen = new Set<string>();
  const queue = [home];
  for (let url = queue.pop(); url; url = queue.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const { body } = await fetchPage(url);
    for (const link of links(body)) {
      const linked = new URL(link, url).href.replace(/\?variant.*/, '');
      const target = linked.includes('item=') ? await canonicalOf(linked) : linked;
      if (wanted.has(target)) seen.add(target);
      else if (/\/(?:c|category|shop\/browse)\//.test(target)) queue.push(target);
    }
  }
  return seen;
}

async function canonicalOf(url: string): Promise<string> {
  const { body } = await fetchPage(url);
  return /<link rel="canonical" href="(.*?)"/.exec(body)?.[1] ?? '';
}

test('an unchanged page is 304, a changed price is not', async () => {
  const [row] = [...truthTable(NOW)].filter(({ shop }) => shop === 'bluegum-digital');
  const first = await fetchPage(row?.url ?? '');
  const etag = String(first.headers.etag);
  const again = await fetchPage(row?.url ?? '', { 'if-none-match': etag });
  expect([again.status, again.body]).toEqual([304, '']);
  const later = await startDemoShops({
    port: 0,
    now: () => new Date(NOW.getTime() + 200 * 86_400_000),
  });
  const port = shops.port;
  shops.port = later.port;
  const moved = await fetchPage(row?.url ?? '', { 'if-none-match': etag });
  shops.port = port;
  await later.close();
  expect(moved.status).toBe(200);
});

test('leaves it to the client to end an idle connection', async () => {
  const { headers } = await fetchPage(shopUrl('voltaroo', '/'));
  // Node states here after how long its server ends one.
  expect([headers.connection, headers['keep-alive']]).toEqual(['keep-alive', undefined]);
});

test('links and pictures below the site keep the prefix', async () => {
  const path = '/demo-shops/bluegum-digital/';
  const home = await fetchPage(`http://localhost${path}`, {
    'x-demo-base': 'https://priceroo.example/demo-shops/bluegum-digital',
  });
  const local = links(home.body).filter((link) => !link.startsWith('https://priceroo.example/'));
  expect(local.length).toBeGreaterThan(10);
  expect(local.filter((link) => !link.startsWith('/demo-shops/bluegum-digital/'))).toEqual([]);
  expect(home.body).toContain(
    '<link rel="canonical" href="https://priceroo.example/demo-shops/bluegum-digital/">',
  );
  const picture = /src="([^"]+\.webp)"/.exec(home.body)?.[1] ?? '';
  const got = await fetchPage(`http://localhost${picture}`);
  expect([got.status, got.headers['content-type']]).toEqual([200, 'image/webp']);
});

test('a hostile base or host is not echoed', async () => {
  const bad = await fetchPage('http://localhost/demo-shops/voltaroo/', {
    'x-demo-base': '"><script>alert(1)</script>',
  });
  expect(bad.status).toBe(404);
  expect((await fetchPage('http://evil.example/')).status).toBe(404);
  const search = await fetchPage(
    shopUrl('voltaroo', '/search?q=%3Cscript%3Ealert(1)%3C/script%3E'),
  );
  expect(search.body).not.toContain('<script>alert');
});

test('robots.txt: one shop disallows a path, some set a Crawl-delay, all name their sitemap', async () => {
  const robots = async (shop: string) => (await fetchPage(shopUrl(shop, '/robots.txt'))).body;
  expect(await robots('saltbush-pantry')).toContain('Disallow: /clearance');
  expect(await robots('corrugation-auto')).toContain('Crawl-delay: 1');
  expect(await robots('bluegum-digital')).toContain(
    'Sitemap: http://bluegum-digital.demo-shops.localhost/sitemap.xml',
  );
  expect(await robots('redgum-trade')).not.toContain('Sitemap');
});

test('search finds products by their words', async () => {
  for (const [shop, query, word] of [
    ['bluegum-digital', 'coffee machine', 'Breville'],
    ['voltaroo', 'iphone 15', 'iPhone 15'],
    ['spinifex-sports', 'nike shoes', 'Nike'],
  ] as const) {
    const { body } = await fetchPage(shopUrl(shop, `/search?q=${encodeURIComponent(query)}`));
    expect(body, `${shop} ${query}`).toContain(word);
  }
  const api = await fetchPage(shopUrl('bushel-and-bay', '/api/products?q=milk'));
  const answer = JSON.parse(api.body) as {
    total: number;
    products: { name: string; price: number }[];
  };
  expect(answer.total).toBeGreaterThan(5);
  expect(answer.products[0]?.price).toBeGreaterThan(0);
});

test('the search of every shop is a page, which shoppers can follow a link to', async () => {
  for (const { slug, discovery } of DEMO_RETAILERS) {
    const address = discovery.searchUrlTemplate?.replace('{query}', 'milk') ?? '';
    const { status, headers } = await fetchPage(address);
    expect([status, headers['content-type']], slug).toEqual([200, 'text/html; charset=utf-8']);
  }
});

test('every shop states that it is invented', async () => {
  for (const shop of demoShelves().keys()) {
    const { status, body } = await fetchPage(shopUrl(shop, '/'));
    expect(status, shop).toBe(200);
    expect(body, shop).toContain('Demo shop: invented for Priceroo’s demonstration');
  }
});

test('a shop with facts states them at the address that they name', async () => {
  const stating = DEMO_RETAILERS.filter(({ delivery, priceMatch }) => delivery || priceMatch);
  expect(stating.map(({ slug }) => slug).sort()).toEqual(Object.keys(demoFacts).sort());
  for (const { slug, delivery, priceMatch } of stating) {
    const { status, body } = await fetchPage((delivery ?? priceMatch)?.source ?? '');
    expect([status, body.includes('Demo shop')], slug).toEqual([200, true]);
    if (priceMatch) expect(body, slug).toContain(promiseText(priceMatch));
    for (const sentence of delivery ? deliverySentences(delivery) : [])
      expect(body, slug).toContain(sentence);
  }
  expect((await fetchPage(shopUrl('quokka-savers', '/delivery'))).status).toBe(404);
});
