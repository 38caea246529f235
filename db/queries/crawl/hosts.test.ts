import { expect, test } from 'vitest';
import { Host } from '#db/entities/page.ts';
import { hoursFromNow } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import {
  beginExchange,
  findHostRobots,
  recordHostRefusal,
  recordHostServed,
  saveHostRobots,
} from './hosts.ts';

const { em } = ormForFile();

/** The last exchange began this long ago. */
const begunAgo = (origin: string, ms: number) =>
  em().nativeUpdate(Host, { origin }, { begunAt: new Date(Date.now() - ms) });

test('lets one of forty simultaneous workers begin, and the next after the pace', async () => {
  const origin = 'https://forty.example.com';
  const turns = await Promise.all(
    Array.from({ length: 40 }, () => beginExchange(em(), origin, 5_000)),
  );
  expect(turns.filter(({ hasBegun }) => hasBegun)).toHaveLength(1);
  for (const { hasBegun, isResting, waitMs } of turns) {
    if (hasBegun) continue;
    expect(isResting).toBe(false);
    expect(waitMs).toBeGreaterThan(3_000);
    expect(waitMs).toBeLessThanOrEqual(5_000);
  }
  await begunAgo(origin, 5_000);
  expect((await beginExchange(em(), origin, 5_000)).hasBegun).toBe(true);
});

test('the pace of an exchange holds back the next one, whatever its own pace', async () => {
  const origin = 'https://slow.example.com';
  const beforeMs = Date.now();
  await beginExchange(em(), origin, 3_600_000);
  const refused = await beginExchange(em(), origin, 1);
  expect(refused.hasBegun).toBe(false);
  expect(refused.waitMs).toBeGreaterThan(1_800_000);
  expect(refused.freeAt.getTime() - beforeMs).toBeGreaterThan(1_800_000);
  await begunAgo(origin, 3_600_000);
  expect((await beginExchange(em(), origin, 1)).hasBegun).toBe(true);
  await begunAgo(origin, 10);
  expect((await beginExchange(em(), origin, 1)).hasBegun).toBe(true);
});

test('an exchange with a resting host does not begin', async () => {
  const origin = 'https://resting.example.com';
  await em().upsert(Host, { origin, restsUntil: hoursFromNow(1) });
  expect(await beginExchange(em(), origin, 1)).toMatchObject({ hasBegun: false, isResting: true });
  expect((await em().findOneOrFail(Host, { origin })).begunAt).toBeNull();
});

test('five consecutive refusals rest the host for ten minutes, each further one for twice as long', async () => {
  const origin = 'https://refusing.example.com';
  await beginExchange(em(), origin, 1);
  for (let refusal = 1; refusal <= 4; refusal += 1) {
    await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: null });
    expect(await beginExchange(em(), origin, 1)).toMatchObject({ isResting: false });
  }
  const expectedMinutes = [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440];
  for (const minutes of expectedMinutes) {
    await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: null });
    expect(await restMinutes(origin)).toBeCloseTo(minutes, 0);
    await em().nativeUpdate(Host, { origin }, { restsUntil: new Date() });
  }
  await recordHostServed(em(), origin);
  await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: null });
  expect(await beginExchange(em(), origin, 1)).toMatchObject({ isResting: false });
});

test('Retry-After rests the host for all workers, and a shorter one never ends the rest earlier', async () => {
  const origin = 'https://later.example.com';
  await beginExchange(em(), origin, 1);
  await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: 3_600_000 });
  await recordHostRefusal(em(), origin, { counts: false, retryAfterMs: 5_000 });
  expect(await restMinutes(origin)).toBeCloseTo(60, 0);
});

test('a response to an earlier request does not end a rest', async () => {
  const origin = 'https://under-way.example.com';
  await beginExchange(em(), origin, 1);
  await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: 3_600_000 });
  await recordHostServed(em(), origin);
  expect(await restMinutes(origin)).toBeCloseTo(60, 0);
  // After the rest a success clears the refusals.
  await em().nativeUpdate(Host, { origin }, { restsUntil: new Date() });
  await recordHostServed(em(), origin);
  expect((await beginExchange(em(), origin, 1)).isTroubled).toBe(false);
});

test('stores robots.txt with its age', async () => {
  const origin = 'https://robots.example.com';
  expect(await findHostRobots(em(), origin)).toBeNull();
  await saveHostRobots(em(), origin, { status: 'parsed', text: 'User-agent: *' });
  const stored = await findHostRobots(em(), origin);
  expect(stored).toMatchObject({ status: 'parsed', text: 'User-agent: *' });
  expect(stored?.ageMs).toBeGreaterThanOrEqual(0);
  await saveHostRobots(em(), origin, { status: 'unreachable', text: null });
  expect(await findHostRobots(em(), origin)).toMatchObject({ status: 'unreachable', text: null });
});

async function restMinutes(origin: string): Promise<number> {
  const { isResting, freeAt } = await beginExchange(em(), origin, 1);
  if (!isResting) throw new Error(`${origin} does not rest`);
  return (freeAt.getTime() - Date.now()) / 60_000;
}

test('a clock that was set back delays nobody', async () => {
  const origin = 'https://clock.example.com';
  await beginExchange(em(), origin, 500);
  await begunAgo(origin, -3 * 24 * 3_600_000);
  expect((await beginExchange(em(), origin, 500)).hasBegun).toBe(true);
});
