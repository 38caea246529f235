import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  htmlPage,
  jsonLd,
  kettle,
  kettleBlock,
  PRODUCT_URL,
  readPage,
} from '../../tests/support/small-pages.ts';

const read = (body: string, url = PRODUCT_URL) => readPage({ body, url, contentType: 'text/html' });

const MENU = '<nav><a href="/pots">Pots</a></nav>';

it.each([
  ['answered by its data', htmlPage(`${MENU}${jsonLd(kettle())}<a href="/pot-1">Pot</a>`), []],
  ['read in full', htmlPage(`${MENU}${kettleBlock()}<a href="/pot-1">Pot</a>`), []],
  ['without a product', htmlPage(`${MENU}<a href="/pot-1">Pot</a>`), ['/pot-1']],
])('a page %s gives its links unless the caller opts out', (_what, body, content) => {
  const page = { body, url: PRODUCT_URL, contentType: 'text/html' };
  const wanted = readPage(page);
  const unwanted = readPage({ ...page, wantsLinks: false });
  const { origin } = new URL(PRODUCT_URL);
  const pots = wanted.links.others.filter((url) => url.includes('pot'));
  expect(pots).toEqual(['/pots', ...content].map((path) => origin + path));
  expect(unwanted).toEqual({ ...wanted, links: { products: [], lists: [], others: [] } });
});

/* Addresses of common shop systems: none of their words is known. */
it.each([
  ['/kettles', '<a href="/kettles?page=2">2</a>', 'lists'],
  ['/kettles?page=2', '<a href="/kettles?page=3">›</a>', 'lists'],
  ['/kettles/', '<a href="/kettles/page/2/">2</a>', 'lists'],
  ['/kettles/page/2', '<a href="/kettles/page/3">Next</a>', 'lists'],
  ['/kettles', '<button data-next-url="/kettles?p=2">Load more</button>', 'lists'],
  ['/kettles', '<link rel="next" href="/kettles?start=24">', 'lists'],
  ['/', '<a href="/index.php?main=index&amp;tree=1_8">Kettles (4)</a>', 'others'],
  ['/', '<a href="/3-kettles">Kettles</a>', 'others'],
  ['/index.php?tree=1', '<a href="/index.php?tree=1_4">Small</a>', 'others'],
  ['/index.php?tree=1', '<a href="/index.php?maker=2">Wattle & Co</a>', 'others'],
  ['/kettles', '<base href="/shop/"><a href="small">Small</a>', 'others'],
  ['/kettles', '<a href="/kettles?sort=price">Price</a>', null],
  ['/kettles?page=2', '<a href="/kettles?page=2&amp;per=48">48</a>', null],
  ['/', '<a href="/index.php?set_currency=NZD">NZD</a>', null],
  ['/', '<a href="/pots">Pots (0)</a>', null],
  ['/', '<a rel="nofollow" href="/pots">Pots</a>', null],
  ['/pots', '<a href="/index.php">Start</a>', null],
  ['/', '<a class="site-logo" href="/index.php?page=home">Kettle King</a>', null],
  ['/', '<a href="/kettle-1?action=notify">Tell me</a>', null],
])('%s: %s is of %s', (path, link, kind) => {
  const { links } = read(`<h1>Kettles</h1>${link}`, `https://shop.example${path}`);
  const found = Object.entries(links).flatMap(([name, urls]) => (urls.length > 0 ? [name] : []));
  expect(found).toEqual(kind === null ? [] : [kind]);
});

it('returns only text that Postgres can store', () => {
  const { product } = read(
    htmlPage(jsonLd(kettle({ name: 'Kettle\u0000 1.7L\ud800', description: 'x'.repeat(20_000) }))),
  );
  expect(product?.name).toBe('Kettle 1.7L\ufffd');
  expect(product?.description).toHaveLength(5_000);
});

