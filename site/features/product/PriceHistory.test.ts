import { expect, test } from 'vitest';
import { DAY_MS, iso } from '#domain/time.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import type { Call } from '#site/ui/use-call.ts';
import { htmlOf } from '../../../tests/support/draw.ts';
import { PriceHistory } from './PriceHistory.tsx';

const NOW_MS = Date.UTC(2026, 10, 27);

/** The widget once its call has succeeded; `prices` in dollars, a day apart. */
function historyOf(prices: number[], own: Partial<PriceHistoryAnswer>) {
  const points = prices.map((price, index) => {
    return { date: iso(NOW_MS - (prices.length - index) * DAY_MS), price };
  });
  const data = { points, gaps: [], to: iso(NOW_MS), isEstimate: false, ...own };
  const history = { state: { status: 'success', data } } as unknown as Call<PriceHistoryAnswer>;
  return htmlOf(PriceHistory, { history });
}

test.each([
  ['falls to its lowest', [700, 600, 529], 'Price going down', 'great-deal', 'Great deal'],
  ['ends where it began', [529, 629, 429, 529], 'Price stable', 'fair', 'Fair price'],
  ['rises to its highest', [400, 450, 529], 'Price going up', 'high', 'High price'],
] as const)('a history that %s says: %s, %s', (_, prices, trend, analysis, text) => {
  const html = historyOf([...prices], { analysis });
  expect(html).toContain(trend);
  expect(html).toContain(`>${text}<`);
});

test('without an analysis only the trend is stated', () => {
  expect(historyOf([700, 529], { analysis: null })).not.toMatch(/Great deal|Fair price|High price/);
});

test('without history labels its line an estimate', () => {
  expect(historyOf([], { isEstimate: true })).toContain('this line is an <strong>estimate');
});
