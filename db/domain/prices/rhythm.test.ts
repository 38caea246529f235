import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { momentOfLocal } from '../calendar.ts';
import { cents } from '../money.ts';
import { DAY_MS, WEEK_MS } from '../time.ts';
import type { OfferPoint } from './best-price-series.ts';
import { isDeeper, isDueSoon, priceRhythm, RHYTHM_PROMISE, type Rhythm } from './rhythm.ts';
import { rhythmText } from './rhythm-text.ts';

/** A Wednesday, 0:00 in Brisbane: 1:00 where it is summer time. */
const FIRST_MS = Date.parse('2026-01-07T00:00:00+10:00');
const WEEKS = 46;
const NOW_MS = FIRST_MS + WEEKS * WEEK_MS + 2 * DAY_MS;

/** A price of $6.00 that is $3.00 for the whole of some weeks. */
function weekly(isSpecial: (week: number) => boolean): OfferPoint[] {
  return Array.from({ length: WEEKS + 1 }, (_, week) => ({
    atMs: FIRST_MS + week * WEEK_MS,
    priceCents: cents(isSpecial(week) ? 300 : 600),
  }));
}

/** Pseudo-random fractions by seed, 0 to 1. */
function fractions(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const found = (points: OfferPoint[], nowMs = NOW_MS): Rhythm => {
  const rhythm = priceRhythm(points, nowMs);
  if (!rhythm) throw new Error('no rhythm');
  return rhythm;
};

describe('a rhythm', () => {
  test('finds specials every fourth week and the days of the next', () => {
    const rhythm = found(weekly((week) => week % 4 === 3));
    expect(rhythm).toMatchObject({ everyWeeks: 4, offPercent: 50, specialCents: 300 });
    expect(rhythm.specials).toHaveLength(11);
    expect(new Date(rhythm.next.fromMs)).toEqual(new Date('2026-12-02T00:00:00+11:00'));
    expect(rhythm.next.toMs - rhythm.next.fromMs).toBe(WEEK_MS);
    expect(rhythm.next.chance).toBeGreaterThanOrEqual(RHYTHM_PROMISE);
    expect(rhythm.week.chance).toBeGreaterThan(2 * rhythm.week.plainChance);
  });

  test('survives a special that comes a week late', () => {
    const rhythm = found(weekly((week) => week % 5 === (week >= 20 && week < 25 ? 2 : 1)));
    expect(rhythm.everyWeeks).toBe(5);
    expect(rhythm.next.fromMs).toBeLessThanOrEqual(FIRST_MS + 51 * WEEK_MS);
    expect(rhythm.next.toMs).toBeGreaterThan(FIRST_MS + 51 * WEEK_MS);
  });

  test('mistakes neither an empty shelf nor an hour at a wrong price for a special', () => {
    const regular = weekly((week) => week % 4 === 3);
    const glitches = [30, 122].flatMap((day) => [
      { atMs: FIRST_MS + day * DAY_MS, priceCents: cents(100) },
      { atMs: FIRST_MS + day * DAY_MS + 3_600_000, priceCents: cents(600) },
      { atMs: FIRST_MS + (day + 1) * DAY_MS, priceCents: null },
      { atMs: FIRST_MS + (day + 2) * DAY_MS, priceCents: cents(600) },
    ]);
    const points = [...regular, ...glitches].sort((a, b) => a.atMs - b.atMs);
    expect(found(points).specials).toEqual(found(regular).specials);
  });

  test.each([
    ['few specials', (week: number) => week % 12 === 0],
    ['a steady price', () => false],
    ['a price that fell for good', (week: number) => week > 30],
  ])('is null for %s', (_what, isSpecial) => {
    expect(priceRhythm(weekly(isSpecial), NOW_MS)).toBeNull();
  });

  test('finds hardly any rhythm in random specials', () => {
    const random = fractions(7);
    const offers = Array.from({ length: 400 }, () => weekly(() => random() < 0.24));
    const withRhythm = offers.filter((points) => priceRhythm(points, NOW_MS));
    expect(withRhythm.length).toBeLessThanOrEqual(400 / 100);
  });

  test('needs more proof when more offers are tried', () => {
    const points = weekly((week) => week % 4 === 3);
    expect(priceRhythm(points, NOW_MS, 1e9)).toBeNull();
  });
});

const point = fc.record({
  atMs: fc.integer({ min: FIRST_MS, max: NOW_MS + 20 * WEEK_MS }),
  priceCents: fc.option(fc.integer({ min: 1, max: 100_000 }).map(cents)),
});

test('ignores everything after now', () => {
  const regular = weekly((week) => week % 4 === 3);
  const later = fc.array(
    point.map((one) => ({ ...one, atMs: Math.max(one.atMs, NOW_MS + 1) })),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(later, fc.integer({ min: 20, max: WEEKS }), (after, weeks) => {
      const nowMs = FIRST_MS + weeks * WEEK_MS + DAY_MS;
      const before = regular.filter(({ atMs }) => atMs <= nowMs);
      const future = after.toSorted((a, b) => a.atMs - b.atMs);
      expect(priceRhythm([...before, ...future], nowMs)).toEqual(priceRhythm(before, nowMs));
    }),
  );
});

test('for any past, a rhythm lies ahead and keeps its promised chance', () => {
  fc.assert(
    fc.property(fc.array(point, { maxLength: 120 }), (points) => {
      const rhythm = priceRhythm(
        points.toSorted((a, b) => a.atMs - b.atMs),
        NOW_MS,
        1 / 100,
      );
      if (!rhythm) return;
      expect(rhythm.next.fromMs).toBeGreaterThanOrEqual(NOW_MS);
      expect(rhythm.next.toMs).toBeGreaterThan(rhythm.next.fromMs);
      expect(rhythm.next.chance).toBeGreaterThanOrEqual(RHYTHM_PROMISE);
      expect(rhythm.next.chance).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

test('keeps specials at midnight across daylight saving', () => {
  const midnights = Array.from({ length: WEEKS + 1 }, (_, week) =>
    momentOfLocal(Date.UTC(2026, 0, 7) + week * WEEK_MS),
  );
  const points = midnights.map((atMs, week) => ({
    atMs,
    priceCents: cents(week % 4 === 3 ? 300 : 600),
  }));
  const rhythm = found(points);
  expect(midnights).toContain(rhythm.specials[0]?.fromMs);
  expect(rhythmText(rhythm, 'Gumnut Grocer')).toMatch(/Next likely 2–8 December\.$/);
});

describe('the next special', () => {
  const idle = found(weekly((week) => week % 4 === 3));
  const lasting = found(weekly((week) => week % 4 === 2));

  test('is due soon within two weeks, and not while one lasts', () => {
    expect(isDueSoon(idle, NOW_MS)).toBe(true);
    expect(isDueSoon(idle, idle.next.toMs - 2 * WEEK_MS - 1)).toBe(false);
    expect(isDueSoon(lasting, lasting.next.fromMs)).toBe(false);
  });

  test('is deeper than a price of which it saves a twentieth', () => {
    expect(isDeeper(idle, cents(316))).toBe(true);
    expect(isDeeper(idle, cents(310))).toBe(false);
  });

  test('the sentence names discount, interval, shop, price and days', () => {
    expect(rhythmText(idle, 'Gumnut Grocer')).toBe(
      'Half price about every 4 weeks at Gumnut Grocer, down to about $3.00. Next likely 2–8 December.',
    );
    expect(rhythmText(lasting, 'Gumnut Grocer')).toMatch(/On special now; next likely \d+/);
  });
});
