import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskSpace, isOutOfSpace, untilSpace } from './disk-space.ts';
import { ballastFile, releaseBallast, writeBallast } from './embedded-postgres/ballast.ts';

const full = () => Object.assign(new Error('write failed'), { code: 'ENOSPC' });
const QUICK = { pauseMs: 1, longestMs: 2 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'priceroo-space-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['a write of ours', full(), true],
  ['a quota', Object.assign(new Error('no'), { code: 'EDQUOT' }), true],
  ['a statement', Object.assign(new Error('could not extend file'), { code: '53100' }), true],
  ['a line of Postgres', 'PANIC:  could not write to file "x": No space left on device', true],
  [
    'a hint of Postgres',
    new Error('wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.'),
    true,
  ],
  ['another error', Object.assign(new Error('no'), { code: 'EACCES' }), false],
  ['another line', 'FATAL:  lock file "postmaster.pid" already exists', false],
])('%s says whether the disk is full', (_what, cause, isFull) => {
  expect(isOutOfSpace(cause)).toBe(isFull);
});

test('waits for as long as the disk is full, and says when that ends', async () => {
  const events: string[] = [];
  const attempt = () => {
    if (events.length < 20) throw full();
    return 'done';
  };
  const onWait = () => void events.push('wait');
  const onSpace = () => void events.push('space');
  expect(await untilSpace(attempt, { ...QUICK, onWait, onSpace })).toBe('done');
  expect(events).toEqual([...new Array(20).fill('wait'), 'space']);
});

test('releases what it can before it waits', async () => {
  const events: string[] = [];
  const attempt = () => {
    events.push('attempt');
    if (events.length < 3) throw full();
  };
  const release = () => events.push('release') === 2;
  await untilSpace(attempt, { ...QUICK, release, onWait: () => expect.unreachable() });
  expect(events).toEqual(['attempt', 'release', 'attempt']);
});

test('throws other errors, and the last one when it is given up', async () => {
  const other = () => Promise.reject(new Error('other'));
  await expect(untilSpace(other, QUICK)).rejects.toThrow('other');
  const control = new AbortController();
  const waiting = untilSpace(() => Promise.reject(full()), {
    pauseMs: 60_000,
    signal: control.signal,
    onWait: () => control.abort(),
  });
  await expect(waiting).rejects.toThrow('write failed');
});

test('names the free space of the disk of a folder, or of the folder in its place', () => {
  const { freeBytes, totalBytes } = diskSpace(folder);
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThan(freeBytes);
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres', 'elsewhere'), '/proc\n');
  expect(diskSpace(folder)).toEqual({ freeBytes: 0, totalBytes: 0, isLow: true });
});

test('the ballast takes 64 MB of real space, once, and only where there is room', async () => {
  await writeBallast(folder, Number.MAX_SAFE_INTEGER);
  expect(releaseBallast(folder)).toBe(false);
  await writeBallast(folder, 0);
  const { size, blocks, ino } = statSync(ballastFile(folder));
  expect([size, blocks * 512 >= size]).toEqual([64 * 1024 * 1024, true]);
  await writeBallast(folder, 0);
  expect(statSync(ballastFile(folder)).ino).toBe(ino);
  expect(releaseBallast(folder)).toBe(true);
  expect(releaseBallast(folder)).toBe(false);
});
