import { expect, it } from 'vitest';
import { htmlPage, readPage, tile } from '../../fixtures/pages.ts';

const URL = 'https://www.billabong-goods.com.au/category/teapots';
/** A list of one tile with these prices and three plain ones: what is read of the first. */
const priceOf = (prices: string) => {
  const plain = [2, 3, 4].map((index) => tile(index, '<p class="price">$9</p>'));
  const body = htmlPage(
    `<h1>Teapots</h1><ul class="grid">${tile(1, prices)}${plain.join('')}</ul>`,
    { title: 'Teapots' },
  );
  const { items } = readPage({ body, url: URL, contentType: null });
  const first = items.find(({ name }) => name === 'Teapot number 1');
  return first && [first.price, first.originalPrice];
};

it.each([
  [
    'the usual price by a class of its own in a price’s element',
    '<div class="card__price"><span class="sale">$119.00</span> <span class="reg">$149.00</span></div>',
    ['119.00', '149.00'],
  ],
  [
    'the price of one delivery beside that of a subscription',
    '<div class="autodelivery">First Auto Delivery <b class="price">$63.99</b></div><div class="one-off">One-off <b class="price">$79.99</b></div>',
    ['79.99', null],
  ],
  [
    'what those pay who are no members',
    '<div class="vip"><i class="label">VIP price</i><b class="price">$3.00</b></div><div class="non-vip"><i class="label">Non VIP</i><b class="price">$6.00</b></div>',
    ['6.00', null],
  ],
  [
    'what club members pay, as the text behind it says',
    '<p><b class="price">$169.00</b><i> Non member</i></p><p><b class="price">$139.00</b><i> Club member</i></p>',
    ['169.00', null],
  ],
  [
    'no lowest price that is repeated for screen readers',
    '<p class="price">from <b aria-hidden="true">$79.95</b><i class="visually-hidden">$79.95</i></p>',
    [null, null],
  ],
  [
    'no amount of a promotion',
    '<b class="price">$35.00 - $65.00</b><p>Members: $10 back for every $200</p>',
    [null, null],
  ],
  [
    'prices by quantity',
    '<table><tr><th>1+</th><th>10+</th></tr><tr><td>$7.95</td><td>$7.15</td></tr></table>',
    ['7.95', null],
  ],
  [
    'the usual price above a reduced one of several variants',
    '<div><i>Regular price</i><b class="price--original">$249.00</b><i>Sale price</i><b class="sale-price">from $189.00</b></div>',
    [null, null],
  ],
  [
    'a price before tax with one word behind it',
    '<p>$6.70 <i>ex</i></p><p>$7.37 <i>inc</i></p>',
    ['7.37', null],
  ],
  [
    'a family price that is named for screen readers alone',
    '<b class="price">$299</b><i class="price">Family price $299</i><p>Regular price <b class="price">$349</b></p>',
    ['349', null],
  ],
  [
    'a former price that is named for screen readers alone, before the price',
    '<b class="price">$99</b><i class="sr">Previous price: $99</i><p class="price">$79</p>',
    ['79', '99'],
  ],
  [
    'the price of a bottle and its case',
    '<p><b class="price">$19.99</b><span>per bottle</span></p><p class="secondary"><b class="price">$119.94</b><span>per case of 6</span></p>',
    ['19.99', null],
  ],
  [
    'the price that was discounted, beside the price with discount',
    '<span class="price price-with-discount">$19.95</span><span class="discounted-price">$29.95</span>',
    ['19.95', '29.95'],
  ],
  [
    'the price before a special',
    '<div class="before_special">$69</div><div class="after_special">$59</div>',
    ['59', '69'],
  ],
  [
    'a price behind a sentence about the goods',
    '<div><p>A fine pot that was made for you.</p><p class="price">$59.95</p></div>',
    ['59.95', null],
  ],
  ['a price not to pay', '<b>$349</b> <p><i>Don’t Pay</i> <b>$799</b></p>', ['349', '799']],
  [
    'a range that is said again for screen readers',
    '<p class="price"><b>$129.00</b> <i>–</i> <b>$459.00</b><i>Price range: $129.00 through $459.00</i></p>',
    [null, null],
  ],
  [
    'cashback in a line of its promotion',
    '<h3 class="price">$1,299</h3><p class="promo-line">After $150 cashback $1,149</p>',
    ['1299', null],
  ],
  [
    'an amount in a sentence of its description',
    '<p>Built for travel, holds kit worth $5,000 safely</p><b class="price-new">$149</b><b class="price-old">$189</b>',
    ['149', '189'],
  ],
  ['a former price in words', '<p>$2,450</p><p>Formerly $2,890</p>', ['2450', '2890']],
  [
    'the price before a discount, beside the price, called discount',
    '<div class="price"><b class="price__item">$64.50</b><b class="price__discount">$129.00</b></div>',
    ['64.50', '129.00'],
  ],
  ['a "from" that is glued to the words before it', '<i>Sheets</i><b>from $200</b>', [null, null]],
  ['a loose number behind its sign', '<p><i>$</i>59.00 <s>$79.00</s></p>', ['59.00', '79.00']],
  ['the price of a metre alone', '<p class="price">$12.99 <i>per metre</i></p>', ['12.99', null]],
  ['a birthday reward', '<p>$5 birthday reward</p>', undefined],
  ['the low end of "and up"', '<p>$15 and up</p>', undefined],
  [
    'a sale that begins at a price',
    '<p class="price"><i>Sale price</i><b>From $35.00</b></p>',
    [null, null],
  ],
  [
    'a list price that follows the price',
    '<div><b>$129</b><span>List price $159</span></div>',
    ['129', '159'],
  ],
  ['a price on application', '<p class="price">POA</p>', [null, null]],
  ['what others offer it for', '<p>$23.40 <i>(2 new offers)</i></p>', undefined],
  ['what was bid last', '<p class="price">$31.00</p><p>4 bids</p>', undefined],
])('%s', (_what, prices, expected) => {
  expect(priceOf(prices)).toEqual(expected);
});

it('merges nested products and trusts the printed list', () => {
  const scope = 'itemscope itemtype="https://schema.org/Product"';
  const card = (index: number) =>
    `<article ${scope}><meta itemprop="mpn" content="A${index}"><div ${scope}><a href="/product/pot-${index}"><img src="/${index}.jpg"></a><p itemprop="name"><a href="/product/pot-${index}">Round pot ${index}</a></p><p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b class="strike">RRP $99</b> <b itemprop="price" content="${index}9">$${index}9</b></p></div></article>`;
  const body = htmlPage(`<h1>Pots</h1><div>${[1, 2, 3].map(card).join('')}</div>`);
  const { items } = readPage({ body, url: URL, contentType: null });
  expect(items.map(({ price, originalPrice }) => [price, originalPrice])).toEqual([
    ['19', '99'],
    ['29', '99'],
    ['39', '99'],
  ]);
});

it('does not take cards of stores for products', () => {
  const card = (name: string) =>
    `<li><a href="/stores/${name}"><img src="/${name}.jpg"></a><h3><a href="/stores/${name}">${name} store</a></h3><p>Trailer hire $25</p></li>`;
  const body = htmlPage(`<h1>Stores</h1><ul>${['oakleigh', 'sunbury', 'werribee'].map(card)}</ul>`);
  expect(readPage({ body, url: 'https://www.x.com.au/stores', contentType: null }).items).toEqual(
    [],
  );
});
