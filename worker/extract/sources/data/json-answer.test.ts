import { describe, expect, it } from 'vitest';
import { kettle, PRODUCT_URL, readPage, tile } from '../../fixtures/pages.ts';

const read = (value: unknown, url = 'https://api.billabong-goods.com.au/search?q=pot') =>
  readPage({ body: JSON.stringify(value), url, contentType: 'application/json' });

const INFORMED = [1, 2, 3].map((index) => ({
  information: { sku: `T${index}`, name: `Teapot ${index}`, brandName: 'Corella' },
  price: { now: index * 10, was: index * 12 },
  url: `/p/teapot-${index}`,
}));

it('reads no price from an auction', () => {
  const bids = [1, 2, 3].map((index) => ({
    sku: `T${index}`,
    name: `bidder${index}`,
    price: `${index}9,00 €`,
    next_price: `${index + 1}0,00 €`,
    end_time: 1_561_726_800,
  }));
  expect(read({ list: bids, current: bids[0] })).toMatchObject({ product: null, items: [] });
});

it.each([
  [{ canAddToCart: true }, 'in_stock'],
  [{ canAddToCart: false }, 'out_of_stock'],
  [{ availability: { online: 'IN_STOCK' } }, 'in_stock'],
  [{ availabilityState: 'OutOfStock' }, 'out_of_stock'],
  [{ availability: { canBePurchased: false, deliveryText: 'Sold out' } }, 'out_of_stock'],
  [{ availability: { canBuyOnline: true } }, 'in_stock'],
  [{ stockIndicator: 'AVAILABLE' }, 'in_stock'],
  [{ stock: { stockLevelStatus: { code: 'outOfStock' } } }, 'out_of_stock'],
  [{ StockOnHand: { OnlineAvailable: true } }, 'in_stock'],
  [{ availabilityV2: { status: 'Available' }, inventory: { isInStock: false } }, 'out_of_stock'],
  [{ ss_available: '1' }, 'in_stock'],
])('reads the stock of %j', (stock, availability) => {
  expect(read({ name: 'Teapot', sku: 'T1', price: 49.95, ...stock }).product).toMatchObject({
    price: '49.95',
    availability,
  });
});

it('reads a description nested under "information"', () => {
  const { items } = read({ results: INFORMED });
  expect(items.map(({ name, price, brand }) => [name, price, brand])).toEqual(
    [1, 2, 3].map((index) => [`Teapot ${index}`, `${index}0`, 'Corella']),
  );
});

