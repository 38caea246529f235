/*
 * `npm test`: every suite in turn, a line each, and at the end "N passed, N failed".
 *   npm test -- unit api     only these suites
 * A suite that crashes, finds no tests or ends badly with no test to blame counts as one failure.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Finished, runCommand } from './support/run-command.ts';

/** As in vitest.config.ts, quickest answers first. */
const SUITES = ['unit', 'repo', 'api', 'worker', 'e2e', 'faults'];
const SUITE_TIMEOUT_MS = 30 * 60_000;

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
  /** A name for each. */
  failures: string[];
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

const total = { passed: 0, failed: Number(values['failed-before']), skipped: 0 };
for (const suite of positionals.length > 0 ? positionals : SUITES) {
  const { passed, failures, skipped } = await runSuite(suite);
  total.passed += passed;
  total.failed += failures.length;
  total.skipped += skipped;
}
const skippedText = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skippedText}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function runSuite(suite: string): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'suite-'));
  const file = join(folder, 'report.json');
  const finished = await runCommand(
    'vitest',
    [
      'run',
      '--project',
      suite,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    SUITE_TIMEOUT_MS,
  );
  const report = await readReport(file);
  await rm(folder, { recursive: true });
  const tally = tallyOf(finished, report);
  const { passed, failures, skipped } = tally;
  const count = passed + failures.length + skipped;
  const verdict = failures.length > 0 ? `${failures.length} FAILED` : 'passed';
  console.log(
    `${suite.padEnd(8)}${String(count).padStart(6)} tests ${finished.seconds.toFixed(1).padStart(7)} s  ${verdict}`,
  );
  if (failures.length > 0) console.log(finished.output);
  for (const name of failures) console.log(`  failed: ${name}`);
  return tally;
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
  if (!report)
    return { passed: 0, skipped: 0, failures: ['the suite crashed before it could report'] };
  const failures = report.testResults.flatMap((file) => {
    const name = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) return failed.map(({ fullName }) => `${name} › ${fullName}`);
    return file.status === 'failed' ? [`${name} › ${file.message.split('\n')[0]}`] : [];
  });
  const { numPassedTests: passed } = report;
  if (report.testResults.length === 0) failures.push('no test files found');
  else if (code !== 0 && failures.length === 0) failures.push(`vitest ended with code ${code}`);
  return { passed, skipped: report.numPendingTests + report.numTodoTests, failures };
}
