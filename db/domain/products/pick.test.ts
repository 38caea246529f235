import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBuyable } from '../offers/availability.ts';
import { type Pickable, pickOf } from './pick.ts';

const offer = (_id: string, currentPrice: number, trustScore = 8, own: Partial<Pickable> = {}) => ({
  _id,
  currentPrice,
  availability: 'in_stock' as const,
  canBuy: isBuyable(own.availability ?? 'in_stock'),
  retailer: { name: `Shop ${trustScore}`, trustScore },
  ...own,
});

test('picks the cheapest shop of the best product, with the reason', () => {
  expect(pickOf([offer('a', 120, 7), offer('a', 100, 8.2), offer('b', 50)])).toMatchObject({
    offer: { _id: 'a', currentPrice: 100 },
    why: 'Cheapest of 2 shops, trust 8.2/10.',
  });
});

test('names the cheapest trusted shop beside one that is not', () => {
  const offers = [offer('a', 1290, 4), offer('a', 1400, 9), offer('a', 1350, 6), offer('b', 150)];
  expect(pickOf(offers)).toMatchObject({
    offer: { _id: 'a', currentPrice: 1290 },
    why: 'Cheapest of 3 shops, trust 4.0/10; $1,350.00 at Shop 6, trust 6.0/10.',
  });
  expect(pickOf([offer('a', 90, 4)])?.why).toBe('The only shop with it, trust 4.0/10.');
});

test('skips a product to wait for, and picks none where all are', () => {
  const wait = { buyVerdict: { word: 'wait' as const, text: '' } };
  expect(pickOf([offer('a', 90, 8, wait), offer('b', 150)])?.offer._id).toBe('b');
  expect(pickOf([offer('a', 90, 8, wait), offer('b', 150, 5)])?.offer._id).toBe('b');
  expect(pickOf([offer('a', 90, 8, wait)])).toBeNull();
});

test('prefers the more trusted shop at an equal price', () => {
  expect(pickOf([offer('a', 90, 6), offer('a', 90, 9)])?.offer.retailer.trustScore).toBe(9);
});

test('accepts unknown stock with a note, and skips offers out of stock', () => {
  const unknown = offer('a', 90, 8, { availability: 'unknown' });
  expect(pickOf([offer('a', 80, 8, { availability: 'sold_out' }), unknown])).toEqual({
    offer: unknown,
    why: 'The only shop with it, trust 8.0/10; stock not stated.',
  });
  expect(pickOf([])).toBeNull();
});

test('never picks an offer when a cheaper one of its product is available', () => {
  const any = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    price: fc.integer({ min: 1, max: 9 }),
    trust: fc.integer({ min: 0, max: 10 }),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1 }), (rows) => {
      const offers = rows.map(({ id, price, trust }) => offer(id, price, trust));
      const picked = pickOf(offers)?.offer;
      const siblings = offers.filter(({ _id }) => _id === picked?._id);
      expect(picked?.currentPrice).toBe(Math.min(...siblings.map((one) => one.currentPrice)));
    }),
  );
});
