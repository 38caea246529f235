import { describe, expect, it } from 'vitest';
import { htmlPage, jsonLd, kettle, kettleBlock, PRODUCT_URL, readPage } from '../fixtures/pages.ts';

/** A page whose JSON-LD states one price and whose block prints others. */
const read = (stated: string | number, prices: string) =>
  readPage({
    body: htmlPage(jsonLd(kettle({}, { price: stated })) + kettleBlock(prices)),
    url: PRODUCT_URL,
    contentType: 'text/html',
  }).product;

describe('stated prices that the page contradicts', () => {
  it.each([
    [
      'the price before the sale',
      '149.00',
      '<p class="price"><b>$119.00</b> <del>$149.00</del></p>',
      { price: '119.00', originalPrice: '149.00' },
    ],
    [
      'a "was" by its class',
      '149.00',
      '<p class="price">$119.00</p><p class="price-was">$149.00</p>',
      { price: '119.00', originalPrice: '149.00' },
    ],
    [
      'the members’ price',
      '134.10',
      '<p class="price">$149.00</p><p>Member price $134.10</p>',
      { price: '149.00', memberPrice: '134.10' },
    ],
    [
      'the price of a subscription, which is an option',
      134.1,
      '<p class="price">$149.00</p><label><input type="radio"> Autoship and save 10% <b>$134.10</b></label>',
      { price: '149.00' },
    ],
    [
      'an instalment',
      37.25,
      '<p class="price">$149.00</p><p>4 payments of $37.25</p>',
      { price: '149.00' },
    ],
    [
      'the price before GST',
      135.45,
      '<p class="price">$149.00</p><p>$135.45 ex GST</p>',
      { price: '149.00' },
    ],
    [
      'the price before GST, not printed',
      135.45,
      '<p class="price">$149.00 inc GST</p>',
      { price: '149.00' },
    ],
    [
      'the price before a sale that is printed from beginning to end',
      '179.00',
      '<div><p class="price sale">$149.00</p><p>List price $199.00</p><p>25% off</p></div>',
      { price: '149.00', originalPrice: '199.00' },
    ],
    ['cents', 14900, '<p class="price">$149.00</p>', { price: '149.00' }],
    [
      'the price before a promotion',
      186.25,
      '<div><b>Save 20%</b> <p class="price">$149.00</p></div>',
      { price: '149.00', originalPrice: null },
    ],
  ])('is %s', (_what, stated, prices, expected) => {
    expect(read(stated, prices)).toMatchObject(expected);
  });

  it.each([
    ['another amount', '<p class="price">$149.00</p><p class="price">$59.00</p>'],
    ['a saving', '<p class="price">$149.00</p><p>Save $40.00</p>'],
    ['another percentage', '<p class="price">$139.00</p><p>Save 20% on your first order</p>'],
    [
      'the price of another product',
      '<p class="price">$149.00</p><div class="related">$99.00</div>',
    ],
  ])('is not %s', (_what, prices) => {
    expect(read('149.00', prices)?.price).toBe('149.00');
  });

  it('keeps the stated price without an explanation', () => {
    expect(read('149.00', '<p class="price">$139.00</p>')?.price).toBe('149.00');
  });

  it('takes the currency with the printed price', () => {
    const { product } = readPage({
      body: htmlPage(
        `${jsonLd(kettle({}, { price: '34.10', priceCurrency: 'USD' }))}<h1>Wattle &amp; Co Kettle 1.7L</h1><p><s>AU$60.00</s> <b class="price">AU$48.00</b> (20% off)</p>`,
      ),
      url: PRODUCT_URL,
      contentType: 'text/html',
    });
    expect(product).toMatchObject({ price: '48.00', currency: 'AUD' });
  });

  it('drops the price of a sold-out variant that the page neither prints nor shows', () => {
    const page = (availability: string, shown: string) =>
      readPage({
        body: htmlPage(
          jsonLd(kettle({}, { price: '65.00', availability })) +
            kettleBlock(`<p class="price">${shown}</p>`),
        ),
        url: PRODUCT_URL,
        contentType: 'text/html',
      }).product;
    expect(page('OutOfStock', '$155.00')).toMatchObject({
      price: '155.00',
      availability: 'in_stock',
    });
    expect(page('InStock', '$155.00')?.price).toBe('65.00');
  });

  it('a price of the metas alone gives way to a labelled one', () => {
    const read = (printed: string) =>
      readPage({
        body: htmlPage(`${kettleBlock(printed)}<p>SKU: 482913</p>`, {
          head: '<meta property="product:price:amount" content="99.00">',
        }),
        url: PRODUCT_URL,
        contentType: 'text/html',
      }).product?.price;
    expect(read('<p class="price">$79.99</p>')).toBe('79.99');
    expect(read('<p>$79.99</p>')).toBe('99.00');
  });
});
