import { expect, test } from 'vitest';
import { throttle } from './throttle.ts';

/** Called every 5 s for ten minutes, each look taking so long. How many there were. */
async function looks(tookMs: number, everyMs = 0): Promise<number> {
  let now = 0;
  let count = 0;
  const look = throttle(
    async () => {
      count += 1;
      now += tookMs;
    },
    { everyMs, now: () => now },
  );
  for (let at = 0; at < 600_000; at += 5_000) {
    now = Math.max(now, at);
    await look();
  }
  return count;
}

test('runs a cheap check at each call, and limits an expensive one to a twentieth of the time', async () => {
  expect(await looks(20)).toBe(120);
  expect(await looks(1_000)).toBeLessThanOrEqual(30);
  expect(await looks(1_000)).toBeGreaterThan(20);
  expect(await looks(20, 60_000)).toBe(10);
});

test('repeats a failed check at the next call', async () => {
  let count = 0;
  const look = throttle(
    async () => {
      count += 1;
      if (count === 1) throw new Error('the database is away');
    },
    { everyMs: 60_000 },
  );
  await expect(look()).rejects.toThrow('away');
  await look();
  await look();
  expect(count).toBe(2);
});
