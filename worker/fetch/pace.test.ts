import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Host } from '#db/entities/page.ts';
import { FetchRefused } from '#domain/errors.ts';
import { openTestOrm, type TestOrm } from '../../tests/support/test-orm.ts';
import { atHostPace, oneAtATime } from './pace.ts';

const ORIGIN = 'https://shop.example';
let orm: TestOrm;

beforeAll(async () => {
  orm = await openTestOrm();
});
afterAll(() => orm.close());

/** The host's count of consecutive refusals after an exchange with this outcome, starting at one. */
async function refusalsAfter(exchange: () => Promise<unknown>): Promise<number> {
  const troubled = { origin: ORIGIN, refusedInRow: 1 };
  await orm.em().upsert(Host, troubled);
  await atHostPace(orm.em(), ORIGIN, { paceMs: 0 }, exchange).catch(() => undefined);
  return (await orm.em().findOneOrFail(Host, { origin: ORIGIN })).refusedInRow;
}

const refusing = (reason: FetchRefused['reason']) => async () => {
  throw new FetchRefused(reason, 'no');
};

test.each(['not-found', 'content-type', 'too-large'] as const)(
  '%s shows that the host serves us and resets its refusals',
  async (reason) => {
    expect(await refusalsAfter(refusing(reason))).toBe(0);
  },
);

test('a page resets the refusals of its host', async () => {
  expect(await refusalsAfter(async () => 'page')).toBe(0);
});

test.each(['forbidden', 'rate-limited', 'timeout', 'server-error'] as const)(
  '%s adds a refusal',
  async (reason) => {
    expect(await refusalsAfter(refusing(reason))).toBe(2);
  },
);

test('a broken connection neither adds nor resets refusals', async () => {
  expect(await refusalsAfter(refusing('network'))).toBe(1);
});

test('a refusal with Retry-After rests the host until then', async () => {
  const origin = 'https://later.example';
  const refused = new FetchRefused('network', 'no', 60_000);
  const visit = (exchange: () => Promise<unknown>) =>
    atHostPace(orm.em(), origin, { paceMs: 0 }, exchange);
  await expect(visit(() => Promise.reject(refused))).rejects.toBe(refused);
  await expect(visit(async () => 'page')).rejects.toThrow(
    /^https:\/\/later\.example rests until 20/,
  );
});

test('exchanges with one host run one after the other, even after a failure', async () => {
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = oneAtATime(ORIGIN, async () => {
    await first.promise;
    log.push('one');
    throw new Error('cut');
  });
  const two = oneAtATime(ORIGIN, async () => void log.push('two'));
  await oneAtATime('https://other.example', async () => void log.push('another host'));
  first.resolve();
  await expect(one).rejects.toThrow('cut');
  await two;
  expect(log).toEqual(['another host', 'one', 'two']);
});

test('exchanges that waited for a slow one keep the pace', async () => {
  const paceMs = 100;
  const origin = 'https://slow.example';
  const begunMs: number[] = [];
  const begin = () => void begunMs.push(performance.now());
  const slow = async () => {
    begin();
    await setTimeout(4 * paceMs);
  };
  const visit = (exchange: () => Promise<void>) =>
    atHostPace(orm.em(), origin, { paceMs }, exchange);
  await Promise.all([visit(slow), visit(async () => begin()), visit(async () => begin())]);
  // Compared with the first, not the second: a busy machine brings the second closer to the third.
  const [first = 0, , third = 0] = begunMs;
  expect(third - first).toBeGreaterThanOrEqual(5 * paceMs - 5);
});
