import { describe, expect, it } from 'vitest';
import { htmlPage, kettleBlock, PRODUCT_URL, readPage, tile } from './fixtures/pages.ts';

const SEARCH_URL = 'https://www.billabong-goods.com.au/search?q=teapot';

const read = (body: string, url = PRODUCT_URL, title?: string) =>
  readPage({ body: htmlPage(body, title ? { title } : {}), url, contentType: 'text/html' });
const readPrices = (prices: string, after = '') =>
  read(`${kettleBlock(prices)}<p>SKU: 482913</p>${after}`).product;

describe('price labels of unfamiliar markup', () => {
  it.each([
    [
      'an old price that only an attribute names, among prices with tax',
      '<p><span class="price-final_price tax weee"><b data-price-amount="49.95" data-price-type="finalPrice">$49.95</b><b class="price-excluding-tax">$45.41</b></span></p><p class="old-price"><span class="price-final_price tax weee"><b data-price-amount="59.95" data-price-type="oldPrice">$59.95</b><b class="price-excluding-tax">$54.50</b></span></p>',
      { price: '49.95', originalPrice: '59.95' },
    ],
    [
      'a saving behind its percentage',
      '<p class="price"><b class="current_price">$49.95</b> <span class="sale savings">You save 20% ($12.49)</span></p>',
      { price: '49.95', originalPrice: null },
    ],
    [
      'a place that shares its name with dialogs',
      '<p class="modal_price"><b class="current_price">$49.95</b> <b class="was_price">$59.95</b></p>',
      { price: '49.95' },
    ],
    [
      'a ticket price beside the current one',
      '<span data-testid="current-price">$49.95</span><span data-testid="ticket-price">$69.95</span>',
      { price: '49.95', originalPrice: '69.95' },
    ],
    [
      'prices for members and others',
      '<b class="price-non-member">$49.95</b> <b class="price-member">$44.95</b>',
      { price: '49.95', memberPrice: '44.95' },
    ],
    [
      'a price named after the promotion in a small cart, its element empty',
      '<s class="list"><b content="59.95">$59.95</b></s> <span class="sales offer-mini-cart"><b content="49.95"></b> $49.95</span>',
      { price: '49.95', originalPrice: '59.95' },
    ],
    [
      'prices that only the hooks of tests name',
      '<b data-automation="price-was">$59.95</b><b data-automation="price-now">$49.95</b>',
      { price: '49.95', originalPrice: '59.95' },
    ],
    [
      'an original price cut short, beside a limited one',
      '<b class="x-price__orig">$59.95</b><b class="x-price__limited">$49.95</b>',
      { price: '49.95', originalPrice: '59.95' },
    ],
    [
      'one purchase beside a subscription, each in a choice',
      '<label><input type="radio">One-time purchase <b>$49.95</b></label><label><input type="radio">Autoship &amp; save 10% <b>$44.96</b></label>',
      { price: '49.95' },
    ],
    [
      'a sign and its amount apart among other texts',
      `<i>$</i><b><u>49</u><u>.95</u></b><p>${'Boils water in a minute. '.repeat(6)}</p>`,
      { price: '49.95' },
    ],
    [
      'a retail price and ours',
      '<p>Retail $59.95<br>Our price $49.95</p>',
      { price: '49.95', originalPrice: '59.95' },
    ],
    [
      'a previous price cut short',
      '<p>Price <b>$49.95</b></p><p>Prev. price <b>$59.95</b></p>',
      { price: '49.95', originalPrice: '59.95' },
    ],
    [
      'a markdown beside a regular amount',
      '<b class="regular">$59.95</b> <b class="markdown">$49.95</b>',
      { price: '49.95' },
    ],
    [
      'a price in dollars of here behind those of elsewhere',
      '<p class="price">NZ$59.95</p><p class="price">AU$49.95</p>',
      { price: '49.95', currency: 'AUD' },
    ],
    [
      'the only price, said to be without tax',
      '<p class="price-section price-section--withoutTax"><b class="price price--withoutTax">$49.95</b></p>',
      { price: '49.95' },
    ],
    ['a lowered price of a unit', '<b class="sale-unit-price">$49.95</b>', { price: '49.95' }],
    [
      'raised cents behind a word and dollars',
      '<p class="price">Now $39<sup>95</sup></p>',
      { price: '39.95' },
    ],
  ])('is read: %s', (_what, prices, expected) => {
    expect(readPrices(prices)).toMatchObject(expected);
  });

  it('ignores the price of a bundle', () => {
    const bundle =
      '<div><h3>Bundle &amp; Save</h3><div><a href="/product/cup"><img src="/c.jpg"></a></div><div>Total <b class="price">$58.95</b></div><button>Add to cart</button></div>';
    expect(readPrices('', bundle)?.price ?? null).toBeNull();
  });
});

