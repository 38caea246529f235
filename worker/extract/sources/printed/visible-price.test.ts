import { expect, it } from 'vitest';
import {
  htmlPage,
  jsonLd,
  kettle,
  kettleBlock,
  PRODUCT_URL,
  readPage,
} from '../../fixtures/pages.ts';

const read = (prices: string, after = '') =>
  readPage({
    body: htmlPage(`${kettleBlock(prices)}<p>SKU: 482913</p>${after}`, {
      title: 'Wattle & Co Kettle 1.7L',
    }),
    url: PRODUCT_URL,
    contentType: 'text/html',
  }).product;

it.each([
  [
    'the first of the prices by quantity',
    '<div class="tile"><i class="price-lbl">1+</i><i class="price-amt">$79.95</i></div><div class="tile"><i class="price-lbl">4+</i><i class="price-amt">$74.95</i></div>',
    '79.95',
    null,
  ],
  [
    'the price behind its weekly instalment',
    '<div><i>$10</i><i>/week</i><small>over 40 weeks with Zip</small></div><b class="price-now"><sup>$</sup>399</b> Ticket price $499',
    '399',
    '499',
  ],
  [
    'the price of one bottle, not a later one that is named',
    '<p class="price-line"><b class="price-value">$39.90</b> per bottle in any six</p><p class="price-line"><b class="price-value">$42.99</b> per bottle</p>',
    '42.99',
    null,
  ],
  [
    'the former price that a percentage proves, though another price stands beside it',
    '<div class="price-now">$229 -18%</div><div><b class="price">$249</b> <b class="price-normal">Normal: $279</b></div>',
    '229',
    '279',
  ],
  [
    'the price with GST, as the text behind it says',
    `<span>Made for kitchens of every size, sold in boxes</span> with five years of warranty and spare parts <span class="big">$209.00</span> ex GST<br><span>$229.90</span> inc GST<br>`,
    '229.90',
    null,
  ],
  [
    'dollars and decimals in elements of their own',
    '<div class="price"><i>$</i><i class="price-int">24</i><i class="price-dec">95</i><i>$24.95</i></div>',
    '24.95',
    null,
  ],
  [
    'no former price of several pieces',
    '<p class="price">$159</p><table><tr><td>1 piece</td><td>$159.00</td></tr><tr><td>4 pieces</td><td><s>$636.00</s> $477.00</td></tr></table>',
    '159',
    null,
  ],
])('reads %s', (_what, prices, price, originalPrice) => {
  const product = read(prices);
  expect([product?.price, product?.originalPrice]).toEqual([price, originalPrice]);
});

it('ignores prices of recommended products', () => {
  const upsell =
    '<div class="upsell"><a href="/product/pan-1"><img src="/p.jpg"> Pan</a><p class="price">$34.00</p></div>';
  expect(read('<p class="price">From $12.95</p>', upsell)?.price).toBeNull();
  expect(read('<p class="price">$49.95</p>', upsell)?.price).toBe('49.95');
});

it('the price of an item is not a unit price, what is regularly asked is the one before', () => {
  const prices =
    '<p class="price-per-sellable-unit">$4.80</p><p class="price-per-quantity-weight">$2.40/kg</p>';
  expect(read(prices)?.price).toBe('4.80');
  const regular = '<p class="price">$44.95</p><p>regularly $59.95</p>';
  expect(read(regular)).toMatchObject({ price: '44.95', originalPrice: '59.95' });
});

it('of what a unit and a measure of it cost, the unit is sold', () => {
  const prices =
    '<p class="pricePerUnit">$3.50<i>/unit</i></p><p class="pricePerMeasure">$0.70<i>/ea</i></p>';
  expect(read(prices)?.price).toBe('3.50');
});

it('an amount with its currency’s code is a price whatever its element is called', () => {
  const coded = read('<b>EGP 359.00</b> <b data-qa="price-old">EGP 899.00</b>');
  expect(coded).toMatchObject({ price: '359.00', currency: 'EGP', originalPrice: '899.00' });
  expect(read('<b>TOP 10</b>')?.price ?? null).toBeNull();
});

it('an old price with a label never comes before today’s without one', () => {
  const prices = '<b>$35.90</b> <b class="price-old">$89.90</b>';
  expect(read(prices)).toMatchObject({ price: '35.90', originalPrice: '89.90' });
});

it('gives no price per piece for goods sold by measure', () => {
  expect(read('<p class="price">$169 / SQM</p>')?.price ?? null).toBeNull();
});

it('prefers the price of a piece to that of a case', () => {
  const prices =
    '<ul class="prices"><li>$89.00 each</li><li>$84.55 in any 6</li><li>$534.00 per case (6)</li></ul>';
  expect(read(prices)?.price).toBe('89.00');
  expect(read('<p class="price">$62.00 per case of 24</p>')?.price).toBe('62.00');
});

