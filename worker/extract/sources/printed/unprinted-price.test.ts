import { expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';

function priceOf(html: string): string | null {
  const body = `<html lang="en-AU"><head><title>Lamb</title></head><body><main><h1>Lamb</h1>${html}</main></body></html>`;
  const url = 'https://shop.example.com.au/shop/lamb';
  return readPage({ body, url, contentType: 'text/html' }).product?.price ?? null;
}

const BUY = '<button>Add to cart</button>';

test.each([
  ['by the kilogram alone', `<p class="price">$21.99 per kg</p>${BUY}`, '21.99'],
  ['before GST alone: with the tax', `<p class="price">$85.00 <i>+GST</i></p>${BUY}`, '93.50'],
  ['in an attribute alone', `<p class="price" data-price="19.50"></p>${BUY}`, '19.50'],
  [
    'without tax, by the template’s class',
    `<p class="price"><b class="price--withoutTax">$39.00</b></p>${BUY}`,
    '39.00',
  ],
])('a price %s', (_what, html, price) => {
  expect(priceOf(html)).toBe(price);
});

test.each([
  ['whole numbers may be cents', `<p class="price" data-price="1950"></p>${BUY}`],
  [
    'two attributes may be of two variants',
    `<p data-price="19.50"></p><p data-price="24.50"></p>${BUY}`,
  ],
  [
    'the page prints it as "from"',
    `<p class="price">From $19.50</p><p data-price="19.50"></p>${BUY}`,
  ],
  ['nothing can be bought', '<p class="price" data-price="19.50"></p>'],
])('none where %s', (_why, html) => {
  expect(priceOf(html)).toBeNull();
});

test('a printed price goes before', () => {
  expect(priceOf(`<p class="price" data-price="19.50">$24.50</p>${BUY}`)).toBe('24.50');
});