it.each([
  ['a label', '<label>Email me when it is back in stock</label><input><button>Notify me</button>'],
  ['a button', '<button>Alert me when available</button>'],
])('a notice offered in %s', (_where, notice) => {
  const { product } = read(kettleBlock('<p class="price">$49.95</p>', notice));
  expect(product).toMatchObject({ price: '49.95', availability: 'out_of_stock' });
});

it('is orderable beside a size that is not', () => {
  const size = '<div><button disabled>30 cm <small>Sold out</small></button></div>';
  expect(read(`${kettleBlock()}${size}`).product?.availability).toBe('in_stock');
});

it('is a product where a size must be selected first', () => {
  const { product } = read(
    kettleBlock('<p class="price">$49.95</p>', '<button disabled>Select a size</button>'),
  );
  expect(product).toMatchObject({ price: '49.95', availability: 'unknown' });
});

it('is not sold out where a store has none', () => {
  const store = '<div><b>Pick up today</b> at Chatswood: <span>Sold out</span></div>';
  const { product } = read(`${kettleBlock(undefined, '<button>Order now</button>')}${store}`);
  expect(product).toMatchObject({ price: '49.95', availability: 'in_stock' });
});

it.each([
  ...['Stock: 0', 'In stock: 0', '0 in stock', '0 items available'],
  ...['Expected back in stock 14 December', 'Back in stock in March', 'No stock available'],
])('%s is none', (text) => {
  const dead = '<button disabled>Add to cart</button>';
  expect(
    read(`${kettleBlock('<p class="price">$49.95</p>', dead)}<p>SKU: 482913</p><p>${text}</p>`),
  ).toMatchObject({ product: { price: '49.95', availability: 'out_of_stock' } });
});

it.each(['Back in stock online', 'Back in stock in store', 'Back in stock in navy'])(
  '%s is in stock',
  (text) => {
    const block = kettleBlock('<p class="price">$49.95</p>', '');
    const { product } = read(`${block}<p>SKU: 482913</p><p>${text}</p>`);
    expect(product).toMatchObject({ price: '49.95', availability: 'in_stock' });
  },
);

describe('a label without an amount', () => {
  const empty =
    '<div class="price-section"><i>RRP:</i> <span class="price rrp"></span></div><div class="price-section"><span class="price">$49.95</span></div>';

  it('does not describe the next price', () => {
    expect(readPrices(`<div>${empty}</div>`)).toMatchObject({ price: '49.95' });
  });

  it('ignores a number in the product’s name', () => {
    const items = [1, 2, 3].map(
      (index) =>
        `<li class="card"><a href="/product/pot-${index}"><img src="/p.jpg"></a><h3><a href="/product/pot-${index}">Pot ${index} Red</a></h3><div>${empty}</div></li>`,
    );
    const { items: read3 } = read(`<h1>Teapots</h1><ul>${items.join('')}</ul>`, SEARCH_URL);
    expect(read3.map(({ price, originalPrice }) => [price, originalPrice])).toEqual(
      Array.from({ length: 3 }, () => ['49.95', null]),
    );
  });
});