describe('bare JSON', () => {
  it('reads a schema.org product full of nulls', () => {
    const nulls = {
      gtin12: null,
      review: null,
      aggregateRating: null,
      brand: { '@type': 'Organization', name: 'Wattle & Co', url: null },
    };
    expect(read({ ...kettle(), ...nulls }, PRODUCT_URL).product).toMatchObject({
      price: '49.95',
      brand: 'Wattle & Co',
      rating: null,
    });
  });

  it('reads a search answer with one product per bundle', () => {
    const product = (code: number, price: number | null, was: number) => ({
      Stockcode: code,
      DisplayName: `Peas ${code}`,
      Barcode: '9310072001234',
      Price: price,
      WasPrice: was,
      CupPrice: 0.5,
      CupString: '$0.50 / 100G',
      IsInStock: price !== null,
    });
    const { items } = read({
      Bundles: [
        { Products: [product(1, 5, 5)] },
        { Products: [product(2, 4, 6)] },
        { Products: [product(3, null, 6)] },
      ],
    });
    expect(
      items.map((item) => [item.sku, item.price, item.originalPrice, item.availability]),
    ).toEqual([
      ['1', '5', null, 'in_stock'],
      ['2', '4', '6', 'in_stock'],
      ['3', null, null, 'out_of_stock'],
    ]);
    expect(items[0]).toMatchObject({
      gtin: '9310072001234',
      unitPrice: { price: '0.50', quantity: 100, unit: 'g' },
    });
  });

  it('prefers the formatted price to the raw number', () => {
    const { items } = read({
      items: [
        {
          sku: 'a1',
          name: 'Pears',
          price: '$2.66 avg/ea',
          priceNumeric: 2.655,
          wasPrice: '$3.10 avg/ea',
          available: true,
        },
        { sku: 'a2', name: 'Plums', price: '$0.56 avg/ea', available: false },
      ],
    });
    expect(items.map((item) => [item.price, item.originalPrice, item.availability])).toEqual([
      ['2.66', '3.10', 'in_stock'],
      ['0.56', null, 'out_of_stock'],
    ]);
  });

  it('reads a product feed with variants', () => {
    const products = [1, 2].map((index) => ({
      title: `Lamp ${index}`,
      handle: `lamp-${index}`,
      vendor: 'Wattle',
      body_html: '<p>x</p>',
      variants: [
        {
          title: 'Default',
          sku: `L${index}`,
          price: '120.00',
          compare_at_price: '150.00',
          available: true,
        },
      ],
    }));
    expect(
      read({ products }).items.map((item) => [
        item.name,
        item.sku,
        item.price,
        item.originalPrice,
        item.brand,
      ]),
    ).toEqual([
      ['Lamp 1', 'L1', '120.00', '150.00', 'Wattle'],
      ['Lamp 2', 'L2', '120.00', '150.00', 'Wattle'],
    ]);
  });

  it('reads a storefront script whose prices are cents', () => {
    const product = {
      id: 5,
      title: 'Lamp',
      handle: 'lamp',
      price: 12000,
      price_min: 12000,
      price_max: 12000,
      compare_at_price: 15000,
      available: true,
    };
    expect(read(product).product).toMatchObject({ price: '120', originalPrice: '150' });
  });

  it('reads a product whose price and stock are objects', () => {
    const product = {
      code: '2517',
      name: 'Sunscreen',
      price: { currencyIso: 'AUD', value: 17.99, formattedValue: '$17.99' },
      stock: { stockLevelStatus: 'inStock' },
    };
    expect(read(product).product).toMatchObject({
      name: 'Sunscreen',
      sku: '2517',
      price: '17.99',
      currency: 'AUD',
      availability: 'in_stock',
    });
  });

  it('skips facets, stores and related products', () => {
    const hit = (index: number) => ({ objectID: `h${index}`, name: `Drill ${index}`, price: 99 });
    const { items } = read({
      hits: [hit(1), hit(2)],
      facets: [{ name: 'Price', value: 'x', price: 1 }],
      relatedProducts: [hit(8), hit(9), hit(10)],
      stores: [
        { name: 'Shop', available: true },
        { name: 'Shop 2', available: true },
      ],
    });
    expect(items.map((item) => item.name)).toEqual(['Drill 1', 'Drill 2']);
  });

  it.each([[[]], [{}], [null], [5], ['text'], [{ error: 'no' }], [{ name: 'x' }]])(
    'finds no product in %j',
    (value) => {
      expect(read(value)).toMatchObject({ product: null, items: [], rejected: 'not-a-product' });
    },
  );

  it('reads price, stock and localised names from a master variant', () => {
    const sofa = {
      name: { de: 'Sofa lang', 'en-AU': 'Harper Sofa' },
      slug: { 'en-AU': 'harper-sofa' },
      masterVariant: {
        sku: 'HAR3',
        prices: [{ value: { currencyCode: 'AUD', centAmount: 189900 } }],
        availability: { isOnStock: false },
      },
    };
    const { items } = read({ results: [sofa, { ...sofa, name: { en: 'Harper Chair' } }] });
    expect(items).toMatchObject([
      { name: 'Harper Sofa', sku: 'HAR3', price: '1899', availability: 'out_of_stock' },
      { name: 'Harper Chair' },
    ]);
  });

  it('ignores member offers as prices and delivery options as products', () => {
    const wine = {
      Stockcode: 1001,
      Name: 'Shiraz 750mL',
      Prices: {
        singleprice: { Message: 'per bottle', Value: 19.99 },
        promoprice: { Message: 'Member Offer', Value: 17.99, IsMemberOffer: true },
      },
    };
    expect(read({ Products: [wine] }).product).toMatchObject({ price: '19.99' });
    const options = ['Standard Shipping (3-5 days)', 'Express Post', 'Click & collect'].map(
      (name) => ({
        name,
        code: name.slice(0, 3),
        price: 9.95,
      }),
    );
    expect(read({ options }).rejected).toBe('not-a-product');
  });

  it.each([
    [
      'the lowest compared price',
      { price: '349.00', compare_at_price_min: '399.00', available: 'yes' },
      '399.00',
      'in_stock',
    ],
    [
      'a range of compared prices',
      {
        priceRange: { minVariantPrice: { amount: '349.00', currencyCode: 'AUD' } },
        compareAtPriceRange: { minVariantPrice: { amount: '399.00', currencyCode: 'AUD' } },
        availableForSale: 'false',
      },
      '399.00',
      'out_of_stock',
    ],
    [
      'the text of a former price',
      { price: { amount: 34900, amountDisplay: '$349.00', wasPriceDisplay: '$399.00' } },
      '399.00',
      'unknown',
    ],
    [
      'ends of a range that are the same',
      { priceFrom: 349, priceTo: 349, listPriceFrom: 399, inventory: { orderable: true } },
      '399',
      'in_stock',
    ],
  ])('reads %s', (_case, prices, was, availability) => {
    const { items } = read({
      hits: ['Tent', 'Tarp'].map((title, index) => ({
        title,
        handle: title,
        id: index,
        ...prices,
      })),
    });
    expect(items[0]).toMatchObject({ name: 'Tent', availability });
    expect([Number(items[0]?.price), items[0]?.originalPrice]).toEqual([349, was]);
  });

  it('reads no price from an end of a range', () => {
    const tent = { name: 'Tent', sku: 'T1', priceFrom: 10, priceTo: 20 };
    expect(read({ hits: [tent] }).items).toEqual([]);
    expect(read({ hits: [{ ...tent, listPriceFrom: 30, listPriceTo: 40 }] }).items).toEqual([]);
  });

  it('reads a product whose variants alone have a price', () => {
    const variant = { sku: 'M1', price: 4200, salePrice: 3600, qtyInStock: 4 };
    const money = (value: string) => ({ currency: 'AUD', value });
    const mug = {
      title: 'Mug',
      fullUrl: '/p/mug',
      variants: [{ ...variant, priceMoney: money('42.00'), salePriceMoney: money('36.00') }],
    };
    expect(read(mug).product).toMatchObject({
      price: '36',
      originalPrice: '42',
      availability: 'in_stock',
    });
  });
});

