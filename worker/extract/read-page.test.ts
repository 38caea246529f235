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

it('asks script state what a higher amount beside a complete offer is', () => {
  const state = {
    product: { name: 'Wattle & Co Kettle 1.7L', price: 49.95, compare_at_price: 79.95 },
  };
  const prices = '<p class="price">$49.95</p><p class="side">$79.95</p>';
  const script = `<script>window.page = ${JSON.stringify(state)};</script>`;
  const { product } = read(htmlPage(jsonLd(kettle()) + kettleBlock(prices) + script));
  expect(product).toMatchObject({ price: '49.95', originalPrice: '79.95' });
});

describe('the other notations', () => {
  const microdata = `<div itemscope itemtype="http://schema.org/Product"><h1 itemprop="name">Wattle &amp; Co Kettle 1.7L</h1>
    <span itemprop="brand">Wattle &amp; Co</span><meta itemprop="gtin13" content="9310072001234"><meta itemprop="sku" content="482913">
    <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="AUD">
      $<span itemprop="price" content="49.95">49</span><link itemprop="availability" href="http://schema.org/InStock">
      <span itemprop="seller" itemscope itemtype="http://schema.org/Organization"><span itemprop="name">Billabong Goods</span></span></div></div>`;

  it.each(['constructor', 'toString', '__proto__'])(
    'reads microdata beside a property "%s"',
    (name) => {
      const odd = microdata.replace('itemprop="brand"', `itemprop="${name}"`);
      expect(read(htmlPage(odd)).product?.price).toBe('49.95');
    },
  );

  it('reads microdata in an element <constructor>', () => {
    const odd = microdata.replace(
      /<span (itemprop="brand">[^<]*)<\/span>/,
      '<constructor $1</constructor>',
    );
    expect(read(htmlPage(odd)).product).toMatchObject({ price: '49.95', brand: 'Wattle & Co' });
  });

  it('reads microdata, and not the seller as the name', () => {
    expect(read(htmlPage(microdata)).product).toMatchObject({
      name: 'Wattle & Co Kettle 1.7L',
      price: '49.95',
      currency: 'AUD',
      availability: 'in_stock',
      brand: 'Wattle & Co',
      gtin: '9310072001234',
      sku: '482913',
    });
  });

  it('reads RDFa', () => {
    const rdfa = `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Wattle Kettle</h1><meta property="sku" content="482913">
      <div property="offers" typeof="Offer"><meta property="priceCurrency" content="AUD"><span property="price" content="49.95">$49.95</span>
      <link property="availability" href="https://schema.org/OutOfStock"></div></div>`;
    expect(read(htmlPage(rdfa)).product).toMatchObject({
      name: 'Wattle Kettle',
      price: '49.95',
      currency: 'AUD',
      availability: 'out_of_stock',
      sku: '482913',
    });
  });

  it('reads the labels of a Twitter card', () => {
    const head = `<meta property="og:title" content="Wattle Kettle"><meta name="twitter:label1" content="Price"><meta name="twitter:data1" content="$69.95 AUD">
      <meta name="twitter:label2" content="Availability"><meta name="twitter:data2" content="Out of stock">`;
    expect(read(htmlPage('<h1>Wattle Kettle</h1>', { head })).product).toMatchObject({
      price: '69.95',
      currency: 'AUD',
      availability: 'out_of_stock',
    });
  });

  it('reads OpenGraph, the sale price before the regular one', () => {
    const head = `<meta property="og:type" content="product"><meta property="og:title" content="Wattle Kettle"><meta property="product:price:amount" content="59.95">
      <meta property="product:sale_price:amount" content="49.95"><meta property="product:price:currency" content="AUD"><meta property="product:availability" content="in stock">`;
    expect(read(htmlPage('<h1>Wattle Kettle</h1>', { head })).product).toMatchObject({
      name: 'Wattle Kettle',
      price: '49.95',
      originalPrice: '59.95',
      currency: 'AUD',
      availability: 'in_stock',
    });
  });

  it('reads the printed page without any data', () => {
    const prices =
      '<p class="price">$49.95</p><p>Item number: 482913</p><p>or 4 payments of $12.49</p><p>Free shipping over $100</p><p class="member">Members $44.95</p>';
    expect(
      read(htmlPage(kettleBlock(prices), { title: 'Wattle & Co Kettle 1.7L | Billabong' })).product,
    ).toMatchObject({
      name: 'Wattle & Co Kettle 1.7L',
      price: '49.95',
      currency: 'AUD',
      availability: 'in_stock',
      sku: '482913',
      originalPrice: null,
    });
  });

  it.each([
    ['a pack', '<p class="price">$3 / 3 pack</p>', '3'],
    ['a piece of a weight', '<p class="price">$5.39 /0.9 kg</p><p>$5.99 per 1 kg</p>', '5.39'],
    ['cents', '<p class="price">89c</p><p>89c per 100g</p>', '0.89'],
    ['a saving glued to it', '<span>SAVE 150</span><span class="price">$249.99</span>', '249.99'],
    [
      'an instalment in a price element',
      '<span class="price">$41.00</span><div>4 payments of <span class="price">$10.25</span> <a href="/pay">Learn more</a></div>',
      '41.00',
    ],
    [
      'the price of an option',
      '<p class="price">$41.00</p><button class="swatch"><span class="price">$20.00</span></button>',
      '41.00',
    ],
  ])('reads the price beside %s', (_what, prices, price) => {
    expect(
      read(htmlPage(kettleBlock(prices), { title: 'Wattle & Co Kettle 1.7L' })).product?.price,
    ).toBe(price);
  });

  it('joins dollars and cents that a shop splits', () => {
    const prices = '<div class="price"><span>$</span><span>1,249</span><sup>95</sup></div>';
    expect(
      read(htmlPage(kettleBlock(prices), { title: 'Wattle & Co Kettle 1.7L' })).product?.price,
    ).toBe('1249.95');
  });
});

