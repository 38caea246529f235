import { expect, test } from 'vitest';
import { readPage } from '../../fixtures/pages.ts';

const VARIANTS = [
  {
    attributes: { size: 's' },
    display_price: 19,
    display_regular_price: 19,
    is_in_stock: true,
    sku: 'T-1',
  },
  {
    attributes: { size: 'l' },
    display_price: 34,
    display_regular_price: 40,
    is_in_stock: false,
    sku: 'T-2',
  },
];

function read(query: string, chosen = '', variants: readonly object[] = VARIANTS) {
  const stated = JSON.stringify(variants).replaceAll('"', '&quot;');
  const body = `<html><head><title>Tea</title></head><body><main><h1>Tea</h1><p class="price">$19.00 &ndash; $34.00</p>
    <form data-product_variations="${stated}"><select name="size"><option value="s">S</option><option value="l" ${chosen}>L</option></select>
    <button>Add to cart</button></form></main></body></html>`;
  const url = `https://shop.example.com.au/product/tea${query}`;
  return readPage({ body, url, contentType: 'text/html' }).product;
}

test('reads the variant that the address names', () => {
  expect(read('?size=l')).toMatchObject({
    price: '34',
    originalPrice: '40',
    availability: 'out_of_stock',
    sku: 'T-2',
  });
});

test('reads the variant selected in the form', () => {
  expect(read('', 'selected')?.price).toBe('34');
});

test('gives no price without a selection if variants differ, but a name and stock', () => {
  expect(read('')).toMatchObject({ name: 'Tea', price: null, availability: 'in_stock' });
});

test('reads the price that all variants share', () => {
  const alike = VARIANTS.map((each) => ({ ...each, display_price: 19, display_regular_price: 19 }));
  expect(read('', '', alike)?.price).toBe('19');
});
