import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { type FolderReplay, replayFolder } from './replay-folder.ts';

/** The pages of tests/storefronts, described in its README. */
let replay: FolderReplay;

beforeAll(async () => {
  replay = await replayFolder(join(REPO_ROOT, 'tests/storefronts'), {
    nowMs: Date.parse('2026-11-28T00:00Z'),
  });
});

test('reads every page', () => {
  expect(replay.unreadable).toEqual([]);
  expect(replay.pages).toBeGreaterThan(500);
});

test('values are right', () => {
  const wrong = replay.score.differences.filter(({ read }) => !/^nothing/.test(read ?? 'nothing'));
  expect(wrong).toEqual([]);
});

test('reads no offer on pages without one, and detects bot walls', () => {
  expect(replay.score.emptyPages).toBeGreaterThan(120);
  expect(replay.score.phantoms).toBe(0);
  expect(replay.score.fields.get('blocked')).toMatchObject({ precision: 1, recall: 1 });
});

test.each([
  ['price', 0.98],
  ['name', 0.98],
  ['availability', 0.98],
  ['originalPrice', 0.94],
  ['items.name', 0.98],
  ['items.price', 0.98],
  ['items.originalPrice', 0.95],
  ['items.availability', 0.98],
])('recall of %s is at least %d', (field, share) => {
  expect(replay.score.fields.get(field)?.recall).toBeGreaterThanOrEqual(share);
});