const pairs = (reading: ReturnType<typeof read>) =>
  reading.items.map((item) => [item.name, item.price, item.originalPrice, item.availability]);

it('reads search services that wrap, nest or number their results', () => {
  const raw = (value: unknown) => ({ raw: value });
  const wrapped = (name: string, price: number, was: number | null) => ({
    title: raw(name),
    sku: raw(`${name}-1`),
    price: raw(price),
    was_price: raw(was),
    in_stock: raw(1),
  });
  expect(pairs(read({ results: [wrapped('Pot', 12, 15), wrapped('Pan', 30, null)] }))).toEqual([
    ['Pot', '12', '15', 'in_stock'],
    ['Pan', '30', null, 'in_stock'],
  ]);
  const offered = (name: string, Price: number, ListPrice: number, AvailableQuantity: number) => ({
    productName: name,
    priceRange: { sellingPrice: { lowPrice: Price, highPrice: Price } },
    items: [{ sellers: [{ commertialOffer: { Price, ListPrice, AvailableQuantity } }] }],
  });
  expect(pairs(read({ products: [offered('Pot', 12, 15, 3), offered('Pan', 30, 30, 0)] }))).toEqual(
    [
      ['Pot', '12', '15', 'in_stock'],
      ['Pan', '30', null, 'out_of_stock'],
    ],
  );
  const keyed = { '910': { title: 'Pot', price: 12 }, '911': { title: 'Pan', price: 30 } };
  expect(pairs(read({ products: keyed })).map(([name]) => name)).toEqual(['Pot', 'Pan']);
});

it('names goods of a stock system by their description, but not a promotion', () => {
  const stocked = { Stockcode: 'DM_73796', Description: 'Rare Dry Gin 700mL', Price: 78.99 };
  expect(read({ Products: [stocked], StoreNo: '6176' }).product).toMatchObject({
    name: 'Rare Dry Gin 700mL',
    price: '78.99',
    sku: 'DM_73796',
  });
  const promotion = { code: 'SAVE10', description: '10% off all gin', price: 10 };
  expect(read({ offers: [promotion] }).product).toBeNull();
});

it('ignores trending products if there is another list', () => {
  const entry = (name: string) => ({ name, price: 12, sku: name });
  const trending = ['A1', 'A2', 'A3'].map(entry);
  expect(read({ results: ['Pot', 'Pan'].map(entry), trending }).items).toHaveLength(2);
  expect(read({ trending }).items).toHaveLength(3);
});

it('reads markup in a JSON answer', () => {
  const html = `<ul>${[1, 2, 3].map((index) => tile(index, `<b>$${index}9.00</b>`)).join('')}</ul>`;
  expect(read({ ok: true, html }).items).toHaveLength(3);
});

it('reads a list price among tiers and a price before discount as the "was"', () => {
  const tiers = [
    { price: 199.95, pricebook: 'list' },
    { price: 159.95, pricebook: 'sale' },
  ];
  const tiered = { productName: 'Pack', price: 159.95, prices: tiers };
  const reduced = { name: 'Crew', price: '$120.00', priceBeforeDiscount: '$160.00' };
  expect(pairs(read({ hits: [tiered, reduced] }))).toEqual([
    ['Pack', '159.95', '199.95', 'unknown'],
    ['Crew', '120.00', '160.00', 'unknown'],
  ]);
});

