import { expect, test } from 'vitest';
import { dayOf, dayStart, dayText, isoDay } from '../calendar.ts';
import { cents } from '../money.ts';
import {
  backTestAlert,
  bestPriceSeries,
  dailyLowest,
  unbuyableStretches,
  withoutGlitches,
} from './best-price-series.ts';

const at = (atMs: number, price: number | null) => ({
  atMs,
  priceCents: price === null ? null : cents(price),
});

test('the best price is the lowest at every moment, and changes only when the lowest changes', () => {
  const series = bestPriceSeries([
    [at(0, 300), at(20, 250), at(40, 400)],
    [at(10, 280), at(30, 290), at(50, null)],
  ]);
  expect(series).toEqual([at(0, 300), at(10, 280), at(20, 250), at(40, 290), at(50, 400)]);
});

test('offers that change in the same minute make one change', () => {
  expect(
    bestPriceSeries([
      [at(0, 300), at(9, 100)],
      [at(0, 200), at(9, 500)],
    ]),
  ).toEqual([at(0, 200), at(9, 100)]);
});

test('a product that no shop sells has a gap instead of a price', () => {
  const series = bestPriceSeries([[at(0, null), at(5, 300), at(10, null), at(20, 310)]]);
  expect(series).toEqual([at(5, 300), at(10, null), at(20, 310)]);
  expect(unbuyableStretches(series, 0, 100)).toEqual([{ fromMs: 10, toMs: 20 }]);
  expect(unbuyableStretches(series, 12, 15)).toEqual([{ fromMs: 12, toMs: 15 }]);
});

test('a price of less than half a day is a glitch, unless it is the last or nearly all there is', () => {
  const day = (days: number, price: number | null) => at(days * 86_400_000, price);
  expect(withoutGlitches([day(0, 300), day(50, 900), day(50.4, 300), day(60, 310)])).toEqual([
    day(0, 300),
    day(60, 310),
  ]);
  const untouched = [day(0, 300), day(50, 900), day(50.5, null), day(50.6, 300)];
  expect(withoutGlitches(untouched)).toEqual(untouched);
  const hours = [day(0, 300), day(0.2, 250)];
  expect(withoutGlitches(hours)).toEqual(hours);
});

test('each day has its lowest price, including one carried over midnight', () => {
  const noon = Date.parse('2026-05-02T12:00:00+10:00');
  const hour = 3_600_000;
  const series = [at(noon, 300), at(noon + 26 * hour, 200), at(noon + 27 * hour, 400)];
  expect(dailyLowest(series, noon, noon + 50 * hour)).toEqual([
    { day: '2026-05-02', priceCents: 300 },
    { day: '2026-05-03', priceCents: 200 },
    { day: '2026-05-04', priceCents: 400 },
  ]);
});

test('a price that ends at midnight does not count for the next day', () => {
  const midnight = Date.parse('2026-05-04T00:00:00+10:00');
  const hour = 3_600_000;
  const series = [at(midnight - 30 * hour, 200), at(midnight, 300)];
  expect(dailyLowest(series, midnight - 48 * hour, midnight + hour)).toEqual([
    { day: '2026-05-02', priceCents: 200 },
    { day: '2026-05-03', priceCents: 200 },
    { day: '2026-05-04', priceCents: 300 },
  ]);
  // Nor for a range that begins there; a range that ends there has the price of its end.
  expect(dailyLowest(series, midnight, midnight)).toEqual([{ day: '2026-05-04', priceCents: 300 }]);
});

test.each([
  ['between midnight and one in summer', '2026-11-22T13:30:00Z', '23 November'],
  ['just before midnight in summer', '2026-11-22T12:59:00Z', '22 November'],
  ['just before midnight in winter', '2026-07-22T13:59:00Z', '22 July'],
  ['before the clocks go forward', '2026-10-03T15:59:00Z', '4 October'],
  ['at the end of the day of 23 hours', '2026-10-04T12:59:00Z', '4 October'],
  ['in the hour that repeats', '2026-04-04T16:30:00Z', '5 April'],
  ['at the end of the day of 25 hours', '2026-04-05T13:59:00Z', '5 April'],
])(
  'a change %s has one date on the chart, in open data and in sentences',
  (_when, moment, text) => {
    const ms = Date.parse(moment);
    const series = [at(ms - 86_400_000, 300), at(ms, 200)];
    const { day } =
      dailyLowest(series, ms - 86_400_000, ms).find((each) => each.priceCents === 200) ?? {};
    expect(day).toBe(isoDay(dayOf(ms)));
    expect(dayStart(dayOf(ms))).toBeLessThanOrEqual(ms);
    expect(dayText(Date.parse(`${day}T02:00:00Z`))).toBe(text);
    expect(backTestAlert(series, cents(200), ms).text).toContain(`on ${text}.`);
  },
);

const on = (date: string, price: number | null) => ({
  atMs: Date.parse(`${date}T02:00:00Z`),
  priceCents: price === null ? null : cents(price * 100),
});
const NOW_MS = Date.parse('2026-12-31T02:00:00Z');
const YEAR = [
  on('2026-01-01', 299),
  on('2026-02-01', 249),
  on('2026-02-03', 219),
  on('2026-02-10', 299),
  on('2026-04-01', null),
  on('2026-05-03', 229),
];

test('counts each time the price came down to the target, once', () => {
  expect(backTestAlert(YEAR, cents(25_000), NOW_MS)).toMatchObject({
    timesFired: 2,
    text: 'You’d have had 2 alerts in the past year, the last on 3 May. The best price was $219.00.',
  });
});

test('a price that was at the target from the start counts as once', () => {
  expect(backTestAlert(YEAR.slice(0, 1), cents(30_000), NOW_MS).timesFired).toBe(1);
});

test('does not count again after a gap in stock at the target', () => {
  const series = [on('2026-05-01', 200), on('2026-05-02', null), on('2026-05-03', 200)];
  expect(backTestAlert(series, cents(25_000), NOW_MS).timesFired).toBe(1);
});

test.each([
  [20_000, 'You’d have had no alert in the past year: the best price was $219.00, on 3 February.'],
  [21_900, 'You’d have had one alert in the past year, on 3 February. The best price was $219.00.'],
])('a target of %i cents', (target, text) => {
  expect(backTestAlert(YEAR, cents(target), NOW_MS).text).toBe(text);
});

test('states since when prices are known if that is less than a year', () => {
  expect(backTestAlert(YEAR, cents(20_000), Date.parse('2026-06-01T02:00:00Z')).text).toBe(
    'You’d have had no alert since 1 January: the best price was $219.00, on 3 February.',
  );
});

test('a product that was never for sale', () => {
  expect(backTestAlert([on('2026-05-01', null)], cents(1), NOW_MS).text).toContain('not seen');
});
