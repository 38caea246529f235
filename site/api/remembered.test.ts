import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

test('many who ask at once share one answer, and a later one is fresh', async () => {
  let loads = 0;
  const ask = remembered(60_000, async () => {
    loads += 1;
    return loads;
  });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  const always = remembered(0, async () => {
    loads += 1;
    return loads;
  });
  expect([await always(), await always()]).toEqual([2, 3]);
});

test('a failure is not remembered', async () => {
  let loads = 0;
  const ask = remembered(60_000, async () => {
    loads += 1;
    if (loads === 1) throw new Error('down');
    return loads;
  });
  await expect(ask()).rejects.toThrow('down');
  expect(await ask()).toBe(2);
});
