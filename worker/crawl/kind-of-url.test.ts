import { expect, test } from 'vitest';
import { pageKindOfUrl } from './sitemap.ts';

test.each([
  ['/sitemap_products_1.xml?from=1', 'sitemap'],
  ['/product/kettle', 'product'],
  ['/kettle-482913.html', 'product'],
  ['/kitchen/kettles', 'list'],
  ['/store/product/kettle', 'product'],
  ['/au/store/p/kettle-1', 'product'],
  ['/news/products/kettle', 'product'],
  ['/stores/parramatta-2150123', null],
  ['/store/', null],
  ['/blog/our-12345-best-kettles-123456', null],
  ['/account/orders/123456', null],
  ['/account/product/1', null],
  ['/gift-cards?value=50', null],
])('%s is %s', (path, kind) => {
  expect(pageKindOfUrl(`https://www.shop.example.com.au${path}`)).toBe(kind);
});
