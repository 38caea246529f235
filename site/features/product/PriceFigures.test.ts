import { expect, test } from 'vitest';
import { cents } from '#domain/money.ts';
import { DAY_MS, iso } from '#domain/time.ts';
import { audText } from '#site/ui/price-text.ts';
import { htmlOf } from '../../../tests/support/draw.ts';
import { PriceFigures } from './PriceFigures.tsx';

const NOW_MS = Date.UTC(2026, 10, 27);
const daysAgo = (days: number) => NOW_MS - days * DAY_MS;
const points = [
  { atMs: daysAgo(100), priceCents: cents(300) },
  { atMs: daysAgo(10), priceCents: cents(400) },
  { atMs: NOW_MS, priceCents: cents(400) },
];
const chart = (gaps: { from: string; to: string }[]) => {
  const props = { points, isEstimate: false, charged: [], gaps, money: audText };
  return htmlOf(PriceFigures, props);
};

test('names no price of today when the last shop has run out', () => {
  expect(chart([])).toContain('today');
  const soldOut = chart([{ from: iso(daysAgo(5)), to: iso(NOW_MS) }]);
  expect(soldOut).not.toContain('today <strong');
  expect(soldOut).toContain('until 22 Nov <strong');
});

test('averages over the days in stock, and says why the line has gaps', () => {
  expect(chart([])).toContain('$3.10');
  const html = chart([{ from: iso(daysAgo(50)), to: iso(daysAgo(10)) }]);
  expect(html).toContain('$3.17');
  expect(html).toContain('Gaps in the line: no shop had it in stock.');
});

test('dates the middle of the line by its middle', () => {
  expect(chart([])).toContain('<span>8 Oct</span>');
});
