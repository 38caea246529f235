import { expect, test } from 'vitest';
import { readableLine } from './readable-log.ts';

const time = new Date(2026, 10, 21, 14, 3, 22).toISOString();

test('prints a log line as time, source, level, text and details', () => {
  const line = JSON.stringify({
    level: 40,
    time,
    name: 'site',
    msg: 'slow answer',
    ms: 812,
    pid: 7,
    hostname: 'a',
  });
  expect(readableLine('site', line)).toBe('14:03:22 site     warn  slow answer {"ms":812}');
});

test('prints the name of a logger that differs from its process', () => {
  const line = JSON.stringify({ level: 30, time, name: 'orm', msg: 'x' });
  expect(readableLine('worker-2', line)).toBe('14:03:22 worker-2/orm info  x');
});

test('names the logger alone for a command', () => {
  const line = JSON.stringify({ level: 30, time, name: 'scrape', msg: 'x' });
  expect(readableLine('', line)).toBe('14:03:22 scrape   info  x');
});

test('prints an error with its stack', () => {
  const line = JSON.stringify({
    level: 50,
    time,
    msg: 'failed',
    err: { stack: 'Error: no\n  at x' },
  });
  expect(readableLine('site', line)).toContain('failed\nError: no\n  at x');
});

test.each(['plain text', '{"not":"a log line"}', '{broken'])(
  '%s passes with its source',
  (line) => {
    expect(readableLine('site', line)).toMatch(/^\d\d:\d\d:\d\d site {5}/);
    expect(readableLine('site', line)).toContain(line);
  },
);
