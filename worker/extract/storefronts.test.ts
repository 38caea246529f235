import { expect, it } from 'vitest';
import { readPage } from './fixtures/pages.ts';
import { STOREFRONTS } from './fixtures/storefronts.ts';

it.each(Object.entries(STOREFRONTS))('reads %s', (_system, { url, body, expected }) => {
  expect(readPage({ body, url, contentType: 'text/html' }).product).toMatchObject(expected);
});

it('lists the variants of a page with their labels', () => {
  const { url, body } = STOREFRONTS['Shopify, the variant of the address'] ?? { url: '', body: '' };
  const { variants } = readPage({ body, url, contentType: 'text/html' });
  expect(
    variants.map(({ variant, price, availability }) => [variant, price, availability]),
  ).toEqual([
    ['Small', '299.00', 'in_stock'],
    ['Large', '499.00', 'in_stock'],
    ['Huge', '899.00', 'out_of_stock'],
  ]);
});
