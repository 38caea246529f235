import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Availability } from '#domain/offers/availability.ts';
import { WasPrice } from './PriceVerdict.tsx';
import { audText } from './price-text.ts';

test.each<[Availability, string]>([
  ['in_stock', '<s class="was"><span class="visually-hidden">was </span>$4.20</s>'],
  ['out_of_stock', ''],
])('a saving on an offer that is %s reads %s', (availability, html) => {
  const product = {
    availability,
    currentPrice: 2.1,
    originalPrice: 4.2,
    discountPercentage: 0,
    isOnSale: true,
    claim: undefined,
  };
  expect(renderToStaticMarkup(createElement(WasPrice, { product, money: audText }))).toBe(html);
});
