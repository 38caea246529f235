import { describe, expect, test } from 'vitest';
import { isBeyondStep } from '#domain/prices/price-change.ts';
import { cents } from '../money.ts';
import {
  type JudgedReading,
  pageVerdict,
  quarantineReason,
  READINGS_REMEMBERED,
  type ReadingVerdict,
  rememberReadings,
} from './run-quarantine.ts';

const VERDICTS: Record<string, ReadingVerdict> = {
  s: 'sane',
  m: 'moved',
  v: 'vanished',
  f: 'failed',
};

/** 'ssm' → two sane readings and one that moved, each of another offer. */
function readings(letters: string, from = 0): JudgedReading[] {
  return [...letters].map((letter, index) => ({
    of: `offer-${from + index}`,
    verdict: VERDICTS[letter] ?? 'sane',
  }));
}

describe('a run is quarantined', () => {
  test.each([
    ['mmm', 'moved'],
    ['vvv', 'vanished'],
    ['fff', 'failed'],
    ['sssmmm', 'moved'],
    ['ssmmff', 'moved'],
    ['smffff', 'failed'],
    [`${'s'.repeat(5)}mmmmm`, 'moved'],
    [`${'s'.repeat(15)}mmmmm`, 'moved'],
    [`${'s'.repeat(36)}${'m'.repeat(12)}`, 'moved'],
  ])('after %s', (letters, reason) => {
    expect(quarantineReason(readings(letters))).toBe(reason);
  });

  test.each([
    [''],
    ['mm'],
    ['ssssmmm'],
    [`${'s'.repeat(6)}mmmm`],
    [`${'s'.repeat(16)}mmmm`],
    [`${'s'.repeat(37)}${'m'.repeat(11)}`],
    ['s'.repeat(48)],
  ])('not after %s', (letters) => {
    expect(quarantineReason(readings(letters))).toBeNull();
  });
});

describe('which readings a run keeps', () => {
  test('counts an offer once, with its newest reading', () => {
    const twice = rememberReadings(readings('mms'), readings('mm'));
    expect(twice.map(({ of }) => of)).toEqual(['offer-2', 'offer-0', 'offer-1']);
    expect(quarantineReason(twice)).toBeNull();
    const mended = rememberReadings(readings('mm'), readings('s'));
    expect(mended.map(({ verdict }) => verdict)).toEqual(['moved', 'sane']);
  });

  test('drops old readings, but keeps all of the current page', () => {
    const old = readings('m'.repeat(READINGS_REMEMBERED));
    const many = rememberReadings(old, readings('s'.repeat(48), 100));
    expect(many).toHaveLength(48);
    expect(rememberReadings(many, readings('m', 200))).toHaveLength(READINGS_REMEMBERED);
  });
});

test('a page is bad when at least a quarter of its readings are', () => {
  expect(pageVerdict([])).toBeNull();
  expect(pageVerdict(readings('s'))).toBe('sane');
  expect(pageVerdict(readings('m'))).toBe('moved');
  expect(pageVerdict(readings('smsss'))).toBe('sane');
  expect(pageVerdict(readings('smss'))).toBe('moved');
});

test.each([
  [10_000, 4_000, false],
  [10_000, 3_999, true],
  [10_000, 8_000, false],
  [10_000, 30_000, false],
  [10_000, 30_001, true],
  [10_000, 100_000, true],
  [199_900, 1_999, true],
])('from %i to %i cents is beyond a plausible step: %s', (known, price, isBeyond) => {
  expect(isBeyondStep(cents(known), cents(price))).toBe(isBeyond);
});
