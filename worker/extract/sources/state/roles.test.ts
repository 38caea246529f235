import { expect, it } from 'vitest';
import { priceRole, roleWithin } from './roles.ts';

it.each([
  ['currentretailprice', 'now'],
  ['effectiveprice', 'now'],
  ['campaignprice', 'sale'],
  ['pricebeforebonus', 'was'],
  ['regretail', 'list'],
  ['onetimeprice', 'price'],
  ['currentretailmin', 'low'],
  ['maxprice', 'high'],
])('%s is a price of the role %s', (key, role) => {
  expect(priceRole(key)).toBe(role);
});

it.each([
  ['for members', 'clubprice'],
  ['for a unit', 'priceperkg'],
  ['for many pieces', 'wholesaleprice'],
  ['of another time', 'nextprice'],
  ['paid by the week', 'weeklyprice'],
  ['before tax', 'priceexgst'],
  ['in other money', 'usdprice'],
  ['of before, by law', 'lowest30dayprice'],
  ['in the shop alone', 'instoreprice'],
  ['no amount', 'pricetype'],
  ['an id with dots', '$product:1.price'],
  ['no price at all', 'retaillimit'],
])('a price %s is none: %s', (_what, key) => {
  expect(priceRole(key)).toBeNull();
});

it('within an object of prices a key need not say "price"', () => {
  expect([priceRole('before'), roleWithin('before')]).toEqual([null, 'was']);
});