describe('the ranking', () => {
  it('trusts the address over state of an earlier page', () => {
    const state = {
      props: {
        pageProps: {
          product: {
            id: 770011,
            name: 'Seaweed Snack',
            pricing: { now: 0.9, was: 1 },
            availability: true,
          },
        },
      },
    };
    const page = htmlPage(
      `${jsonLd(kettle())}${kettleBlock()}<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`,
    );
    expect(read(page).product).toMatchObject({
      name: 'Wattle & Co Kettle 1.7L',
      price: '49.95',
      originalPrice: null,
    });
  });

  it('names every source that agrees on the price', () => {
    const { brand: _, ...incomplete } = kettle();
    const head = '<meta property="og:price:amount" content="49.95">';
    expect(read(htmlPage(jsonLd(incomplete) + kettleBlock(), { head })).product?.source).toBe(
      'json-ld+open-graph+visible',
    );
  });

  it('trusts a sentence that refuses the purchase', () => {
    const page = htmlPage(
      jsonLd(kettle()) +
        kettleBlock('<p class="price">$49.95</p><p>This product is no longer available.</p>'),
    );
    expect(read(page).product?.availability).toBe('out_of_stock');
  });
});

describe('the "was" price', () => {
  const was = (prices: string) =>
    read(htmlPage(jsonLd(kettle()) + kettleBlock(prices))).product?.originalPrice;

  it.each([
    ['crossed out', '<p class="price">$49.95</p> <del>$69.95</del>'],
    ['named', '<p class="price">$49.95</p><p>Was $69.95</p>'],
    ['called RRP', '<p>RRP $69.95</p><p class="price">$49.95</p>'],
    [
      'named by its class',
      '<span class="price-now">$49.95</span><span class="price-was">$69.95</span>',
    ],
    [
      'proven by the saving',
      '<span class="a">$49.95</span> <span class="b">$69.95</span> <span>Save $20.00</span>',
    ],
    [
      'proven by the percentage',
      '<span class="a">$49.95</span> <span class="b">$69.95</span> <span>-29%</span>',
    ],
  ])('is read when %s', (_how, prices) => {
    expect(was(prices)).toBe('69.95');
  });

  it.each([
    ['a bare higher amount', '<p class="price">$49.95</p><p>Kettle and toaster $89.95</p>'],
    ['a lower one', '<p class="price">$49.95</p><del>$39.95</del>'],
    ['a list item', '<p class="price">$49.95</p><li class="list-item">$89.95</li>'],
    ['an equal one', '<p class="price">$49.95</p><del>$49.95</del>'],
    ['a delivery threshold', '<p class="price">$49.95</p><p>Free delivery over $99</p>'],
  ])('is not %s', (_what, prices) => {
    expect(was(prices)).toBeNull();
  });

  it('is not what only the state holds', () => {
    const state = `<script>window.__STATE__ = {"product":{"sku":"482913","name":"Wattle & Co Kettle 1.7L","price":49.95,"wasPrice":69.95}}</script>`;
    expect(read(htmlPage(kettleBlock() + state)).product).toMatchObject({
      price: '49.95',
      originalPrice: null,
    });
  });
});

describe('prices with a condition', () => {
  it('stand beside the price', () => {
    const prices =
      '<p class="price">$4.95</p><p class="unit">$0.99 per 100g</p><p class="club">Club price $4.20</p><p>2 for $8</p><p>From $2.10 a month</p>';
    const { product } = read(htmlPage(jsonLd(kettle({}, { price: 4.95 })) + kettleBlock(prices)));
    expect(product).toMatchObject({
      price: '4.95',
      memberPrice: '4.20',
      multiBuy: { quantity: 2, total: '8' },
      unitPrice: { price: '0.99', quantity: 100, unit: 'g' },
    });
  });

  it('never become the price, nor does a "from" price', () => {
    const prices =
      '<p class="price">From $12</p><p>Item number: 482913</p><p>Members $10</p><p>4 payments of $3</p>';
    expect(
      read(htmlPage(kettleBlock(prices), { title: 'Wattle & Co Kettle 1.7L' })).product?.price,
    ).toBeNull();
  });
});