it.each([
  ['a flag of several prices', { price: 49.95, priceVaries: true }, null, null],
  ['a flag of a lowest price', { price: 49.95, isFromPrice: true }, null, null],
  ['a price before tax', { price: { value: 49.95, taxIncluded: false } }, null, null],
  ['the day a special begins', { price: 49.95, specialPriceFrom: '2026-11-01' }, '49.95', null],
  ['the hour a sale begins', { price: 49.95, salePriceStart: '11-01 10:00' }, '49.95', null],
  ['a range of old prices', { price: 49.95, wasPrice: '$59 - $79' }, '49.95', '59'],
  ['a lowest list price', { price: 49.95, rrp: 'From $99' }, '49.95', '99'],
  [
    'what one costs beside several',
    {
      prices: [
        { message: 'Any 2 for', value: 39.95 },
        { message: 'each', value: 49.95 },
      ],
    },
    '49.95',
    null,
  ],
])('beside the price, %s', (_what, prices, price, originalPrice) => {
  const teapot = { name: 'Teapot', sku: 'T1', brand: 'Corella', ...prices };
  const { items } = read({ hits: [teapot, { name: 'Pan', sku: 'P1', price: 20.5 }] });
  const found = items.find(({ name }) => name === 'Teapot');
  expect([found?.price ?? null, found?.originalPrice ?? null]).toEqual([price, originalPrice]);
});

it('takes the price of one piece beside those of several, unless the shop sells only several', () => {
  const steps = (value: number) => ({ volumePrices: [{ minQuantity: 2, value }] });
  const priceOf = (volume: object) =>
    read({ name: 'Teapot', sku: 'T1', brand: 'Corella', price: 49.95, ...volume }).product?.price;
  expect(priceOf(steps(45.95))).toBe('49.95');
  expect(priceOf(steps(49.95)) ?? null).toBeNull();
});

it('reads whole amounts as cents where the one before GST is rounded to a whole one', () => {
  const hit = (price: number, priceExGst: number) => ({ name: `Pen ${price}`, price, priceExGst });
  const prices = (...hits: object[]) => read({ products: hits }).items.map(({ price }) => price);
  expect(prices(hit(695, 632), hit(1100, 1000))).toEqual(['6.95', '11.00']);
  expect(prices(hit(695, 631.82), hit(1100, 1000))).toEqual(['695', '1100']);
});

it('reads a list of whole amounts as cents if all have usual endings and a third are hundreds', () => {
  const read2 = (...amounts: number[]) =>
    pairs(
      read({ products: amounts.map((edlpPrice) => ({ name: `Mouse ${edlpPrice}`, edlpPrice })) }),
    ).map(([, price]) => price);
  expect(read2(14900, 1788, 2498, 5900)).toEqual(['149.00', '17.88', '24.98', '59.00']);
  expect(read2(1490, 1788, 2498, 5900)).toEqual(['1490', '1788', '2498', '5900']);
});

it('reads prices that are stated for one zone alone', () => {
  const at = (cents: number) => ({ price: { cents }, wasPrice: { cents: cents + 500 } });
  const toy = (cents: number, others = {}) => ({
    information: { name: `Toy ${cents}`, brand: 'Corella' },
    prices: { NAT: at(cents), ...others },
    fulfilment: { inventory: { available: true } },
  });
  const elsewhere = { NSW: at(3700), WA: at(3900) };
  expect(pairs(read({ results: [toy(1000), toy(3500, elsewhere)] }))).toEqual([
    ['Toy 1000', '10', '15', 'in_stock'],
    ['Toy 3500', '35', '40', 'in_stock'],
  ]);
});

it('takes no range from the sale price to the usual one', () => {
  const set = { price: 25, sale_price: 15, minprice: 15 };
  const shirt = (maxprice: number) => ({ name: 'Shirt', sku: 'S1', ...set, maxprice });
  const priceOf = (maxprice: number) => {
    const { product } = read(shirt(maxprice));
    return [product?.price ?? null, product?.originalPrice ?? null];
  };
  expect(priceOf(25)).toEqual(['15', '25']);
  expect(priceOf(30)).toEqual([null, null]);
});

it('takes the unit price beside a list price as today’s', () => {
  const pricing = { listPrice: '249.95', unitPrice: '124.97' };
  expect(read({ name: 'Sheet set', sku: 'S1', pricing }).product).toMatchObject({
    price: '124.97',
    originalPrice: '249.95',
  });
});