it('prefers the price of a single bottle to that of a dozen', () => {
  const prices =
    '<div>Dozen price <b>$180.00</b> ($15.00/bottle)</div><div>Single bottle <b>$18.00</b></div>';
  expect(read(prices)?.price).toBe('18.00');
});

it.each([
  [
    'by the words for its rank',
    '<div class="prices"><span data-hook="formatted-secondary-price">$14.00</span> <span data-hook="formatted-primary-price">$11.20</span></div>',
    '11.20',
    '14.00',
  ],
  [
    'by a class that compares',
    '<div class="price">$38.00</div><div class="compare">$50.00</div>',
    '38.00',
    '50.00',
  ],
])('recognises a former price %s', (_how, prices, price, originalPrice) => {
  expect(read(prices)).toMatchObject({ price, originalPrice });
});

it('reads the RRP beside the price, not the former price of a product further down', () => {
  const other = `${'<p><i></i></p>'.repeat(6)}<p>Mug <b>$9</b> <i>$46 off! Why pay $55.00?</i></p>`;
  expect(read(`<p class="price">$44.95</p><p>Don't pay RRP: $79.95</p>${other}`)).toMatchObject({
    price: '44.95',
    originalPrice: '79.95',
  });
});

it('prefers the shop’s former price to the RRP', () => {
  const prices = '<p>WAS $59.95</p><p><s>RRP $79.95</s></p><p class="price">NOW $44.95</p>';
  expect(read(prices)).toMatchObject({ price: '44.95', originalPrice: '59.95' });
  const named = '<p id="recommendedPriceId" class="rrp">$79.95</p><p class="price">$44.95</p>';
  expect(read(named)?.originalPrice).toBe('79.95');
  const recommended = '<p><s>RRP $79.95</s></p><p class="price">NOW $44.95</p>';
  expect(read(recommended)?.originalPrice).toBe('79.95');
});

it('replaces unprinted state with the printed price', () => {
  const state = (price: number) =>
    `<script>window.__STATE__={"product":{"name":"Wattle & Co Kettle 1.7L","sku":"482913","price":${price},"cost":20}}</script>`;
  expect(read('<p class="price">$49.95</p>', state(45.5))?.price).toBe('49.95');
  expect(read('<p class="price"></p>', state(45.5))?.price).toBe('45.50');
});

it('does not take a logo heading for the name', () => {
  const { product } = readPage({
    body: htmlPage(
      '<h1><a href="/">Green Pots</a></h1><h2>Ceramic Planter</h2><p class="price">$34.95</p><button>Add to cart</button>',
      {
        title: 'Ceramic Planter - Green Pots',
        head: '<meta property="og:title" content="Ceramic Planter">',
      },
    ),
    url: 'https://www.billabong-goods.com.au/ceramic-planter',
    contentType: 'text/html',
  });
  expect(product).toMatchObject({ name: 'Ceramic Planter', price: '34.95' });
});

it('ends a code at the next detail', () => {
  const { product } = readPage({
    body: htmlPage(`${kettleBlock()}<p>SKU: AC45123, Model: CMK32GX</p>`),
    url: 'https://www.billabong-goods.com.au/products/104512/kettle',
    contentType: 'text/html',
  });
  expect(product?.sku).toBe('AC45123');
});

it('the stars of a second node of the same product are its own', () => {
  const stars = {
    '@type': 'Product',
    name: 'Wattle & Co Kettle 1.7L',
    aggregateRating: { ratingValue: '4.7', reviewCount: '1,018' },
  };
  const { product } = readPage({
    body: htmlPage(
      `${jsonLd(kettle({ aggregateRating: undefined }))}${jsonLd(stars)}${kettleBlock()}`,
    ),
    url: PRODUCT_URL,
    contentType: 'text/html',
  });
  expect(product?.rating?.value).toBe(4.7);
});

it('what is asked once is the price beside an offer on a first order', () => {
  const prices =
    '<div class="ad"><b>Autodelivery</b> <i class="price">$24.22</i> 10% off your first order</div><div class="std"><b>One-time purchase</b> <i class="price">$26.91</i></div>';
  expect(read(prices)).toMatchObject({ price: '26.91' });
});

it('ignores subscription prices', () => {
  const prices =
    '<div class="opt"><b>Autoship</b> <i class="price">$45.59</i></div><div class="opt"><b>One-time</b> <i class="price">$47.99</i></div>';
  expect(read(prices)).toMatchObject({ price: '47.99', originalPrice: null });
});

