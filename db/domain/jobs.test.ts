import { expect, test } from 'vitest';
import { JOBS, type JobContract } from './jobs.ts';

const id = '01939d5c-0a44-7a1b-8c3e-2f6d1b7e9a10';

test('finds each job by its name', () => {
  for (const [key, { name }] of Object.entries(JOBS)) expect(name).toBe(key);
});

test('a scheduled job needs no payload', () => {
  const scheduled = Object.values<JobContract>(JOBS).filter(({ everyMs }) => everyMs !== null);
  expect(scheduled.map(({ name }) => name)).toContain('schedule');
  for (const { payload } of scheduled) expect(payload.safeParse({}).success).toBe(true);
});

test('only one job at a time crawls a retailer', () => {
  expect(JOBS.crawl.uniqueBy?.of({ retailerId: id })).toBe(id);
});

test.each([
  ['crawl', { retailerId: 'coles' }],
  ['score', { productIds: [] }],
  ['mail', {}],
  ['ask', { askId: 7 }],
] as const)('%s rejects a payload other than its ids', (name, payload) => {
  expect(JOBS[name].payload.safeParse(payload).success).toBe(false);
});

test('delays are whole milliseconds, as Postgres requires', () => {
  for (const { backoffMs, everyMs } of Object.values<JobContract>(JOBS)) {
    expect(Number.isInteger(backoffMs)).toBe(true);
    expect(Number.isInteger(everyMs ?? 0)).toBe(true);
  }
});
