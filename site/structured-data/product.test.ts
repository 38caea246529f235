import { expect, test } from 'vitest';
import { type Availability, isBuyable } from '#domain/offers/availability.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { priceValidUntil, productWithOffers } from './product.ts';

/** A product with these offers. */
const productWith = (...offers: [price: number, availability: Availability][]) =>
  ({
    name: 'Kettle',
    rating: { average: 0, count: 0 },
    variants: [],
    rhythm: null,
    offers: offers.map(([currentPrice, availability]) => ({
      currentPrice,
      availability,
      canBuy: isBuyable(availability),
      productUrl: 'https://kite.example/1',
      retailer: { name: 'Kite' },
    })),
  }) as unknown as ProductDetail;
const rangeOf = (product: ProductDetail) => {
  const { offers } = productWithOffers(product, 'https://x.example/products/1') as unknown as {
    offers: { lowPrice: string; highPrice: string; offerCount: number };
  };
  return [offers.lowPrice, offers.highPrice, offers.offerCount];
};

test('the lowest price is that of a buyable offer if there is one', () => {
  expect(rangeOf(productWith([10, 'sold_out'], [20, 'in_stock'], [30, 'limited']))).toEqual([
    '20.00',
    '30.00',
    3,
  ]);
  expect(rangeOf(productWith([10, 'sold_out'], [20, 'unknown']))).toEqual(['20.00', '20.00', 2]);
  expect(rangeOf(productWith([10, 'sold_out'], [20, 'pre_order']))).toEqual(['10.00', '20.00', 2]);
});

test('a price is valid for seven days in the shoppers’ time zone', () => {
  expect(priceValidUntil(Date.parse('2026-11-21T12:59:00Z'))).toBe('2026-11-28');
  expect(priceValidUntil(Date.parse('2026-11-21T13:00:00Z'))).toBe('2026-11-29');
  // The period includes a day of 25 hours.
  expect(priceValidUntil(Date.parse('2026-03-31T12:30:00Z'))).toBe('2026-04-07');
});