it('one block that shows another product has that product’s price, whatever it is called', () => {
  const other = (address: string) =>
    `<div class="also"><a href="${address}"><img src="/s.jpg"></a><a href="${address}">Sharpener</a><b class="price">$39.00</b></div>`;
  expect(read('<div>$149.00</div>', other('/product/sharpener-1'))?.price).toBe('149.00');
  expect(read('', other('/product/sharpener-1'))?.price).toBeNull();
  expect(read('', other(PRODUCT_URL))?.price).toBe('39.00');
});

it('what a switched-off template or a layout is called is no former price', () => {
  const template = '<s class="price hide">$199.00</s><p class="price">$149.00</p>';
  expect(read(template)).toMatchObject({ price: '149.00', originalPrice: null });
  const layout =
    '<div class="details-full-content-price"><b class="price-lead">$89.00</b> <small class="price-old">$119.00</small></div>';
  expect(read(layout)).toMatchObject({ price: '89.00', originalPrice: '119.00' });
});

it('the original of a discounted price and a non-sale price come before it', () => {
  const discounted =
    '<b class="price original discounted">$119.00</b> <b class="price final">$59.00</b>';
  expect(read(discounted)).toMatchObject({ price: '59.00', originalPrice: '119.00' });
  const nonSale =
    '<b class="price price--withTax">$69.00</b> <b class="price price--non-sale">$89.00</b>';
  expect(read(nonSale)).toMatchObject({ price: '69.00', originalPrice: '89.00' });
});

it('what a description says of other goods or of their worth is neither price nor former price', () => {
  const said =
    '<p>Pillowcases are sold separately at $45.00 each.</p><p>Bonus gift worth $340.</p>';
  expect(read('<p class="price"><i>Regular price</i> $159.00</p>', said)).toMatchObject({
    price: '159.00',
    originalPrice: null,
  });
});

it('of two bare prices the lower is today’s where a printed saving proves it', () => {
  const bare = '<div><b>$159.95</b> <b>$111.97</b>';
  expect(read(`${bare} <i>30% OFF</i></div>`)).toMatchObject({
    price: '111.97',
    originalPrice: '159.95',
  });
  expect(read(`${bare}</div>`)?.originalPrice).toBeNull();
});

it('ignores struck-out amounts whatever their label', () => {
  const tagged =
    '<p>Clearance</p><b style="text-decoration:line-through">$249.00</b> <b>$149.00</b>';
  expect(read(`<div>${tagged}</div>`)).toMatchObject({ price: '149.00', originalPrice: '249.00' });
});

it('separates details on one line, and spaces a heading like its title', () => {
  const html = `<h1><b>TORSBY</b><i>Bookcase, <u>oak</u>, tall</i></h1><p>SKU: XR65A80 | Brand: <a>Sonora</a></p><p class="price">$129</p><button>Add to cart</button>`;
  const { product } = readPage({
    body: htmlPage(html, { title: 'TORSBY Bookcase, oak, tall - Hemvik' }),
    url: PRODUCT_URL,
    contentType: 'text/html',
  });
  expect(product).toMatchObject({
    name: 'TORSBY Bookcase, oak, tall',
    sku: 'XR65A80',
    brand: 'Sonora',
  });
});

it('ignores advertisements', () => {
  const ad = '<section><p>Selected aprons now $19, were $49</p></section>';
  expect(read('<p>$149.00</p>', ad)).toMatchObject({ price: '149.00', originalPrice: null });
});

it('ignores prices of extras, delivery options and the cart', () => {
  const extras = [
    '<div><label><input type="checkbox"> Add gift wrap <b>$4.95</b></label></div>',
    '<div><p>Standard delivery</p><p>$9.95</p><p>Express</p><p>$14.95</p></div>',
    '<div><h2>Your cart</h2><div><a href="/p/pan">Copper Sauce Pan</a><b>$44.00</b></div><p>Subtotal <b>$44.00</b></p></div>',
  ];
  for (const extra of extras) expect(read('', extra)?.price ?? null).toBeNull();
});

it('a bare amount does not speak against the state of a page that prints no price', () => {
  const state =
    '<script type="application/json">{"product":{"name":"Wattle & Co Kettle 1.7L","sku":"482913","price":149.5,"currency":"AUD"}}</script>';
  expect(read('', `<div><p>Parcel</p><p>$8.50</p></div>${state}`)?.price).toBe('149.50');
});

it('cents in an element of their own are read behind a sign, where nothing but a unit follows', () => {
  const split = (rest: string) => `<div><b>$</b><b>39</b>${rest}</div>`;
  const prices = ['<b>95</b><b>ea</b>', '<b>95</b>', '<b>95</b><b>reviews</b>'].map(
    (rest) => read(split(rest))?.price,
  );
  expect(prices).toEqual(['39.95', '39.95', '39']);
});

