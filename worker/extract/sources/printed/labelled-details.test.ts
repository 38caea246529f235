import { expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';

function read(html: string) {
  const body = `<html><head><title>Drill</title></head><body><main><h1>Drill</h1>${html}<p class="price">$99.00</p><button>Add to cart</button></main></body></html>`;
  return readPage({ body, url: 'https://shop.example.com.au/p/drill', contentType: null }).product;
}

test.each([
  ['its place', '<div class="product-brand">Makita</div>'],
  ['a link to the maker’s goods', '<a href="/brands/makita">Makita</a>'],
  ['an attribute', '<div data-brand="Makita"></div>'],
])('the maker, by %s', (_by, html) => {
  expect(read(html)?.brand).toBe('Makita');
});

test('no maker where two are named, or none', () => {
  expect(read('<i class="brand">Makita</i><i class="brand">Bosch</i>')?.brand).toBeNull();
  expect(read('<a class="brand" href="/brands/all">All brands</a>')?.brand).toBeNull();
});

test('the code that the form orders by', () => {
  expect(read('<form><input type="hidden" name="sku" value="DHP-482"></form>')?.sku).toBe(
    'DHP-482',
  );
});

test('the code that only markup calls one', () => {
  expect(read('<span class="js-product-sku">TZ-001</span>')?.sku).toBe('TZ-001');
  expect(read('<span class="sku">Ask us</span>')?.sku).toBeNull();
});
