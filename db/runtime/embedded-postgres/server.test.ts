import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServerLog } from './server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'priceroo-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('starts a new log file past 5 MB', () => {
  const log = openServerLog(folder);
  log('x'.repeat(5_000_001));
  log('after');
  expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toBe('after\n');
  expect(readFileSync(join(folder, 'postgres.log.1')).length).toBe(5_000_002);
});

test.runIf(existsSync('/dev/full'))('a full disk loses lines and nothing else', () => {
  symlinkSync('/dev/full', join(folder, 'postgres.log'));
  const log = openServerLog(folder);
  expect(() => log('could not write to file "pg_wal": No space left on device')).not.toThrow();
});