it('a page without headings is named by the line that its title repeats, its side column aside', () => {
  const side = '<td><b>Specials</b> <a href="/p/hat">Oilskin Hat</a> <s>$79.95</s> $59.95</td>';
  const own =
    '<td><font><b>Plaited Stock Belt</b></font><p>Kangaroo leather, made by hand in Queensland, in sizes from 32 to 44.</p><b>Price: $64.95</b><input type="submit" value="Add To Cart"></td>';
  const { product } = readPage({
    body: `<html><head><title>Plaited Stock Belt</title></head><body><table><tr>${side}${own}</tr></table></body></html>`,
    url: 'http://www.outback-goods.com.au/item.asp?id=412',
    contentType: 'text/html',
  });
  expect(product).toMatchObject({
    name: 'Plaited Stock Belt',
    price: '64.95',
    originalPrice: null,
  });
});

it('reads templates that a browser renders at once, and no others', () => {
  const template = (attributes: string) =>
    read(`<template ${attributes}><p class="price">$49.95</p></template>`)?.price ?? null;
  expect(template('x-if="!activePrice"')).toBe('49.95');
  expect(template('x-for="offer in offers"')).toBeNull();
});

it('a cell whose class calls it a heading names the product', () => {
  const { product } = readPage({
    body: '<title>Shunting Locomotive HO, Branch Line Hobbies</title><td class="pageHeading">Shunting Locomotive HO<br><i>[SL-35]</i></td><td class="pageHeading">$328.50</td><p>Made of die-cast metal.</p><input type="image" alt="Add to Cart">',
    url: 'http://www.branchlinehobbies.com.au/product_info.php?products_id=740',
    contentType: 'text/html',
  });
  expect(product).toMatchObject({ name: 'Shunting Locomotive HO', price: '328.50' });
});

it('keeps the price beside what delivery costs those who are no members', () => {
  const prices =
    '<p class="price">$79.99</p><p>OnePass free delivery. Non-members: <b>$8.95</b></p>';
  expect(read(prices)?.price).toBe('79.99');
});

it('the sales price with tax is today’s, the base price is not', () => {
  const value = (label: string, text: string, price: string) =>
    `<div class="${label} price-value"><span>${text}: </span><span class="${label}">${price}</span></div>`;
  const prices = [
    value('PricebasePrice', 'Base price', '$1,531.82'),
    value('PricesalesPrice', 'Sales price', '$1,280.00'),
  ].join('');
  expect(read(prices)?.price).toBe('1280.00');
});

it('reads no price from a sentence where nothing can be bought', () => {
  const priceBeside = (button: string) =>
    readPage({
      body: htmlPage(
        `${kettleBlock('<ul><li>Includes a $49.95 cleaning kit when purchased direct</li></ul>', button)}<p>SKU: 482913</p>`,
        { title: 'Wattle & Co Kettle 1.7L' },
      ),
      url: PRODUCT_URL,
      contentType: 'text/html',
    }).product?.price ?? null;
  expect(priceBeside('<p>Currently unavailable</p>')).toBeNull();
  expect(priceBeside('<button>Add to cart</button>')).toBe('49.95');
});

it('a block around the only heading is layout, whatever products it links to', () => {
  const link = (name: string) =>
    `<a href="/product/${name}"><img src="/m/${name}.jpg" alt="${name}">${name}</a>`;
  const { product } = readPage({
    body: htmlPage(
      `<div class="col">${kettleBlock('<p class="price">$49.95</p><p>RRP <s>$69.95</s></p>')}${link('kettle-lid')}${link('kettle-stand')}</div>`,
      { title: 'Wattle & Co Kettle 1.7L' },
    ),
    url: PRODUCT_URL,
    contentType: 'text/html',
  });
  expect(product).toMatchObject({ price: '49.95', originalPrice: '69.95' });
});

it.each([
  ['a deposit', '<p>$12 deposit</p><p class="price">$74.00</p>'],
  ['a member price', '<p>$70.00 member price</p><p class="price">$74.00</p>'],
  ['a delivery fee', '<p>+ $99.00 delivery</p><p class="price">$74.00</p>'],
  ['a delivery fee in one line', '<span>+ $8 delivery</span><b class="price-now">$74.00</b>'],
  ['a price per piece', '<p>$0.37 / ea</p><p>$74.00</p>'],
  ['a value', '<dl><dt>Est Value</dt><dd>$90.00</dd><dt>Showroom price</dt><dd>$74.00</dd></dl>'],
  ['the price before a sale', '<p>Pre-sale price: $90.00</p><p>Price: $74.00</p>'],
])('the words of %s stay with its amount', (_what, prices) => {
  expect(read(`<div>${prices}</div>`)?.price).toBe('74.00');
});

it('takes half the crossed-out price of a piece for today’s, not for a unit price', () => {
  expect(read('<p><span>$4.00 ea</span> <s>$8.00</s></p>')?.price).toBe('4.00');
});
