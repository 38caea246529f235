/*
 * `npm test`: every suite in turn, a line each, and at the end the tests that failed and "N passed, N failed".
 *   npm test -- unit api     only these suites
 * One Postgres serves them all. A suite that crashes, finds no tests or ends badly with no test to blame counts as one
 * failure. Tests here run real processes and browsers on shared machines: files that failed are run once more, alone.
 * What passes then is counted as passed and named as unsteady, with what it said the first time.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { buildPages } from '#worker/cli/start/site-build.ts';
import { limitMs, loadPerCore, slowFactor } from './support/limits.ts';
import { setup as startPostgres } from './support/postgres-setup.ts';
import { runCommand } from './support/run-command.ts';
import {
  closingText,
  type Outcome,
  suiteReport,
  type Tally,
  tallyOf,
} from './support/suite-report.ts';

/** As in vitest.config.ts, quickest answers first. */
const SUITES = ['unit', 'repo', 'api', 'worker', 'e2e', 'faults'];
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
const stopPostgres = await startPostgres();
// Once: files that find the pages stale at the same time build them each. Where the build fails they say so.
if (chosen.some((suite) => SERVING_PAGES.includes(suite)))
  await buildPages().catch(() => undefined);
const failedBefore = Number(values['failed-before']);
const total: Tally = {
  passed: 0,
  skipped: 0,
  failures: Array.from({ length: failedBefore }, () => ({
    file: null,
    name: 'npm run check failed',
  })),
};
for (const suite of chosen) {
  add(await runSuite({ suite, files: [] }));
}
await stopPostgres();
console.log(closingText(total));
process.exitCode = total.failures.length > 0 ? 1 : 0;

function add({ passed, failures, skipped }: Tally): void {
  total.passed += passed;
  total.failures.push(...failures);
  total.skipped += skipped;
}

async function runSuite(run: SuiteRun): Promise<Tally> {
  const first = await runFiles(run);
  const again = new Set(first.tally.failures.map(({ file }) => file));
  const files = [...again].filter((file) => file !== null);
  const isWorthAgain =
    files.length > 0 && files.length === again.size && files.length <= MAX_FILES_AGAIN;
  const second = isWorthAgain ? await runFiles({ ...run, files }) : null;
  const { tally, text } = suiteReport(run.suite, first, second);
  console.log(text);
  return tally;
}

async function runFiles({ suite, files }: SuiteRun): Promise<Outcome> {
  // The machine may have become busier than it was at the start.
  const now = slowFactor(undefined, loadPerCore());
  process.env['PRICEROO_TEST_SLOW'] = `${Math.max(now, Number(process.env['PRICEROO_TEST_SLOW']))}`;
  const folder = await mkdtemp(join(tmpdir(), 'suite-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const finished = await runCommand(
    'vitest',
    // With the projects that run some of its files with another Chromium.
    ['run', ...files, `--project=${suite}`, `--project=${suite}-*`, ...reporters],
    SUITE_TIMEOUT_MS,
  );
  const report = await readFile(file, 'utf8').catch(() => null);
  await rm(folder, { recursive: true });
  return { finished, tally: tallyOf(suite, finished, report) };
}
