import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlPage, jsonLd, kettle, kettleBlock, PRODUCT_URL, readPage } from './fixtures/pages.ts';

const read = (body: string, url = PRODUCT_URL) => readPage({ body, url, contentType: 'text/html' });

it.each([
  ['answered by its data', htmlPage(`${jsonLd(kettle())}<a href="/product/pot-1">Pot</a>`)],
  ['read in full', htmlPage(`${kettleBlock()}<a href="/product/pot-1">Pot</a>`)],
  ['of a list', htmlPage('<a href="/product/pot-1">Pot</a><a href="/category/pots">Pots</a>')],
])('a page %s gives its links unless the caller opts out', (_what, body) => {
  const page = { body, url: PRODUCT_URL, contentType: 'text/html' };
  const wanted = readPage(page);
  const unwanted = readPage({ ...page, wantsLinks: false });
  expect(wanted.links.products).toEqual(['https://www.billabong-goods.com.au/product/pot-1']);
  expect(unwanted).toEqual({ ...wanted, links: { products: [], lists: [] } });
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
