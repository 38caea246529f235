import { expect, it } from 'vitest';
import { pageAddress } from '../../values/page-address.ts';
import { findStateProducts } from './search.ts';

const PAGE = pageAddress('https://api.billabong-goods.com.au/products/48213');
const read = (prices: object) =>
  findStateProducts({ name: 'Kettle', sku: '48213', ...prices }, PAGE, 'json').map(
    ({ candidate: { price, originalPrice, memberPrice } }) => [price, originalPrice, memberPrice],
  );

it('a "discount price" that two other amounts differ by is taken off, one that none does is asked', () => {
  expect(read({ basePrice: 109, discountPrice: 44, effectivePrice: 65 })).toEqual([
    ['65', '109', null],
  ]);
  expect(read({ basePrice: 109, discountPrice: 65 })).toEqual([['65', '109', null]]);
});

it('a price that a flag calls the members’ is theirs, and the usual one everyone’s', () => {
  const prices = { price: 12.5, regularPrice: 16.8 };
  expect(read({ prices: { ...prices, isLoyaltyCardPrice: true } })).toEqual([
    ['16.8', null, '12.5'],
  ]);
  expect(read({ prices: { ...prices, isLoyaltyCardPrice: false } })).toEqual([
    ['12.5', '16.8', null],
  ]);
});
