import { expect, test } from 'vitest';
import { memoized, memoizedByKey } from './shared-answers.ts';

test('concurrent callers share one result, and a later caller gets a fresh one', async () => {
  const clock = { ms: 1 };
  let loads = 0;
  const load = async () => {
    loads += 1;
    return loads;
  };
  const ask = memoized(60_000, load, () => clock.ms);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  clock.ms += 60_000;
  expect(await ask()).toBe(1);
  clock.ms += 1;
  expect([await ask(), await ask()]).toEqual([2, 2]);
});

test('does not cache a failure', async () => {
  let loads = 0;
  const ask = memoized(60_000, async () => {
    loads += 1;
    if (loads === 1) throw new Error('down');
    return loads;
  });
  await expect(ask()).rejects.toThrow('down');
  expect(await ask()).toBe(2);
});

test('caches per key and evicts the oldest of more than 100 keys', async () => {
  const loads: string[] = [];
  const ask = memoizedByKey(60_000, async (key) => loads.push(key));
  expect([await ask(''), await ask('tea'), await ask(''), await ask('tea')]).toEqual([1, 2, 1, 2]);
  for (let other = 0; other < 99; other += 1) await ask(`other ${other}`);
  expect(await ask('tea')).toBe(2);
  expect(await ask('')).toBe(102);
});
