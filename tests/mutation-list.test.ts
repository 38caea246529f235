/*
 * The list that `npm run mutation` alters (tests/mutation/list.ts) cannot rot: each piece is in its source once, each
 * test in its file, and docs/screens.md is written from it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/repo-root.ts';
import { type Alteration, placeOf } from './mutation/alteration.ts';
import { groupsOf } from './mutation/groups.ts';
import { ALTERATIONS } from './mutation/list.ts';

const sources = new Map<string, string>();
const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
function read(path: string): string {
  const known = sources.get(path) ?? textOf(join(REPO_ROOT, path));
  sources.set(path, known);
  return known;
}

/** Why an alteration cannot be tried, as sentences. */
function faultsOf({ file, change, testFile, title }: Alteration): string[] {
  const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``];
  const isTest = quoted.some((text) => read(testFile).includes(text));
  const faults = isTest ? [] : [`no test of ${testFile}: ${title}`];
  try {
    placeOf(read(file), change);
    return faults;
  } catch (error) {
    return [...faults, `${file} ${(error as Error).message}`];
  }
}

describe('the list', () => {
  test('is of hundreds', () => expect(ALTERATIONS.length).toBeGreaterThan(350));

  test.each(Object.entries(Object.groupBy(ALTERATIONS, ({ file }) => file)))(
    'names what is in %s, and tests that are there',
    (_file, alterations = []) => {
      expect(alterations.flatMap(faultsOf)).toEqual([]);
    },
  );

  test('tries each alteration once, those of a test in turn', () => {
    const groups = groupsOf(ALTERATIONS, read);
    expect(new Set(groups.flat()).size).toBe(ALTERATIONS.length);
    for (const group of groups) {
      const names = group.map(({ testFile, title, only }) => `${testFile} ${title} ${only}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
