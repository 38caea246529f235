import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '#domain/money.ts';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { emptyCandidate, offerOf } from '../extract/values/candidate.ts';
import { guardOffer, MAX_PLAUSIBLE_CENTS } from './guard.ts';

function reading(over: Partial<OfferReading>): OfferReading {
  const offer = offerOf(
    { ...emptyCandidate('json-ld'), name: 'Kettle', price: '49.95', currency: 'AUD' },
    'https://shop.example/p/1',
  );
  if (!offer) throw new Error('the fixture has a name');
  return { ...offer, ...over };
}

describe('guardOffer', () => {
  it('passes a price in Australian dollars as cents', () => {
    expect(guardOffer(reading({ originalPrice: '59.95' }))).toMatchObject({
      offer: { priceCents: 4995, originalPriceCents: 5995 },
    });
  });

  it.each([
    ['no-price', { price: null }],
    ['price-not-positive', { price: '0' }],
    ['price-not-positive', { price: '0.00' }],
    ['price-not-positive', { price: '-5' }],
    ['price-not-positive', { price: 'NaN' }],
    ['price-not-positive', { price: 'Infinity' }],
    ['price-not-positive', { price: '1e309' }],
    ['price-implausible', { price: '1000000.01' }],
    ['currency-not-aud', { currency: 'USD' }],
    ['currency-not-aud', { currency: null }],
    ['name-missing', { name: '  ' }],
    ['too-complex', { url: `https://shop.example/${'x'.repeat(2_000)}` }],
  ] as const)('refuses with %s: %o', (refused, over) => {
    expect(guardOffer(reading(over))).toEqual({ refused });
  });

  it('takes the currency of the profile only where the page states none', () => {
    expect(guardOffer(reading({ currency: null }), { defaultCurrency: 'AUD' })).toHaveProperty(
      'offer',
    );
    expect(guardOffer(reading({ currency: 'USD' }), { defaultCurrency: 'AUD' })).toEqual({
      refused: 'currency-not-aud',
    });
  });

  it('keeps to the limit of the category', () => {
    expect(guardOffer(reading({ price: '50.01' }), { categoryMaxCents: cents(5000) })).toEqual({
      refused: 'price-implausible',
    });
    expect(
      guardOffer(reading({ price: '50.00' }), { categoryMaxCents: cents(5000) }),
    ).toHaveProperty('offer');
  });

  it('drops a "was" that is not above the price', () => {
    expect(guardOffer(reading({ originalPrice: '49.95' }))).toMatchObject({
      offer: { originalPriceCents: null },
    });
    expect(guardOffer(reading({ originalPrice: '10.00' }))).toMatchObject({
      offer: { originalPriceCents: null },
    });
  });

  it('refuses impossible prices', () => {
    const price = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.stringMatching(/^\d{1,14}(\.\d{1,4})?$/),
    );
    fc.assert(
      fc.property(price, (text) => {
        const result = guardOffer(reading({ price: text }));
        if ('refused' in result) return;
        expect(Number.isSafeInteger(result.offer.priceCents)).toBe(true);
        expect(result.offer.priceCents).toBeGreaterThanOrEqual(1);
        expect(result.offer.priceCents).toBeLessThanOrEqual(MAX_PLAUSIBLE_CENTS);
      }),
      { numRuns: 2_000 },
    );
  });
});
