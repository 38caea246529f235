import { expect, it } from 'vitest';
import { htmlPage, jsonLd, kettle, kettleBlock, PRODUCT_URL, readPage } from '../fixtures/pages.ts';
import { codeInAddress } from './product.ts';

const codeOf = (stated: string | null, printed: string, url = PRODUCT_URL) =>
  readPage({
    body: htmlPage(
      jsonLd(kettle({ sku: stated, offers: { price: '49.95', priceCurrency: 'AUD' } })) +
        kettleBlock() +
        printed,
    ),
    url,
    contentType: 'text/html',
  }).product?.sku;

it('prefers the code that shoppers see to a database id', () => {
  expect(codeOf('238368885', '<p>Product code: 83810610</p>')).toBe('83810610');
  expect(codeOf('482913', '<p>Product code: 83810610</p>')).toBe('482913');
  expect(codeOf('238368885', '')).toBe('238368885');
  expect(codeOf(null, '<p>SKU: <span>HJ500</span></p><p>Brand: Wattle</p>')).toBe('HJ500');
  expect(codeOf(null, '<p>SKU BKE825</p>')).toBe('BKE825');
  expect(codeOf(null, '<p><b>SKU</b><i>:</i><i>BKE825</i></p>')).toBe('BKE825');
  expect(codeOf(null, '')).toBe('482913');
});

it('accepts capitals after a label, a "code", or else the model', () => {
  const address = 'https://www.billabong-goods.com.au/product/kettle';
  expect(codeOf(null, '<p>SKU: <span>LT</span></p>', address)).toBe('LT');
  expect(codeOf(null, '<p>SKU: <span>TBA</span></p>', address)).toBeNull();
  expect(codeOf(null, '<p>Code: <b>HCP-01</b></p>', address)).toBe('HCP-01');
  expect(codeOf(null, '<p>10% off. <b>Code:</b> SAVE10</p>', address)).toBeNull();
  expect(codeOf(null, '<ul><li>Model: CW-2</li></ul>', address)).toBe('CW-2');
  expect(codeOf('482913', '<ul><li>Model: CW-2</li></ul>', address)).toBe('482913');
});

it.each([
  ['https://shop.example/store/122725?pid=260591', '260591'],
  ['https://shop.example/dp/B00CYG4J5U', 'B00CYG4J5U'],
  ['https://shop.example/itm/302474151804', '302474151804'],
  ['https://shop.example/ad/Skate-Board-RARE_35985065', '35985065'],
  ['https://shop.example/product/chips-165g-8060378.html', '8060378'],
  ['https://shop.example/down-jacket/115843-BLK02.html', '115843-BLK02'],
  ['https://shop.example/product/kettle-1-7l', null],
  ['https://shop.example/product/best-of-2026', null],
  ['https://shop.example/', null],
  ['not an address', null],
])('in %s is %s', (address, code) => {
  expect(codeInAddress(address)).toBe(code);
});
