/*
 * `npm test`: every suite, a line each, and at the end the tests that failed and "N passed, N failed".
 *   npm test -- unit api     only these suites
 * Suites run in two lanes, each with a Postgres: one computes while the other waits. A suite that crashes, finds no tests or
 * ends badly with no test to blame counts as one failure. Tests here run real processes and browsers on shared machines: files
 * that failed are run once more, alone. What passes then is counted as passed and named as unsteady, with what it said the first time.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { buildPages } from '#worker/cli/start/site-build.ts';
import { limitMs, slow } from './support/limits.ts';
import { openPostgresStarter } from './support/postgres-setup.ts';
import { runCommand } from './support/run-command.ts';
import {
  closingText,
  type Outcome,
  suiteReport,
  type Tally,
  tallyOf,
} from './support/suite-report.ts';

/** As in vitest.config.ts. The longest first, which draws pages all the time, so that the others run beside it. */
const SUITES = ['e2e', 'unit', 'repo', 'api', 'worker', 'faults'];
const LANES = 2;
const SERVING_PAGES = ['repo', 'e2e'];
const SUITE_TIMEOUT_MS = limitMs(30 * 60_000);
/** More files than this do not fail by chance: they are not run again. */
const MAX_FILES_AGAIN = 3;

/** A suite, or some of its files. */
interface SuiteRun {
  suite: string;
  /** Files of the suite; all where empty. */
  files: readonly string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // Checks that failed before the tests began, to be part of the sum (.ci/run).
  options: { 'failed-before': { type: 'string', default: '0' } },
});
const unknown = positionals.filter((name) => !SUITES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}; there are ${SUITES.join(', ')}.`);
  process.exit(1);
}

// Suites start our own programs by the dozen: Node compiles their modules once.
Object.assign(process.env, { NODE_COMPILE_CACHE: join(REPO_ROOT, 'node_modules/.compile-cache') });
const chosen = positionals.length > 0 ? positionals : SUITES;
// Once: files that find the pages stale at the same time build them each. Where the build fails they say so.
const built = chosen.some((suite) => SERVING_PAGES.includes(suite))
  ? buildPages().catch(() => undefined)
  : null;
const failedBefore = Number(values['failed-before']);
const total: Tally = {
  passed: 0,
  skipped: 0,
  failures: Array.from({ length: failedBefore }, () => ({
    file: null,
    name: 'npm run check failed',
  })),
};
const lanes = await Promise.all(
  Array.from({ length: Math.min(LANES, chosen.length) }, openPostgresStarter),
);
const waiting = [...chosen];
const toRepeat: { run: SuiteRun; first: Outcome }[] = [];
await Promise.all(
  lanes.map(async ({ url }) => {
    // Each lane is load to the other.
    const env = {
      ...process.env,
      TEST_POSTGRES_STARTER: url,
      PRICEROO_TEST_SLOW: `${slow * lanes.length}`,
    };
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
      if (SERVING_PAGES.includes(suite)) await built;
      const first = await runFiles({ suite, files: [] }, env);
      const files = filesToRepeat(first);
      if (files.length > 0) toRepeat.push({ run: { suite, files }, first });
      else report(suite, first, null);
    }
  }),
);
await Promise.all(lanes.map(({ stop }) => stop()));
for (const { run, first } of toRepeat) report(run.suite, first, await runFiles(run));
console.log(closingText(total));
process.exitCode = total.failures.length > 0 ? 1 : 0;

/** Prints what a suite did and adds it to the sum. */
function report(suite: string, first: Outcome, second: Outcome | null): void {
  const { tally, text } = suiteReport(suite, first, second);
  console.log(text);
  total.passed += tally.passed;
  total.failures.push(...tally.failures);
  total.skipped += tally.skipped;
}

/** The files with failures, where these may be chance. */
function filesToRepeat({ tally }: Outcome): string[] {
  const failed = new Set(tally.failures.map(({ file }) => file));
  const files = [...failed].filter((file) => file !== null);
  return files.length === failed.size && files.length <= MAX_FILES_AGAIN ? files : [];
}

async function runFiles({ suite, files }: SuiteRun, env = process.env): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'suite-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const finished = await runCommand(
    'vitest',
    // With the projects that run some of its files with another Chromium.
    ['run', ...files, `--project=${suite}`, `--project=${suite}-*`, ...reporters],
    SUITE_TIMEOUT_MS,
    { env },
  );
  const report = await readFile(file, 'utf8').catch(() => null);
  await rm(folder, { recursive: true });
  return { finished, tally: tallyOf(suite, finished, report) };
}
