import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#domain/money.ts';
import { isBuyable } from '#domain/offers/availability.ts';
import { recommendationOf } from './recommendation.ts';
import { ruleScores, type ScoredOffer } from './rule-score.ts';

let shops = 0;

/** An offer of a separate shop. */
function offer(price: number, over: Partial<ScoredOffer> = {}): ScoredOffer {
  const priceCents = cents(price);
  shops += 1;
  return {
    priceCents,
    availability: 'in_stock',
    canBuy: isBuyable(over.availability ?? 'in_stock'),
    ratingAverage: null,
    ratingCount: null,
    trustScore10: 7,
    retailerName: `Shop ${shops}`,
    ...over,
  };
}

describe('scores', () => {
  test('the cheapest of the shops has the best price score', () => {
    const group = [offer(8_000), offer(10_000), offer(12_000)];
    const [cheap, middle, dear] = group.map((one) => ruleScores(one, group, null).price);
    expect(cheap).toBe(100);
    expect(middle).toBe(60);
    expect(dear).toBe(20);
  });

  test('the price score is the standing in its year, and neutral without year or other shops', () => {
    const alone = offer(80);
    expect(ruleScores(alone, [alone], 93).price).toBe(93);
    expect(ruleScores(alone, [alone], null).price).toBe(60);
  });

  test('no offer to wait for is good, however good its product', () => {
    const loved = offer(80, { ratingAverage: 5, ratingCount: 9_000, trustScore10: 10 });
    const judged = { quality: 100, value: 100 };
    expect(ruleScores(loved, [loved], 20, judged).overall).toBe(59);
    expect(ruleScores(loved, [loved], 21, judged).overall).toBeGreaterThan(59);
  });

  test('an unavailable offer is not compared with and scores lower overall', () => {
    const gone = offer(5_000, { availability: 'out_of_stock' });
    const here = offer(10_000);
    expect(ruleScores(here, [gone, here], null).price).toBe(60);
    expect(ruleScores(gone, [gone, here], null).overall).toBeLessThan(
      ruleScores(here, [gone, here], null).overall,
    );
  });

  test('one perfect rating does not beat a thousand good ones', () => {
    const lucky = offer(100, { ratingAverage: 5, ratingCount: 1 });
    const proven = offer(100, { ratingAverage: 4.6, ratingCount: 1_000 });
    expect(ruleScores(proven, [proven], null).quality).toBeGreaterThan(
      ruleScores(lucky, [lucky], null).quality,
    );
  });

  test('every score is a whole number from 0 to 100, and a lower price never scores worse', () => {
    const anyOffer = fc
      .record({
        price: fc.integer({ min: 1, max: 10_000_000 }),
        rating: fc.option(fc.double({ min: -1, max: 9, noNaN: true })),
        count: fc.option(fc.integer({ min: -5, max: 1_000_000 })),
        trust: fc.double({ min: -1, max: 12, noNaN: true }),
      })
      .map(({ price, rating, count, trust }) =>
        offer(price, { ratingAverage: rating, ratingCount: count, trustScore10: trust }),
      );
    fc.assert(
      fc.property(fc.array(anyOffer, { minLength: 1, maxLength: 8 }), (group) => {
        const scored = group.map((one) => ({ one, scores: ruleScores(one, group, null) }));
        for (const { scores } of scored) {
          for (const score of Object.values(scores)) {
            expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
          }
        }
        const byPrice = scored.toSorted((a, b) => a.one.priceCents - b.one.priceCents);
        for (const [index, { scores }] of byPrice.entries()) {
          expect(scores.price).toBeLessThanOrEqual(byPrice[index - 1]?.scores.price ?? 100);
        }
      }),
    );
  });
});

describe('words', () => {
  test('state what was observed', () => {
    const best = offer(7_000, {
      ratingAverage: 4.6,
      ratingCount: 1_204,
      trustScore10: 9,
    });
    const group = [best, offer(13_000), offer(10_000)];
    expect(recommendationOf(best, group)).toEqual({
      reason: 'Lowest of 3 shops, $30.00 under their average.',
      highlights: ['Rated 4.6 of 5 in 1,204 ratings.', 'Shop trust score 9 of 10.'],
    });
  });

  test('count a shop with several sellers once in the average', () => {
    const best = offer(7_000, { retailerName: 'Pademelon' });
    const sellers = [13_000, 20_000].map((price) => offer(price, { retailerName: 'Voltaroo' }));
    expect(recommendationOf(best, [best, ...sellers]).reason).toBe(
      'Lowest of 2 shops, $30.00 under their average.',
    );
  });

  test('state how many shops the ratings come from', () => {
    const first = offer(7_000, { ratingAverage: 4.6, ratingCount: 700 });
    const second = offer(9_000, { ratingAverage: 4.4, ratingCount: 300 });
    expect(recommendationOf(first, [first, second]).highlights).toContain(
      'Rated 4.5 of 5 in 1,000 ratings at 2 shops.',
    );
    const sameShop = { ...second, retailerName: first.retailerName };
    expect(recommendationOf(first, [first, sameShop]).reason).toBe(
      'Rated 4.5 of 5 in 1,000 ratings.',
    );
  });

  test('do not praise an offer that is expensive, gone or alone', () => {
    const dear = offer(11_200);
    expect(recommendationOf(dear, [dear, offer(10_000)]).reason).toBe(
      '$12.00 above the lowest of 2 shops.',
    );
    const gone = offer(100, { availability: 'sold_out' });
    expect(recommendationOf(gone, [gone]).reason).toBe('Cannot be bought right now.');
    const alone = offer(9_900, { retailerName: 'Corner Shop' });
    expect(recommendationOf(alone, [alone])).toEqual({
      reason: '$99.00 at Corner Shop, the only shop we know for it.',
      highlights: [],
    });
  });

  test('a shop at the same price as the lowest is among the lowest', () => {
    const one = offer(10_000);
    expect(recommendationOf(one, [one, offer(10_000), offer(12_000)]).reason).toBe(
      'Lowest of 3 shops.',
    );
  });
});
