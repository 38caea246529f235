/*
 * The suites. `npm test` runs them one after the other (tests/run.ts); `npx vitest run <path>` runs one file.
 *   unit    beside the code          api, worker, e2e, faults    whole paths, under tests/
 *   unit-chromium…    what draws pages, with the Chromiums of the system
 *   repo    about the repository itself: architecture, docs, Docker, the server's shell
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { limitMs, PATIENCE } from './tests/support/limits.ts';
import { ACTION_TIMEOUT_MS } from './tests/support/page-steps.ts';

const SUITES = {
  unit: ['db/**/*.test.ts', 'worker/**/*.test.ts', 'site/**/*.test.{ts,tsx}'],
  repo: ['tests/*.test.ts'],
  api: ['tests/api/**/*.test.ts'],
  worker: ['tests/worker/**/*.test.ts'],
  e2e: ['tests/e2e/**/*.test.ts'],
  faults: ['tests/faults/*.test.ts'],
  rows: ['tests/faults/rows/*.test.ts'],
};

/** What depends on how a Chromium draws pages. How it is started and stopped is tested with the image's own, the first. */
const DRAWING = ['render-page', 'tabs'];
/** Debian's two packages of Chromium, and the tests of worker/fetch that run with each where it is installed, beside npm's. */
const SYSTEM_CHROMIUMS = {
  '/usr/bin/chromium-headless-shell': [...DRAWING, 'browser'],
  '/usr/bin/chromium': DRAWING,
};

/** A suite, its place in the order, its files and what its tests find in their environment. */
type Suite = [name: string, nth: number, include: string[], env?: Record<string, string>];
const suites: Suite[] = [
  ...Object.entries(SUITES).map(([name, include], nth): Suite => [name, nth, include]),
  ...Object.entries(SYSTEM_CHROMIUMS)
    .filter(([path]) => existsSync(path))
    .map(
      ([path, tests]): Suite => [
        `unit-${basename(path)}`,
        0,
        tests.map((test) => `worker/fetch/${test}.test.ts`),
        { CHROMIUM_PATH: path },
      ],
    ),
];

/** Files that take longest, mostly waiting: begun last, they would keep one process busy while the others have nothing left. */
const LONGEST =
  /\/(?:accessibility|dev-server|story|quarantine|tabs|render-page|queue-\w+(?:-redis)?|killed-match-\w+|site-api-through-astro|cli)\.test\.ts$/;

/** Runs the longest files first; vitest alone knows only their sizes, unless they ran here before. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // One Postgres for all files, started when the first test asks for a database.
    globalSetup: ['./tests/support/postgres-setup.ts'],
    pool: 'forks',
    dangerouslyIgnoreUnhandledErrors: false,
    sequence: { sequencer: LongestFirst },
    projects: suites.map(([name, nth, include, env = {}]) => ({
      extends: true as const,
      test: {
        name,
        include,
        env,
        // Far above what any test takes: a test that hangs fails all the same.
        testTimeout: limitMs(60_000),
        hookTimeout: limitMs(60_000),
        // A poll in a browser test waits as long as any step on a page.
        expect: { poll: name === 'e2e' ? { timeout: ACTION_TIMEOUT_MS } : PATIENCE },
        // One site for all browser tests.
        ...(name === 'e2e' && { globalSetup: ['./tests/support/e2e-setup.ts'] }),
        // Pages side by side, where a test says that they may be (tests/e2e/accessibility.test.ts): one for each core.
        maxConcurrency: 2,
        // Rows are measured: two at once would spoil each other's figures.
        fileParallelism: name !== 'rows',
        // Modules are loaded once a process, not once a file.
        isolate: name === 'rows',
        // The worker's tests mostly wait: for locks to end, for processes to start.
        maxWorkers: name === 'worker' ? 4 : 2,
        // One suite after the other where files of several are run.
        sequence: { groupOrder: nth },
      },
    })),
  },
});