it.each([
  ['a category with a price', { name: 'Leather goods', price: '30.00' }, 3],
  ['a set, whose price is above those of its parts', { name: 'Leather set', price: '99.00' }, 0],
])('tells %s from the other', (_what, { name, price }, listed) => {
  const goods = ['Belt', 'Wallet', 'Satchel'].map((each, nth) => ({
    name: `Tidewater ${each}`,
    price: `${30 + nth}.00`,
    url: `/goods/${each.toLowerCase()}`,
  }));
  const state = { page: { name, price, url: '/leather', products: { items: goods, total: 3 } } };
  const body = `<h1>${name}</h1><script>window.state = ${JSON.stringify(state)};</script>`;
  const { product, items } = read(body);
  expect(product?.price ?? null).toBe(listed > 0 ? null : price);
  expect(items).toHaveLength(listed);
});

it('says needs-script, no refusal, for a shell that scripts fill', () => {
  const shell = '<title>Tidewater</title><div id="root"></div><script src="/app.js"></script>';
  expect(read(shell)).toMatchObject({ product: null, items: [], rejected: 'needs-script' });
});

it('refuses absurd nesting at once', () => {
  expect(read(`<html>${'<div>'.repeat(50_000)}`).rejected).toBe('too-complex');
});

describe('any input', () => {
  const pieces = fc.constantFrom(
    '<div>',
    '</div>',
    '<script type="application/ld+json">',
    '</script>',
    '{"@type":"Product","name":"A","offers":{"price":"1"}}',
    '"',
    '{',
    '}',
    '[',
    '$1.00',
    'price',
    '<span class="price">',
    '<a href="/p/1">',
    '</a>',
    'itemscope itemtype="http://schema.org/Product"',
    '<h1>',
    '</h1>',
    '&#x41;',
    '<!--',
    ']]>',
    '\u0000',
    '__proto__',
    '<title>',
    '<meta property="og:price:amount" content="9">',
  );
  const mangled = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 60 })
    .map((parts) => parts.join(''));

  it('never throws and answers with exactly one of product, items and rejected', () => {
    fc.assert(
      fc.property(
        fc.oneof(mangled, fc.json(), fc.string()),
        fc.oneof(fc.webUrl(), fc.string()),
        (body, url) => {
          const { product, items, rejected } = readPage({ body, url, contentType: null });
          expect(
            [product !== null, items.length > 0, rejected !== null].filter(Boolean),
          ).toHaveLength(1);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('survives a page cut short anywhere', () => {
    const page = htmlPage(jsonLd(kettle()) + kettleBlock());
    fc.assert(fc.property(fc.nat(page.length), (length) => void read(page.slice(0, length))));
  });

  it('keeps no prototype that a page sends', () => {
    read(
      htmlPage(
        `<script type="application/ld+json">{"@type":"Product","name":"A","__proto__":{"polluted":true},"additionalProperty":[{"name":"__proto__","value":"x"}],"offers":{"price":"5","priceCurrency":"AUD"}}</script>`,
      ),
    );
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  // What takes a square of their length would outlast the time limit many times over.
  it.each([
    ['deep JSON', `{"a":${'['.repeat(4_000_000)}`],
    ['unclosed tags', '<b>'.repeat(500_000)],
    ['attributes', `<div ${'a=b '.repeat(1_000_000)}>`],
    ['prices', htmlPage('<span class="price">$1.00</span>'.repeat(100_000))],
    ['links', htmlPage('<a href="/p/1">x</a>'.repeat(100_000))],
    ['quotes', `<script type="application/ld+json">{"a":${'"'.repeat(2_000_000)}</script>`],
    ['assignments', htmlPage(`<script>price;${'a={'.repeat(500_000)}</script>`)],
    ['encoded markup', htmlPage(jsonLd(kettle({ name: '<b>'.repeat(200_000) })))],
  ])('is done with a flood of %s', (_what, body) => {
    expect(() => read(body)).not.toThrow();
  });
});
