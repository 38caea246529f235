import { expect, test } from 'vitest';
import { memoized, memoizedByKey } from './memoized.ts';

test('many who ask at once share one answer, and a later one is fresh', async () => {
  let loads = 0;
  const ask = memoized(60_000, async () => {
    loads += 1;
    return loads;
  });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  const always = memoized(0, async () => {
    loads += 1;
    return loads;
  });
  expect([await always(), await always()]).toEqual([2, 3]);
});

test('a failure is not remembered', async () => {
  let loads = 0;
  const ask = memoized(60_000, async () => {
    loads += 1;
    if (loads === 1) throw new Error('down');
    return loads;
  });
  await expect(ask()).rejects.toThrow('down');
  expect(await ask()).toBe(2);
});

test('each key has its own answer, and the oldest of more than 100 is forgotten', async () => {
  const loads: (string | null)[] = [];
  const ask = memoizedByKey(60_000, async (key: string | null) => loads.push(key));
  expect([await ask(null), await ask('tea'), await ask(null), await ask('tea')]).toEqual([
    1, 2, 1, 2,
  ]);
  for (let other = 0; other < 99; other += 1) await ask(`other ${other}`);
  expect(await ask('tea')).toBe(2);
  expect(await ask(null)).toBe(102);
});
