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

test('picks the cheapest trusted shop of the best product, with the reason', () => {
  expect(pickOf([offer('a', 120, 7), offer('a', 100, 8.2), offer('b', 50)])).toMatchObject({
    offer: { _id: 'a', currentPrice: 100 },
    why: 'Cheapest of 2 shops, trust 8.2/10.',
  });
});

test('skips a product whose cheapest shop is not trusted, and never picks a dearer sibling', () => {
  const pick = pickOf([offer('a', 90, 4), offer('a', 100, 9), offer('b', 150, 8)]);
  expect(pick?.offer).toMatchObject({ _id: 'b', currentPrice: 150 });
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
