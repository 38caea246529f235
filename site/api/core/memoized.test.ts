import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { memoized, memoizedByKey, renewed } from './shared-answers.ts';

/** A load that answers how often it ran. */
function counted() {
  let loads = 0;
  return async () => {
    loads += 1;
    return loads;
  };
}

test('concurrent callers share one result, and a later caller gets a fresh one', async () => {
  const clock = { ms: 1 };
  const load = counted();
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

test('serves the last result while a newer one is loaded, and waits only for the first', async () => {
  const clock = { ms: 1 };
  let loads = 0;
  let load = Promise.withResolvers<number>();
  const ask = renewed(
    1_000,
    () => {
      loads += 1;
      load = Promise.withResolvers<number>();
      return load.promise;
    },
    () => clock.ms,
  );
  const first = ask();
  await vi.waitFor(() => expect(loads).toBe(1));
  load.resolve(1);
  expect(await first).toBe(1);
  clock.ms += 1_001;
  expect([await ask(), await ask(), loads]).toEqual([1, 1, 2]);
  load.resolve(2);
  await vi.waitFor(async () => expect(await ask()).toBe(2));
  clock.ms += 1_001;
  expect([await ask(), loads]).toEqual([2, 3]);
  load.reject(new Error('down'));
  // The rejection passes through the cache.
  await setImmediate();
  expect([await ask(), loads]).toEqual([2, 4]);
  clock.ms += 5 * 60_000;
  const waiting = ask();
  load.resolve(4);
  expect(await waiting).toBe(4);
});

test('waits for a newer result when the last is older than stated', async () => {
  const clock = { ms: 1 };
  const load = counted();
  const ask = renewed(1_000, load, () => clock.ms, 20_000);
  await ask();
  clock.ms += 20_001;
  expect(await ask()).toBe(2);
});

test('keeps as many keys as stated', async () => {
  const loads: string[] = [];
  const ask = memoizedByKey(60_000, async (key) => loads.push(key), undefined, 500);
  for (const _ of [1, 2]) for (let key = 0; key < 500; key += 1) await ask(`line ${key}`);
  expect(loads).toHaveLength(500);
});

test('rests twenty times as long as the quicker of two loads took', async () => {
  const clock = { ms: 1 };
  let loads = 0;
  const takes = [4_000, 1_000, 9_000, 9_000];
  const load = async () => {
    clock.ms += takes[loads] ?? 0;
    loads += 1;
    return loads;
  };
  const ask = renewed(1_000, load, () => clock.ms);
  const loadsAfter = async (ms: number) => {
    clock.ms += ms;
    await ask();
    await setImmediate();
    return loads;
  };
  expect(await loadsAfter(0)).toBe(1);
  expect(await loadsAfter(1)).toBe(2);
  expect(await loadsAfter(19_000)).toBe(2);
  expect(await loadsAfter(1)).toBe(3);
  expect(await loadsAfter(11_001)).toBe(4);
  expect(await loadsAfter(60_000)).toBe(4);
});
