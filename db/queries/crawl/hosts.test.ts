import { afterAll, beforeAll, expect, test } from 'vitest';
import { Host } from '#db/entities/host.ts';
import { hoursFromNow } from '../../../tests/support/factory.ts';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import {
  beginExchange,
  findHostRobots,
  recordHostRefusal,
  recordHostServed,
  saveHostRobots,
  takeHostSlot,
} from './hosts.ts';

let orm: TestOrm;

beforeAll(async () => {
  orm = await openTestOrm();
});

afterAll(() => orm.close());

const em = () => orm.em();

const reserveHostSlot = async (...asked: Parameters<typeof takeHostSlot>) =>
  (await takeHostSlot(...asked)).slot;

test('forty simultaneous reservations get forty slots, one pace apart', async () => {
  const slots = await Promise.all(
    Array.from({ length: 40 }, () => reserveHostSlot(em(), 'https://forty.example.com', 500)),
  );
  const waits = slots
    .map((slot) => ('waitMs' in slot ? slot.waitMs : Number.NaN))
    .sort((a, b) => a - b);
  expect(waits[0]).toBe(0);
  // The waits are measured at slightly different moments, the slots themselves are exact.
  for (const [index, waitMs] of waits.entries()) expect(waitMs).toBeGreaterThan(index * 500 - 450);
  const host = await em().findOneOrFail(Host, { origin: 'https://forty.example.com' });
  const aheadMs = host.nextFreeAt.getTime() - Date.now();
  expect(aheadMs).toBeGreaterThan(40 * 500 - 2_000);
  expect(aheadMs).toBeLessThanOrEqual(40 * 500);
});

test('an idle host is free at once and unused slots do not accumulate', async () => {
  const origin = 'https://idle.example.com';
  await reserveHostSlot(em(), origin, 1_000);
  await em().nativeUpdate(Host, { origin }, { nextFreeAt: hoursFromNow(-1) });
  expect(await reserveHostSlot(em(), origin, 1_000)).toEqual({ waitMs: 0 });
  const next = await reserveHostSlot(em(), origin, 1_000);
  expect(next).toEqual({ waitMs: expect.any(Number) });
  if ('waitMs' in next) expect(next.waitMs).toBeGreaterThan(500);
});

test('takes no slot beyond the longest wait', async () => {
  const origin = 'https://slow.example.com';
  await reserveHostSlot(em(), origin, 60_000);
  const refused = await reserveHostSlot(em(), origin, 60_000, 30_000);
  expect(refused).toEqual({ restsUntil: expect.any(Date), restMs: expect.any(Number) });
  const again = await reserveHostSlot(em(), origin, 60_000, 30_000);
  // The same slot is still too far away, though nearer than before.
  if (!('restsUntil' in refused)) throw new Error('a slot was taken');
  expect(again).toMatchObject({ restsUntil: refused.restsUntil });
  expect(await reserveHostSlot(em(), origin, 60_000, 90_000)).toEqual({
    waitMs: expect.any(Number),
  });
});

test('five consecutive refusals rest the host for ten minutes, each further one for twice as long', async () => {
  const origin = 'https://refusing.example.com';
  await reserveHostSlot(em(), origin, 1);
  for (let refusal = 1; refusal <= 4; refusal += 1) {
    await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: null });
    expect(await reserveHostSlot(em(), origin, 1)).toHaveProperty('waitMs');
  }
  const expectedMinutes = [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440];
  for (const minutes of expectedMinutes) {
    await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: null });
    expect(await restMinutes(origin)).toBeCloseTo(minutes, 0);
    await em().nativeUpdate(Host, { origin }, { restsUntil: new Date() });
  }
  await recordHostServed(em(), origin);
  await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: null });
  expect(await reserveHostSlot(em(), origin, 1)).toHaveProperty('waitMs');
});

test('Retry-After rests the host for all workers, and a shorter one never ends the rest earlier', async () => {
  const origin = 'https://later.example.com';
  await reserveHostSlot(em(), origin, 1);
  await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: 3_600_000 });
  await recordHostRefusal(em(), origin, { counts: false, retryAfterMs: 5_000 });
  expect(await restMinutes(origin)).toBeCloseTo(60, 0);
});

test('a response to an earlier request does not end a rest', async () => {
  const origin = 'https://under-way.example.com';
  await reserveHostSlot(em(), origin, 1);
  await recordHostRefusal(em(), origin, { counts: true, retryAfterMs: 3_600_000 });
  await recordHostServed(em(), origin);
  expect(await restMinutes(origin)).toBeCloseTo(60, 0);
  // After the rest a success clears the refusals.
  await em().nativeUpdate(Host, { origin }, { restsUntil: new Date() });
  await recordHostServed(em(), origin);
  expect((await takeHostSlot(em(), origin, 1)).host.isTroubled).toBe(false);
});

test('stores robots.txt with its age, and omits the text for a caller that has it', async () => {
  const origin = 'https://robots.example.com';
  expect(await findHostRobots(em(), origin, null)).toBeNull();
  const readAt = await saveHostRobots(em(), origin, { status: 'parsed', text: 'User-agent: *' });
  const stored = await findHostRobots(em(), origin, null);
  expect(stored).toMatchObject({ status: 'parsed', text: 'User-agent: *', readAt });
  expect(stored?.ageMs).toBeGreaterThanOrEqual(0);
  expect(await findHostRobots(em(), origin, readAt)).toMatchObject({ text: null, readAt });
  await saveHostRobots(em(), origin, { status: 'unreachable', text: null });
  expect(await findHostRobots(em(), origin, readAt)).toMatchObject({
    status: 'unreachable',
    text: null,
  });
});

async function restMinutes(origin: string): Promise<number> {
  const slot = await reserveHostSlot(em(), origin, 1);
  if (!('restsUntil' in slot)) throw new Error(`${origin} does not rest`);
  return (slot.restsUntil.getTime() - Date.now()) / 60_000;
}

test('an exchange that starts after its slot still delays the next one by the pace', async () => {
  const origin = 'https://late.example.com';
  await takeHostSlot(em(), origin, 500);
  await takeHostSlot(em(), origin, 500);
  // Both slots have passed: the worker was busy.
  await em().nativeUpdate(Host, { origin }, { nextFreeAt: new Date(0) });
  expect(await beginExchange(em(), origin, 500)).toBe(0);
  const waitMs = await beginExchange(em(), origin, 500);
  expect(waitMs).toBeGreaterThan(300);
  expect(waitMs).toBeLessThanOrEqual(500);
  await em().nativeUpdate(Host, { origin }, { begunAt: new Date(Date.now() - 500) });
  expect(await beginExchange(em(), origin, 500)).toBe(0);
});

test('lets one of ten simultaneous workers begin', async () => {
  const origin = 'https://ten.example.com';
  await takeHostSlot(em(), origin, 500);
  const waits = await Promise.all(
    Array.from({ length: 10 }, () => beginExchange(em(), origin, 500)),
  );
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(1);
});

test('a clock that was set back delays nobody', async () => {
  const origin = 'https://clock.example.com';
  await takeHostSlot(em(), origin, 500);
  await em().nativeUpdate(Host, { origin }, { begunAt: new Date(Date.now() + 3 * 24 * 3_600_000) });
  expect(await beginExchange(em(), origin, 500)).toBe(0);
});
