import { expect, it } from 'vitest';
import { cents } from '#domain/money.ts';
import { backTest } from '#site/features/product/AlertModal.tsx';

const points = [200, 300, 250, 240, 300, 200].map((price, atMs) => ({
  atMs,
  priceCents: cents(price * 100),
}));

it('counts each fall to the target once', () => {
  expect(backTest(points, 25_000)).toEqual({ fired: 2, lastAtMs: 5 });
});

it('does not count a price that was there from the start', () => {
  expect(backTest(points.slice(0, 1), 30_000)).toEqual({ fired: 0, lastAtMs: null });
});
