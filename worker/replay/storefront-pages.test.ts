import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { writeStorefronts } from '../../tests/support/storefront-pages.ts';
import { type PagesReplay, replayFolder } from './replay-pages.ts';

/** The pages of tests/storefronts, described in its README. */
let replay: PagesReplay;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefronts-'));
  writeStorefronts(folder);
  replay = await replayFolder(folder, { nowMs: Date.parse('2026-11-28T00:00Z') });
  rmSync(folder, { recursive: true });
});

test('reads every page', () => {
  expect(replay).toMatchObject({ pages: 1065, unreadable: [] });
});

test('reads every value, except those that unread.tsv lists', () => {
  const unread = readFileSync(join(REPO_ROOT, 'tests/storefronts/unread.tsv'), 'utf8');
  const differences = replay.score.differences.map(({ file, field, expected, read }) =>
    /^nothing/.test(read ?? 'nothing')
      ? [file, field, expected].join('\t')
      : { file, field, expected, read },
  );
  expect(differences.sort()).toEqual(unread.trim().split('\n').slice(1));
});

test('reads no offer on pages without one, and detects bot walls', () => {
  expect(replay.score).toMatchObject({ emptyPages: 230, phantoms: 0 });
  expect(replay.score.fields.get('blocked')).toMatchObject({ precision: 1, recall: 1 });
});