describe('the part of the page with the product', () => {
  it('may have a picture for a buy button', () => {
    const cells = '<td><b>Kettle 1.7L</b></td><td>Our price: $49.95</td><td>RRP: $59.95</td>';
    const buy = '<input type="image" alt="Add to cart" src="add.gif">';
    expect(read(`<table><tr>${cells}<td>${buy}</td></tr></table>`)).toMatchObject({
      product: { price: '49.95', originalPrice: '59.95', availability: 'in_stock' },
    });
  });

  it('is not a tile named like the search', () => {
    const tiles = [1, 2, 3].map((index) =>
      tile(index, `<p class="price">$${index}9</p><button>Add to cart</button>`).replace(
        'Teapot number',
        'Billabong Goods Teapot',
      ),
    );
    const { product, items } = read(
      `<h1>3 results for teapot</h1><ul>${tiles.join('')}</ul>`,
      SEARCH_URL,
      'teapot | Billabong Goods',
    );
    expect(product).toBeNull();
    expect(items).toHaveLength(3);
  });

  it('does not take the buy box for a tile among blocks with links', () => {
    const ad = (id: string) =>
      `<div id="${id}"><a href="/product/${id}"><img src="/i.jpg" alt="${id}"></a><p class="price">$12.00</p></div>`;
    const box =
      '<div id="buybox"><p>Buy used: $21.10</p><a href="/offers/482913">New and used from $21.10</a><button>Add to cart</button></div>';
    const { product } = read(
      `${ad('above')}<div id="middle"><h1>Wattle &amp; Co Kettle 1.7L</h1><p class="price">$49.95</p></div>${box}${ad('below')}`,
    );
    expect(product).toMatchObject({ price: '49.95', availability: 'in_stock' });
  });

  it('accepts tiles with words as ids', () => {
    const named = ['red', 'blue', 'green'].map((colour, index) =>
      tile(index + 1, '<p class="price">$49</p>').replace('<li', `<li id="teapot-${colour}"`),
    );
    expect(read(`<h1>Teapots</h1><ul>${named.join('')}</ul>`, SEARCH_URL).items).toHaveLength(3);
  });

  it('does not take a brand heading for the name', () => {
    const { product } = read(
      '<h1><a href="/wattle">Wattle</a></h1><h2 class="product-name">Kettle 1.7L</h2><p class="price">$49.95</p><button>Add to cart</button>',
      PRODUCT_URL,
      'Kettle 1.7L by Wattle | Billabong Goods',
    );
    expect(product).toMatchObject({ name: 'Kettle 1.7L', price: '49.95' });
  });

  it.each([
    ['<i>Style #</i> <b>AB1001</b>', 'AB1001'],
    ['Stock Code: AB1001 &nbsp; Brand: Rossi', 'AB1001'],
    ['Web ID: 998812', '998812'],
    ['Keycode 43214561', '43214561'],
    ['PLU: 4410021', '4410021'],
    ['Product #: 7781', '7781'],
    ['SKU: see below</p><p>Item code: HR-20', 'HR-20'],
    ['Code #: AB1001', 'AB1001'],
    ['Product Code # AB1001', 'AB1001'],
    ['Ref # AB1001', 'AB1001'],
    ['MPN # AB1001', 'AB1001'],
    ['Model No. # AB1001', 'AB1001'],
  ])('has its code in %s', (text, sku) => {
    const page = 'https://www.billabong-goods.com.au/kettle';
    expect(read(`${kettleBlock()}<p>${text}</p>`, page).product).toMatchObject({ sku });
  });

  it('separates two codes on one line', () => {
    const { product } = read(`${kettleBlock()}<p>Model # KW8 &nbsp; SKU 50081234</p>`);
    expect(product).toMatchObject({ sku: '50081234', mpn: 'KW8' });
  });
});

it.each([
  ['a recipe', 'https://www.billabong-goods.com.au/recipes/iced-tea', 'Iced tea'],
  ['a page of what is gone', PRODUCT_URL, 'Kettle 1.7L'],
])('%s gives no offer', (what, url, name) => {
  const tiles = [1, 2, 3].map((index) => tile(index, `<p class="price">$${index}9</p>`)).join('');
  const text = what === 'a recipe' ? '<h2>Shop ingredients</h2>' : '<h2>Try these instead</h2>';
  const gone = what === 'a recipe' ? '' : '<p>This product has been discontinued.</p>';
  const { product, items } = read(
    `<h1>${name}</h1>${gone}<section>${text}<ul>${tiles}</ul></section>`,
    url,
    `${name} | Billabong Goods`,
  );
  expect(product?.price ?? null).toBeNull();
  expect(items).toEqual([]);
});
