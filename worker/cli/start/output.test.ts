import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readableLine } from './child-process.ts';

const OUTPUT = fileURLToPath(new URL('./child-process.ts', import.meta.url));

const time = new Date(2026, 10, 21, 14, 3, 22).toISOString();

test('prints a log line as time, source, level, text and details', () => {
  const line = JSON.stringify({ level: 40, time, name: 'site', msg: 'slow answer', ms: 812 });
  expect(readableLine('site', line)).toBe('14:03:22 site     warn  slow answer {"ms":812}');
});

test('prints the name of a logger that differs from its process', () => {
  const line = JSON.stringify({ level: 30, time, name: 'orm', msg: 'x' });
  expect(readableLine('worker-2', line)).toBe('14:03:22 worker-2/orm info  x');
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

test.runIf(existsSync('/dev/full'))('a full disk loses lines but does not end the process', () => {
  const script = `
    const { outliveFullDisk } = await import(${JSON.stringify(OUTPUT)});
    outliveFullDisk();
    for (let line = 0; line < 5; line += 1) {
      console.log('a line');
      await new Promise((next) => setImmediate(next));
    }
    console.error('alive');`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    encoding: 'utf8',
  });
  expect([stderr.trim(), status]).toEqual(['alive', 0]);
});
