import { EventEmitter } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { logger, logTo } from './log.ts';
import { countedWarning, reportErrors, reportLostJob } from './report-errors.ts';

const lines: string[] = [];
const logged = () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(() => logTo({ write: (line) => void lines.push(line) }));

test('a warning that repeats is logged once in its interval, with the count of the others', () => {
  const seen: object[] = [];
  let nowMs = 0;
  const log = { warn: (details: object) => void seen.push(details) };
  const warn = countedWarning(log as never, 'slow', 1_000, () => nowMs);
  for (const atMs of [0, 10, 999, 1_000, 1_500, 2_000]) {
    nowMs = atMs;
    warn({ atMs });
  }
  expect(seen).toEqual([
    { atMs: 0, omitted: 0 },
    { atMs: 1_000, omitted: 2 },
    { atMs: 2_000, omitted: 1 },
  ]);
});

test('lost locks of all lanes are one line without a stack', () => {
  for (const lane of ['fetch', 'follow-up']) {
    const worker = new EventEmitter();
    reportErrors(`worker ${lane}`, worker);
    const message = 'Missing lock for job 7. moveToFinished';
    for (let job = 0; job < 3; job += 1)
      worker.emit('error', Object.assign(new Error(message), { code: -2 }));
    reportLostJob({ jobId: '7' });
  }
  const [line, ...others] = logged();
  expect(others).toEqual([]);
  expect(line).toMatchObject({ name: 'queues', reason: expect.stringContaining('Missing lock') });
  expect(JSON.stringify(line)).not.toContain('stack');
});

test('a network error has no stack, another one has; each line names its process and machine once', () => {
  for (const code of ['ECONNREFUSED', undefined]) {
    const emitter = new EventEmitter();
    reportErrors('queue fetch', emitter);
    emitter.emit('error', Object.assign(new Error('away'), { code }));
  }
  const found = logged();
  expect(found.map((line) => JSON.stringify(line).includes('"stack"'))).toEqual([false, true]);
  for (const line of found) {
    expect(line).toMatchObject({ pid: process.pid, hostname: expect.stringMatching(/./) });
  }
});

test.each([
  ['a pool', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['pg', new Error('Connection terminated unexpectedly')],
  [
    'the ORM',
    new Error('insert failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }),
  ],
  ['ioredis', new Error('Connection is closed.')],
  ['pg, too slow to connect,', new Error('timeout expired')],
  ['pg, too slow to answer,', new Error('Query read timeout')],
])(
  'an error of %s whose store is away or slow is one line without a stack, counted',
  (name, err) => {
    const log = logger(name);
    for (let call = 0; call < 50; call += 1) log.error({ err, call }, 'call failed');
    const found = logged();
    expect(found).toMatchObject([{ msg: 'call failed', reason: err.message, omitted: 0, call: 0 }]);
    expect(JSON.stringify(found)).not.toContain('stack');
  },
);

test('other errors keep their stack and every line', () => {
  const log = logger('till');
  for (let call = 0; call < 2; call += 1) log.error({ err: new TypeError('no total') }, 'failed');
  expect(logged().filter((line) => JSON.stringify(line).includes('"stack"'))).toHaveLength(2);
});
