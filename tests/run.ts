/*
 * `npm test`: every suite in turn, a line each, and at the end "N passed, N failed".
 *   npm test -- unit api     only these suites
 * After the unit suite its browser tests, which use npm's Chromium, run once with each Chromium of the system.
 * One Postgres serves them all. A suite that crashes, finds no tests or ends badly with no test to blame counts as one
 * failure. Tests here run real processes and browsers on shared machines: files that failed are run once more, alone.
 * What passes then is counted as passed and named as unsteady, with what it said the first time.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { setup as startPostgres } from './support/postgres-setup.ts';
import { type Finished, runCommand } from './support/run-command.ts';

/** As in vitest.config.ts, quickest answers first. */
const SUITES = ['unit', 'repo', 'api', 'worker', 'e2e', 'faults'];
const SUITE_TIMEOUT_MS = 30 * 60_000;
const BROWSER_TESTS = ['render-page', 'tabs', 'browser', 'polite-render'].map(
  (name) => `worker/fetch/${name}.test.ts`,
);
/** Debian's two packages of Chromium; they draw pages in different ways. */
const SYSTEM_CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
/** More files than this do not fail by chance: they are not run again. */
const MAX_FILES_AGAIN = 3;

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
type Report = z.infer<typeof vitestReport>;

interface Tally {
  passed: number;
  skipped: number;
  failures: Failure[];
}

/** A suite, or some of its files, to run under a name. */
interface SuiteRun {
  name: string;
  suite: string;
  /** Files of the suite; all where empty. */
  files: readonly string[];
  env?: NodeJS.ProcessEnv;
}

interface Outcome {
  finished: Finished;
  tally: Tally;
}

interface Failure {
  /** Relative path of the file; null when the suite itself is to blame. */
  file: string | null;
  name: string;
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
const stopPostgres = await startPostgres();
const total = { passed: 0, failed: Number(values['failed-before']), skipped: 0 };
for (const suite of positionals.length > 0 ? positionals : SUITES) {
  add(await runSuite({ name: suite, suite, files: [] }));
  if (suite === 'unit') for (const path of SYSTEM_CHROMIUMS) await runBrowserTests(path);
}
await stopPostgres();
const skippedText = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skippedText}`);
process.exitCode = total.failed > 0 ? 1 : 0;

function add({ passed, failures, skipped }: Tally): void {
  total.passed += passed;
  total.failed += failures.length;
  total.skipped += skipped;
}

async function runBrowserTests(path: string): Promise<void> {
  const name = basename(path);
  if (!existsSync(path)) return console.log(`${name}: not tested, ${path} is not installed`);
  const env = { ...process.env, CHROMIUM_PATH: path };
  add(await runSuite({ name, suite: 'unit', files: BROWSER_TESTS, env }));
}

async function runSuite(run: SuiteRun): Promise<Tally> {
  const first = await runFiles(run);
  const again = new Set(first.tally.failures.map(({ file }) => file));
  const files = [...again].filter((file) => file !== null);
  const isWorthAgain =
    files.length > 0 && files.length === again.size && files.length <= MAX_FILES_AGAIN;
  const second = isWorthAgain ? await runFiles({ ...run, files }) : null;
  const tally = second ? amended(first.tally, second.tally) : first.tally;
  const { passed, failures, skipped } = tally;
  const count = passed + failures.length + skipped;
  const seconds = first.finished.seconds + (second?.finished.seconds ?? 0);
  const verdict = failures.length > 0 ? `${failures.length} FAILED` : 'passed';
  console.log(
    `${run.name.padEnd(24)}${String(count).padStart(6)} tests ${seconds.toFixed(1).padStart(7)} s  ${verdict}`,
  );
  if (first.tally.failures.length > 0) console.log(first.finished.output);
  for (const { name } of first.tally.failures) {
    const isUnsteady = !failures.some((failure) => failure.name === name);
    console.log(isUnsteady ? `  unsteady, passed when run again: ${name}` : `  failed: ${name}`);
  }
  for (const { name } of failures) {
    const isNew = !first.tally.failures.some((failure) => failure.name === name);
    if (isNew) console.log(`${second?.finished.output}\n  failed when run again: ${name}`);
  }
  return tally;
}

/** What stands after a second run of the files that failed: all else of the first, and their failures of the second. */
function amended(first: Tally, { failures }: Tally): Tally {
  return { ...first, passed: first.passed + first.failures.length - failures.length, failures };
}

async function runFiles({ suite, files, env = process.env }: SuiteRun): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'suite-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const finished = await runCommand(
    'vitest',
    ['run', ...files, '--project', suite, ...reporters],
    SUITE_TIMEOUT_MS,
    { env },
  );
  const report = await readReport(file);
  await rm(folder, { recursive: true });
  return { finished, tally: tallyOf(finished, report) };
}

async function readReport(file: string): Promise<Report | null> {
  try {
    return vitestReport.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    // A suite that died wrote none, or half of one; any other fault is ours.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT')
      return null;
    throw error;
  }
}

function tallyOf({ code }: Finished, report: Report | null): Tally {
  const suiteFailed = (name: string): Failure => ({ file: null, name });
  if (!report) {
    const failures = [suiteFailed('the suite crashed before it could report')];
    return { passed: 0, skipped: 0, failures };
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length > 0)
      return failed.map(({ fullName }): Failure => ({ file, name: `${file} › ${fullName}` }));
    return status === 'failed' ? [{ file, name: `${file} › ${message.split('\n')[0]}` }] : [];
  });
  const { numPassedTests: passed } = report;
  if (report.testResults.length === 0) failures.push(suiteFailed('no test files found'));
  else if (code !== 0 && failures.length === 0)
    failures.push(suiteFailed(`vitest ended with code ${code}`));
  return { passed, skipped: report.numPendingTests + report.numTodoTests, failures };
}