it('returns only text that Postgres can store', () => {
  const { product } = read(
    htmlPage(jsonLd(kettle({ name: 'Kettle\u0000 1.7L\ud800', description: 'x'.repeat(20_000) }))),
  );
  expect(product?.name).toBe('Kettle 1.7L\ufffd');
  expect(product?.description).toHaveLength(5_000);
});

describe('pages that are no product', () => {
  it.each([
    [
      'a bot wall',
      '<title>Pardon Our Interruption</title><p>As you were browsing something made us think you were a bot.</p><p>$49.95</p>',
    ],
    ['a refusal', '<title>Access Denied</title><h1>Access Denied</h1>'],
    [
      'a challenge',
      '<title>Just a moment...</title><script src="https://challenges.cloudflare.com/x.js"></script>',
    ],
  ])('says blocked for %s', (_what, body) => {
    expect(read(body)).toMatchObject({ product: null, items: [], rejected: 'blocked' });
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

  it.each([
    [
      'a soft 404 with a banner price',
      htmlPage('<h1>Page not found</h1><p class="price">$49.95</p><button>Buy now</button>', {
        title: 'Page not found',
      }),
    ],
    [
      'a landing page that claims to be one',
      htmlPage('<h1>Kitchen</h1><p>From $9</p>', {
        title: 'Kitchen',
        head: '<meta property="og:type" content="product"><meta property="og:title" content="Kitchen">',
      }),
    ],
    ['an empty body', ''],
    ['plain text', 'There is no such page.'],
  ])('takes no price from %s', (_what, body) => {
    expect(read(body)).toMatchObject({ product: null, items: [], rejected: 'not-a-product' });
  });

  it('does not mistake a shop that keeps a bot guard for its wall', () => {
    const guard = '<script src="https://challenges.cloudflare.com/turnstile.js"></script>';
    const page = htmlPage(
      `${guard}${jsonLd(kettle())}${kettleBlock()}<p>${'Boils water in two minutes. '.repeat(80)}</p>`,
    );
    expect(read(page).product?.price).toBe('49.95');
  });

  it('does not mistake a product for a missing page by its name', () => {
    const page = htmlPage(
      '<h1>Fruit Loops 404g</h1><p class="price">$4.50</p><p>Item number: 482913</p>',
      { title: 'Fruit Loops 404g' },
    );
    expect(read(page).product).toMatchObject({ name: 'Fruit Loops 404g', price: '4.50' });
  });

  it('refuses absurd nesting at once', () => {
    expect(read(`<html>${'<div>'.repeat(50_000)}`).rejected).toBe('too-complex');
  });
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

  it('strips direction marks from names', () => {
    const turned = kettle({ name: 'Alpha\u202e Kettle', brand: 'Al\u2066pha' });
    expect(read(htmlPage(jsonLd(turned))).product).toMatchObject({
      name: 'Alpha Kettle',
      brand: 'Alpha',
    });
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

it('reads the whole heading though the title has a dash between its lines', () => {
  const { product } = readPage({
    body: htmlPage(
      '<h1>Le Chaudron<br>Round French Oven 26cm</h1><p class="price">$49</p><button>Add to cart</button>',
      { title: 'Le Chaudron - Round French Oven 26cm | Billabong Goods' },
    ),
    url: 'https://www.billabong-goods.com.au/oven.aspx',
    contentType: 'text/html',
  });
  expect(product?.name).toBe('Le Chaudron Round French Oven 26cm');
});

it('reads the product’s name after the shop’s in a title', () => {
  const body = (title: string) =>
    `<html><head><title>${title}</title></head><body><p class="big">Desk Fan 30cm</p><p>$49.00</p><button>Add to cart</button></body></html>`;
  const url = 'https://www.cool-it.com.au/products/desk-fan';
  const nameOf = (title: string) =>
    readPage({ body: body(title), url, contentType: null }).product?.name;
  expect(nameOf('Cool It | Desk Fan 30cm')).toBe('Desk Fan 30cm');
  expect(nameOf('Desk Fan 30cm | Cool It')).toBe('Desk Fan 30cm');
});

it('strips the shop’s name from a structured name, but not a variant', () => {
  const nameOf = (name: string) => {
    const body = htmlPage(`${jsonLd(kettle({ name }))}<h1>Brass Snuffer</h1>`, { title: name });
    const url = 'https://www.emberhome.com.au/products/brass-snuffer';
    return readPage({ body, url, contentType: null }).product?.name;
  };
  expect(nameOf('Brass Snuffer — Ember Home')).toBe('Brass Snuffer');
  expect(nameOf('Brass Snuffer | Large')).toBe('Brass Snuffer | Large');
});
