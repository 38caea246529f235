import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { backTestAlert } from './alert-back-test.ts';

const day = (date: string, price: number | null) => ({
  atMs: Date.parse(`${date}T02:00:00Z`),
  priceCents: price === null ? null : cents(price * 100),
});
const YEAR = [
  day('2026-01-01', 299),
  day('2026-02-01', 249),
  day('2026-02-03', 219),
  day('2026-02-10', 299),
  day('2026-04-01', null),
  day('2026-05-03', 229),
];

test('counts each time the price came down to the target, once', () => {
  expect(backTestAlert(YEAR, cents(25_000))).toMatchObject({
    timesFired: 2,
    text: 'Would have fired 2 times in the last year, best $219, last on 3 May.',
  });
});

test('a price that was at the target from the start counts as once', () => {
  expect(backTestAlert(YEAR.slice(0, 1), cents(30_000)).timesFired).toBe(1);
});

test('going out of stock at the target and coming back is no second time', () => {
  const series = [day('2026-05-01', 200), day('2026-05-02', null), day('2026-05-03', 200)];
  expect(backTestAlert(series, cents(25_000)).timesFired).toBe(1);
});

test.each([
  [20_000, 'Would not have fired in the last year: the best price was $219, on 3 February.'],
  [21_900, 'Would have fired once in the last year, best $219, last on 3 February.'],
])('a target of %i cents', (target, text) => {
  expect(backTestAlert(YEAR, cents(target)).text).toBe(text);
});

test('a product that was never for sale', () => {
  expect(backTestAlert([day('2026-05-01', null)], cents(1)).text).toContain('not seen');
});
