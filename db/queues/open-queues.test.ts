import { expect, test } from 'vitest';
import { mergeMetrics } from './open-queues.ts';

test('groups the samples of one metric under one heading', () => {
  const text = (lane: string) =>
    [
      '# HELP jobs Number of jobs',
      '# TYPE jobs gauge',
      `jobs{queue="${lane}"} 1`,
      '# TYPE done_total counter',
      `done_total{queue="${lane}"} 2`,
    ].join('\n');
  expect(mergeMetrics([text('a'), text('b')])).toBe(
    [
      '# HELP jobs Number of jobs',
      '# TYPE jobs gauge',
      'jobs{queue="a"} 1',
      'jobs{queue="b"} 1',
      '# TYPE done_total counter',
      'done_total{queue="a"} 2',
      'done_total{queue="b"} 2',
      '',
    ].join('\n'),
  );
});
