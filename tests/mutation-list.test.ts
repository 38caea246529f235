/*
 * The list that `npm run mutation` alters (tests/mutation/list.ts) cannot rot: each piece is in its source once, each
 * test in its file, and docs/screens.md is written from it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { type Alteration, alter, namePattern, placeOf } from './mutation/alteration.ts';
import { groupsOf } from './mutation/groups.ts';
import { ALTERATIONS } from './mutation/list.ts';
import { withTables } from './mutation/screens-tables.ts';
import { judge } from './mutation/verdict.ts';

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

  test('is what docs/screens.md tells (else: node tests/mutation/write-docs.ts)', () => {
    const text = textOf(join(REPO_ROOT, 'docs/screens.md'));
    expect(text).toBe(withTables(text));
  });

  test('tries each alteration once, those of a test in turn', () => {
    const groups = groupsOf(ALTERATIONS, read);
    expect(new Set(groups.flat()).size).toBe(ALTERATIONS.length);
    for (const group of groups) {
      const names = group.map(({ testFile, title, only }) => `${testFile} ${title} ${only}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('a run proves', () => {
  const alteration: Alteration = {
    file: 'site/a.ts',
    change: `LIMIT = «ten→nine»; // of the list`,
    testFile: 'site/a.test.ts',
    title: 'lists %i',
    mentions: 'ten entries',
  };
  const ran = (passed: boolean, ...messages: string[]) => [
    { fullName: 'a lists 10', passed, messages },
  ];

  test.each([
    ['nothing by a test that passes', ran(true), 'passed'],
    ['nothing by a test that did not run', [], 'broken'],
    ['nothing by a fault of the code', ran(false, 'TypeError: ten entries is not a'), 'broken'],
    [
      'nothing sure by another failure',
      ran(false, 'AssertionError: expected 1 to be 2'),
      'unclear',
    ],
    ['it by an assertion that speaks of it', ran(false, 'AssertionError: ten entries'), 'seen'],
    [
      'it by a text that did not come',
      ran(false, 'TimeoutError: locator.waitFor: Timeout\nwaiting for ten entries'),
      'seen',
    ],
  ] as const)('%s', (_what, tests, verdict) => {
    expect(judge(alteration, tests, false)).toBe(verdict);
  });

  test('it by any assertion when nothing else was altered', () => {
    expect(judge(alteration, ran(false, 'AssertionError: expected 1 to be 2'), true)).toBe('seen');
    expect(judge(alteration, ran(false, 'SyntaxError: oh'), true)).toBe('broken');
  });

  test('a change is made once, wherever its lines break, and its name fits all cases', () => {
    expect(alter('const LIMIT =\n  ten; // of the list', [alteration.change])).toBe(
      'const LIMIT = nine; // of the list',
    );
    expect(() => alter('LIMIT = eleven', [alteration.change])).toThrow('occurs 0 times');
    expect(namePattern(alteration).test('a lists 10')).toBe(true);
    expect(namePattern({ ...alteration, only: 'b lists' }).test('a lists 10')).toBe(false);
  });
});
