import { describe, expect, test } from 'vitest';
import { cents } from '../money.ts';
import { deliveryOf, postcodeOf } from './delivered-price.ts';
import type { DeliveryFact } from './retailer-facts.ts';

const fact = (own: Partial<DeliveryFact>): DeliveryFact => ({
  rates: [],
  freeFromCents: null,
  pickUpCents: null,
  source: 'https://kite.test/delivery',
  checkedOn: '2026-11-29',
  ...own,
});
const goods = (costCents: number, deliveryCents: number | null = null) => ({
  costCents: cents(costCents),
  deliveryCents: deliveryCents === null ? null : cents(deliveryCents),
});
const exactly = (amount: number) => ({ cents: amount, isFrom: false });
const from = (amount: number) => ({ cents: amount, isFrom: true });

const flat = fact({ rates: [{ costCents: 995 }], freeFromCents: 5_000 });

describe('an order of one thing', () => {
  test.each([
    ['nobody has read the shop', null, goods(4_000), null],
    ['the cost varies', fact({}), goods(4_000), null],
    ['a flat rate', flat, goods(4_999), exactly(995)],
    ['the threshold is reached to the cent', flat, goods(5_000), exactly(0)],
    ['it varies below the threshold', fact({ freeFromCents: 5_000 }), goods(4_999), null],
    [
      'it varies, and the threshold is reached',
      fact({ freeFromCents: 5_000 }),
      goods(5_000),
      exactly(0),
    ],
    [
      'a rate to metro',
      fact({ rates: [{ costCents: 900, area: 'metro areas' }] }),
      goods(1),
      from(900),
    ],
    ['its own cost', flat, goods(4_000, 5_500), exactly(5_500)],
    ['its own cost beats the threshold', flat, goods(9_000, 995), exactly(995)],
    ['its own free delivery', flat, goods(4_000, 0), exactly(0)],
    ['its own cost, the shop unread', null, goods(4_000, 700), exactly(700)],
  ])('%s', (_what, shop, one, expected) => {
    expect(deliveryOf([one], shop, null)).toEqual(expected);
  });
});

describe('an order of several things', () => {
  test.each([
    ['pays delivery once', flat, [goods(1_000), goods(2_000)], exactly(995)],
    ['reaches the threshold together', flat, [goods(2_500), goods(2_500)], exactly(0)],
    [
      'waives an own cost of the standard rate',
      flat,
      [goods(2_500, 995), goods(2_500)],
      exactly(0),
    ],
    ['waives no higher own cost', flat, [goods(2_500, 5_500), goods(2_500)], exactly(5_500)],
    ['pays equal own costs once', null, [goods(1, 700), goods(1, 700)], exactly(700)],
    ['may pay different costs together', flat, [goods(1_000, 5_500), goods(1_000)], from(5_500)],
    ['pays the rate of what is not free', flat, [goods(1_000, 0), goods(1_000)], exactly(995)],
    ['is unknown where one part is', null, [goods(1_000, 0), goods(1_000)], null],
  ])('%s', (_what, shop, all, expected) => {
    expect(deliveryOf(all, shop, null)).toEqual(expected);
  });

  test('of nothing has no delivery', () => expect(deliveryOf([], flat, null)).toBeNull());
});

describe('rates by postcode', () => {
  const melbourne = fact({
    rates: [{ costCents: 990, postcodes: ['3000-3207', '3335'] }, { costCents: 1_990 }],
  });
  const only = fact({ rates: [{ costCents: 990, postcodes: ['3000-3207'] }] });

  test.each([
    ['inside a range', melbourne, '3207', exactly(990)],
    ['a single postcode', melbourne, '3335', exactly(990)],
    ['elsewhere', melbourne, '3208', exactly(1_990)],
    ['not given: the least', melbourne, null, from(990)],
    ['for which the shop states nothing', only, '0800', null],
    ['not given, one range', only, null, from(990)],
  ])('%s', (_what, shop, postcode, expected) => {
    expect(deliveryOf([goods(1_000)], shop, postcode)).toEqual(expected);
  });

  test.each([
    ['3000', '3000'],
    [' 0800 ', '0800'],
    ['300', null],
    ['30000', null],
    ['3000-3207', null],
    [null, null],
  ])('%s is the postcode %s', (text, postcode) => expect(postcodeOf(text)).toBe(postcode));
});
