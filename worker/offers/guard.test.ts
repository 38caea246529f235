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
  it('accepts a price in Australian dollars, as cents', () => {
    expect(guardOffer(reading({ originalPrice: '59.95' }))).toMatchObject({
      offer: { priceCents: 4995, originalPriceCents: 5995 },
    });
  });

  it.each([
    ['no-price', { price: null }],
    ['price-not-positive', { price: '0' }],
    ['price-not-positive', { price: 'free' }],
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

  it.each([
    ['https://evil.example/phish', false],
    ['https://user:pass@shop.example/p/1', false],
    ['https://user@shop.example/p/1', false],
    ['https://:pass@shop.example/p/1', false],
    ['no address', false],
    ['http://127.0.0.1:22/', false],
    ['https://shop.example.evil.example/', false],
    ['https://www.shop.example/p/1', true],
    ['https://m.shop.example/p/1', true],
  ])('sends shoppers to %s: %s', (url, isSent) => {
    const verdict = guardOffer(reading({ url }), { website: 'https://shop.example' });
    if (isSent) expect(verdict).toHaveProperty('offer.url', url);
    else expect(verdict).toEqual({ refused: 'link-elsewhere' });
  });

  it('uses the currency of the profile only if the page states none', () => {
    expect(guardOffer(reading({ currency: null }), { defaultCurrency: 'AUD' })).toHaveProperty(
      'offer',
    );
    expect(guardOffer(reading({ currency: 'USD' }), { defaultCurrency: 'AUD' })).toEqual({
      refused: 'currency-not-aud',
    });
  });

  it('applies the limit of the category', () => {
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

  it.each([
    ['10000.00', '1000000.00', 100_000_000],
    ['10000.00', '1000000.01', null],
    ['10000.00', null, null],
    ['0.01', '0.02', 2],
  ])(
    'of a price of %s and a "was" of %s keeps the "was" of %s cents',
    (price, originalPrice, cents) => {
      expect(guardOffer(reading({ price, originalPrice }))).toMatchObject({
        offer: { originalPriceCents: cents },
      });
    },
  );

  const extras = (over: Partial<OfferReading>) => {
    const verdict = guardOffer(reading(over));
    if ('refused' in verdict) throw new Error(verdict.refused);
    return verdict.offer;
  };

  it.each([
    ['0.01', '0.01'],
    ['1000000.00', '1000000.00'],
    ['0.00', null],
    ['1000000.01', null],
    ['free', null],
    [null, null],
  ])('of a member price of %s keeps %s', (memberPrice, kept) => {
    expect(extras({ memberPrice }).memberPrice).toBe(kept);
  });

  it.each([
    ['0.00', '0.00'],
    ['12.50', '12.50'],
    ['1000000.01', null],
    [null, null],
  ])('of a delivery of %s keeps %s', (deliveryCost, kept) => {
    expect(extras({ deliveryCost }).deliveryCost).toBe(kept);
  });

  it.each([
    [2, '5.00', true],
    [1_000, '5.00', true],
    [1, '5.00', false],
    [1_001, '5.00', false],
    [2.5, '5.00', false],
    [2, '0.00', false],
  ])('a deal of %s for %s is possible: %s', (quantity, total, isKept) => {
    const multiBuy = { quantity, total };
    expect(extras({ multiBuy }).multiBuy).toEqual(isKept ? multiBuy : null);
  });

  it.each([
    [
      { value: 5, count: 100_000_000 },
      { value: 5, count: 100_000_000 },
    ],
    [
      { value: 0.5, count: 0 },
      { value: 0.5, count: 0 },
    ],
    [
      { value: 4, count: null },
      { value: 4, count: null },
    ],
    [
      { value: 4, count: 100_000_001 },
      { value: 4, count: null },
    ],
    [
      { value: 4, count: 1.5 },
      { value: 4, count: null },
    ],
    [
      { value: 4, count: -1 },
      { value: 4, count: null },
    ],
    [{ value: 0, count: 3 }, null],
    [{ value: 5.1, count: 3 }, null],
    [null, null],
  ])('of a rating of %o keeps %o', (rating, kept) => {
    expect(extras({ rating }).rating).toEqual(kept);
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