it('reads the answer’s list, not a lone product that is promoted beside it', () => {
  const pot = (name: string) => ({ node: { name, sku: name, price: 12 } });
  const answer = {
    products: { edges: [pot('P1'), pot('P2')] },
    featuredProducts: { edges: [pot('P9')] },
  };
  expect(read(answer).items.map(({ name }) => name)).toEqual(['P1', 'P2']);
});

it('takes the currency that an answer leaves out from the domain’s country', () => {
  const teapot = { name: 'Teapot', sku: 'T1', price: 49.95 };
  const currencyAt = (host: string) => read(teapot, `https://${host}/p/1`).product?.currency;
  expect(currencyAt('api.billabong-goods.com.au')).toBe('AUD');
  expect(currencyAt('api.billabong-goods.com')).toBeNull();
});

it('reads products whose fields are a list of attributes', () => {
  const attribute = (name: string, value: string) => ({
    name,
    value: [{ value, 'non-ml': value }],
  });
  const item = (name: string, price: string) => ({
    id: name,
    attribute: [attribute('name', name), attribute('price', price), attribute('was_price', '99')],
  });
  const { items } = read({ items: { item: [item('Teapot', '49.95'), item('Cup', '9.95')] } });
  expect(items.map(({ name, price, originalPrice }) => [name, price, originalPrice])).toEqual([
    ['Teapot', '49.95', '99'],
    ['Cup', '9.95', '99'],
  ]);
});

it('the price with a card’s surcharge is not the one before', () => {
  const teapot = { name: 'Teapot', sku: 'T1', price: '100.00', cardPrice: '101.20' };
  expect(read(teapot).product).toMatchObject({ price: '100.00', originalPrice: null });
});

it('the price of another state is not the one before, nor is that of a family card today’s', () => {
  const first = (over: object) =>
    read({
      hits: [
        { name: 'Teapot', sku: 'T1', ...over },
        { name: 'Cup', sku: 'C1', price: 9.95 },
      ],
    }).items.find(({ name }) => name === 'Teapot');
  expect(first({ price: 899, price_nt: 979 })).toMatchObject({ price: '899', originalPrice: null });
  expect(first({ salesPrice: { numeral: 349, tag: 'FAMILY_PRICE' } })?.price ?? null).toBeNull();
  expect(first({ salesPrice: { numeral: 349, tag: 'NONE' } })?.price).toBe('349');
});

it('of several products, reads the one whose code the address names', () => {
  const bottle = { stockcode: 39947, name: 'Rosé 750mL', price: 27 };
  const box = { stockcode: 39948, name: 'Rosé 750mL', price: 156 };
  const answer = (path: string) =>
    read({ products: [bottle, box] }, `https://api.billabong-goods.com.au/${path}`);
  expect(answer('product/39947').product?.price).toBe('27');
  expect(answer('search?q=rose').items).toHaveLength(2);
});

it.each([
  ['of a precise amount', { preciseAmount: 4_750_000, fractionDigits: 5 }, '47.50'],
  ['of a currency without cents', { fractionDigits: 0 }, '4750'],
])('reads the cents %s', (_of, over, price) => {
  const value = { currencyCode: 'AUD', centAmount: 4750, ...over };
  const milk = { sku: 'D1', name: 'Hair milk', prices: [{ value }] };
  const { product, items } = read({ results: [milk] });
  expect([product, ...items].map((each) => each?.price)).toContain(price);
});

it('prefers the price of every store to that of one, and reads a rating with its count', () => {
  const store = { value: 46.8, currency: 'AUD', channel: { id: 'store-chadstone' } };
  const { product } = read({
    name: 'Teapot',
    sku: 'T1',
    prices: [store, { value: 52, currency: 'AUD' }],
    rating: { average: 4.6, count: 1021 },
  });
  expect(product).toMatchObject({ price: '52', rating: { value: 4.6, count: 1021 } });
});

it('reads the selected variant of a storefront’s product that has several prices', () => {
  const variant = (title: string, amount: string) => ({ title, price: { amount } });
  const product = {
    title: 'Mango Kensington Pride',
    vendor: 'Corella',
    handle: 'mango',
    priceRange: { minVariantPrice: { amount: '3.9' }, maxVariantPrice: { amount: '24.0' } },
    selectedOrFirstAvailableVariant: variant('Each', '3.9'),
    variants: { nodes: [variant('Each', '3.9'), variant('Tray', '24.0')] },
  };
  expect(read({ data: { product } }).product).toMatchObject({
    name: 'Mango Kensington Pride',
    price: '3.90',
  });
});
