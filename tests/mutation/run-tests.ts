import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/run-command.ts';
import { type Alteration, namePattern } from './alteration.ts';
import type { ReportedTest } from './report.ts';
import type { RanTest } from './verdict.ts';

/** A group takes seconds, all tests unaltered minutes; what takes this long hangs. */
const RUN_TIMEOUT_MS = 10 * 60_000;

/** What the tests named by the alterations did in a copy. */
export interface TestRun {
  /** The cases of the alteration's test; empty when they did not run. */
  testsOf(alteration: Alteration): RanTest[];
  /** vitest's own output, for those who ask why. */
  output: string;
}

/** Runs only the named tests, in the copy at `root`. `patienceMs`: how long a browser test waits for what does not come. */
export async function runTests(
  root: string,
  alterations: readonly Alteration[],
  patienceMs: number,
): Promise<TestRun> {
  const report = join(tmpdir(), `mutation-${randomUUID()}.json`);
  const files = [...new Set(alterations.map(({ testFile }) => testFile))];
  const names = [...new Set(alterations.map((alteration) => namePattern(alteration).source))];
  const args = ['run', ...files, '-t', names.map((name) => `(?:${name})`).join('|')];
  const reporters = ['--reporter=default', '--reporter=./tests/mutation/report.ts'];
  const env = { ...process.env, MUTATION_REPORT: report, TEST_PATIENCE_MS: String(patienceMs) };
  const { output } = await runCommand('vitest', [...args, ...reporters], RUN_TIMEOUT_MS, {
    cwd: root,
    env,
  });
  const reported = await readReport(report);
  await rm(report, { force: true });
  return {
    output,
    testsOf(alteration) {
      const name = namePattern(alteration);
      return reported
        .filter(({ file, fullName }) => file === alteration.testFile && name.test(fullName))
        .filter(({ state }) => state === 'passed' || state === 'failed')
        .map(({ fullName, state, messages }) => ({
          fullName,
          passed: state === 'passed',
          messages,
        }));
    },
  };
}

/** No report is a run without tests: a build that failed ends before any. */
async function readReport(path: string): Promise<ReportedTest[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as ReportedTest[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
