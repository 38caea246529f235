import { expect, test } from 'vitest';
import { pooledRating } from './pooled-rating.ts';

test("weighs each shop's rating by its count", () => {
  const offers = [
    { ratingAverage: 5, ratingCount: 1 },
    { ratingAverage: 4, ratingCount: 9 },
    { ratingAverage: null, ratingCount: null },
    { ratingAverage: 1, ratingCount: 0 },
  ];
  expect(pooledRating(offers)).toEqual({ average: 4.1, count: 10 });
});

test('claims no rating without ratings', () => {
  expect(pooledRating([{ ratingAverage: null, ratingCount: null }])).toEqual({
    average: 0,
    count: 0,
  });
});
