import { describe, expect, it } from 'vitest';
import { htmlPage, jsonLd, kettle, PRODUCT_URL, readPage } from '../../fixtures/pages.ts';
import { parsePage } from '../../page/parse-page.ts';
import { readJsonLd } from './notations.ts';

const read = (body: string, url = PRODUCT_URL) => readPage({ body, url, contentType: 'text/html' });

describe('readJsonLd', () => {
  it('finds every block and repairs or drops broken ones', () => {
    const body = `${jsonLd({ a: 1 })}<SCRIPT TYPE='application/ld+json' data-x="1">{"b":2,}</SCRIPT><script type="application/ld+json">xx {"c":3}</script>`;
    expect(readJsonLd(parsePage(body))).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('ignores the content type in plain text', () => {
    expect(readJsonLd(parsePage('<p>application/ld+json</p>{"a":1}'))).toEqual([]);
  });
});

describe('JSON-LD products', () => {
  it('reads a plain product', () => {
    const { product, rejected } = read(htmlPage(jsonLd(kettle())));
    expect(rejected).toBeNull();
    expect(product).toMatchObject({
      name: 'Wattle & Co Kettle 1.7L',
      price: '49.95',
      currency: 'AUD',
      originalPrice: null,
      availability: 'in_stock',
      brand: 'Wattle & Co',
      gtin: '9310072001234',
      sku: '482913',
      rating: { value: 4.5, count: 12 },
      imageUrl: 'https://www.billabong-goods.com.au/media/kettle.jpg',
    });
  });

  it('joins variants to a group by reference', () => {
    const group = { '@id': '#g', '@type': 'ProductGroup', name: 'Cosy Cardigan' };
    const variant = (size: string, price: number) => ({
      ...kettle({ name: `Cosy Cardigan, size ${size}`, size }),
      isVariantOf: { '@id': '#g' },
      offers: { '@type': 'Offer', price, priceCurrency: 'AUD' },
    });
    const { product, variants } = read(
      htmlPage(jsonLd([group, variant('10', 20), variant('8', 15)])),
      'https://www.billabong-goods.com.au/p/cosy-cardigan',
    );
    expect(product).toMatchObject({ name: 'Cosy Cardigan', price: '15' });
    expect(variants.map(({ price, variant: size }) => [size, price])).toEqual([
      ['10', '20'],
      ['8', '15'],
    ]);
  });

  it('ignores an @id that is not a string', () => {
    const { product } = read(htmlPage(jsonLd(kettle({ '@id': { toString: 1 } }))));
    expect(product).toMatchObject({ price: '49.95' });
  });

  it.each([
    ['@graph', { '@graph': [{ '@type': 'WebSite' }, kettle()] }],
    ['lower-case types', kettle({ '@type': 'product' })],
    ['several types', kettle({ '@type': ['Product', 'Thing'] })],
    ['a page with the product as main entity', { '@type': 'ItemPage', mainEntity: kettle() }],
    [
      'an offer by reference',
      {
        '@graph': [
          kettle({ offers: { '@id': '#o' } }),
          { '@id': '#o', '@type': 'Offer', price: 49.95, priceCurrency: 'AUD' },
        ],
      },
    ],
    [
      'a list of offers',
      kettle({ offers: [{ '@type': 'Offer', price: 49.95, priceCurrency: 'AUD' }] }),
    ],
    [
      'an aggregate of one',
      kettle({
        offers: {
          '@type': 'AggregateOffer',
          lowPrice: '49.95',
          highPrice: '49.95',
          priceCurrency: 'AUD',
        },
      }),
    ],
    [
      'a price specification',
      kettle({
        offers: { '@type': 'Offer', priceSpecification: { price: 49.95, priceCurrency: 'AUD' } },
      }),
    ],
  ])('reads %s', (_what, value) => {
    expect(read(htmlPage(jsonLd(value))).product).toMatchObject({
      price: '49.95',
      currency: 'AUD',
    });
  });

  it('decodes entities and drops tags in names', () => {
    const page = htmlPage(jsonLd(kettle({ name: 'Wattle &amp;amp; Co <b>Kettle</b> 1.7L' })));
    expect(read(page).product?.name).toBe('Wattle & Co Kettle 1.7L');
  });

  it('keeps list, member, unit and instalment prices apart', () => {
    const specification = (extra: object) => ({
      '@type': 'UnitPriceSpecification',
      priceCurrency: 'AUD',
      ...extra,
    });
    const offers = {
      '@type': 'Offer',
      priceSpecification: [
        specification({ price: 12.49, billingDuration: 4, name: 'instalment' }),
        specification({ price: 29.38, referenceQuantity: { value: 1, unitCode: 'LTR' } }),
        specification({ price: 69.95, priceType: 'https://schema.org/ListPrice' }),
        specification({ price: 39.95, validForMemberTier: { name: 'Gold' } }),
        specification({ price: 49.95 }),
      ],
    };
    expect(read(htmlPage(jsonLd(kettle({ offers })))).product).toMatchObject({
      price: '49.95',
      originalPrice: '69.95',
      memberPrice: '39.95',
    });
  });

  it('reads a price of 0 as null', () => {
    const page = htmlPage(jsonLd(kettle({}, { price: '0', availability: 'OutOfStock' })));
    expect(read(page).product).toMatchObject({ price: null, availability: 'out_of_stock' });
  });

  it.each([
    ['Infinity', '1e309', 'price-implausible'],
    ['twelve digits', '999999999999', 'price-implausible'],
    ['a negative', '-49.95', 'price-not-positive'],
    ['NaN', '"NaN"', 'price-not-positive'],
  ])('refuses %s as a price and states the reason', (_what, raw, reason) => {
    const block = JSON.stringify(kettle()).replace('"49.95"', raw);
    expect(read(htmlPage(`<script type="application/ld+json">${block}</script>`))).toMatchObject({
      product: null,
      items: [],
      rejected: reason,
    });
  });

  it('reads a word as no price', () => {
    const block = JSON.stringify(kettle()).replace('"49.95"', '"POA"');
    const { product } = read(htmlPage(`<script type="application/ld+json">${block}</script>`));
    expect(product?.price).toBeNull();
  });

  it('refuses an in-store code as GTIN', () => {
    expect(read(htmlPage(jsonLd(kettle({ gtin13: '0267113000000' })))).product?.gtin).toBeNull();
  });

  it('reads a GTIN stated as a part number', () => {
    expect(
      read(htmlPage(jsonLd(kettle({ gtin13: null, mpn: '9310072001234' })))).product?.gtin,
    ).toBe('9310072001234');
  });

  it('converts ratings to five stars and drops empty ones', () => {
    const rated = (aggregateRating: object) =>
      read(htmlPage(jsonLd(kettle({ aggregateRating })))).product?.rating;
    expect(rated({ ratingValue: '87', bestRating: '100', ratingCount: 40 })).toEqual({
      value: 4.35,
      count: 40,
    });
    expect(rated({ ratingValue: 0, reviewCount: 0 })).toBeNull();
    expect(rated({ ratingValue: '4.6', reviewCount: '8,631' })?.count).toBe(8631);
  });
});

describe('JSON-LD variants', () => {
  const variant = (size: string, price: string, url: string, availability = 'InStock') => ({
    '@type': 'Product',
    name: `Wattle Runner ${size}`,
    size,
    sku: `WR-100${size}`,
    offers: { '@type': 'Offer', price, priceCurrency: 'AUD', availability, url },
  });
  const group = {
    '@type': 'ProductGroup',
    name: 'Wattle Runner',
    hasVariant: [
      variant('9', '120.00', '/p/runner-9001'),
      variant('10', '110.00', '/p/runner-9002'),
      variant('11', '90.00', '/p/runner-9003', 'SoldOut'),
    ],
  };
  const title = { title: 'Wattle Runner | Billabong Goods' };

  it('lists all and selects the one in the address', () => {
    const reading = read(
      htmlPage(jsonLd(group), title),
      'https://www.billabong-goods.com.au/p/runner-9001',
    );
    expect(reading.variants.map((each) => [each.variant, each.price])).toEqual([
      ['9', '120.00'],
      ['10', '110.00'],
      ['11', '90.00'],
    ]);
    expect(reading.product).toMatchObject({ price: '120.00', variant: '9' });
  });

  it('takes the codes of the only variant at the printed price', () => {
    const printed =
      '<h1>Wattle Runner</h1><p class="price">Now $120.00</p><button>Add to cart</button>';
    const { product } = read(
      htmlPage(jsonLd(group) + printed, title),
      'https://www.billabong-goods.com.au/p/runner?size=9',
    );
    expect(product).toMatchObject({ price: '120.00', sku: 'WR-1009' });
  });

  it('selects the cheapest variant in stock if the address names none', () => {
    const reading = read(
      htmlPage(jsonLd(group), title),
      'https://www.billabong-goods.com.au/p/runner',
    );
    expect(reading.product).toMatchObject({
      name: 'Wattle Runner',
      price: '110.00',
      availability: 'in_stock',
    });
  });
});

it.each([[{ '@type': 'Product' }], [{}]])(
  'reads the products of list entries at the addresses of the entries, typed as %j',
  (type) => {
    const entry = (index: number) => ({
      '@type': 'ListItem',
      url: `https://www.billabong-goods.com.au/p/teapot-${index}`,
      item: {
        ...type,
        name: `Teapot number ${index}`,
        offers: { '@type': 'Offer', price: `${index}9.95`, priceCurrency: 'AUD' },
      },
    });
    const list = { '@type': 'ItemList', itemListElement: [1, 2, 3].map(entry) };
    const { items } = readPage({
      body: htmlPage(`<h1>Teapots</h1>${jsonLd(list)}`),
      url: 'https://www.billabong-goods.com.au/category/teapots',
      contentType: 'text/html',
    });
    expect(items.map(({ price, url }) => [price, url])).toEqual(
      [1, 2, 3].map((index) => [`${index}9.95`, entry(index).url]),
    );
  },
);
