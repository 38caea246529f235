/* What vitest reported of a suite, counted and told (tests/run.ts). */
import { relative } from 'node:path';
import { z } from 'zod';
import type { Finished } from './run-command.ts';

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
export interface Tally {
  passed: number;
  skipped: number;
  failures: Failure[];
}

export interface Outcome {
  finished: Finished;
  tally: Tally;
}

interface Failure {
  /** Relative path of the file; null when the suite itself is to blame. */
  file: string | null;
  /** Suite, file and test. */
  name: string;
}

/** What stands of a suite after its second run, if there was one, and what the log says of it. */
export function suiteReport(
  name: string,
  first: Outcome,
  second: Outcome | null,
): { tally: Tally; text: string } {
  const tally = second ? amended(first.tally, second.tally) : first.tally;
  const { passed, failures, skipped } = tally;
  const count = passed + failures.length + skipped;
  const seconds = first.finished.seconds + (second?.finished.seconds ?? 0);
  const verdict = failures.length > 0 ? `${failures.length} FAILED` : 'passed';
  const lines = [
    `${name.padEnd(24)}${String(count).padStart(6)} tests ${seconds.toFixed(1).padStart(7)} s  ${verdict}`,
  ];
  const namesIn = ({ failures: of }: Tally) => new Set(of.map((failure) => failure.name));
  const failed = namesIn(tally);
  if (first.tally.failures.length > 0) lines.push(first.finished.output);
  for (const one of namesIn(first.tally))
    if (!failed.has(one)) lines.push(`  unsteady, passed when run again: ${one}`);
  if (second && failed.size > 0) lines.push('  run again:', second.finished.output);
  lines.push(...Array.from(failed, (one) => `  failed: ${one}`));
  return { tally, text: lines.join('\n') };
}

/** The end of the log: every test that failed, then the sum. */
export function closingText({ passed, failures, skipped }: Tally): string {
  const skippedText = skipped > 0 ? `, ${skipped} skipped` : '';
  return [
    ...failures.map(({ name }) => `FAILED ${name}`),
    `${passed} passed, ${failures.length} failed${skippedText}`,
  ].join('\n');
}

/** What stands after a second run of the files that failed: all else of the first, and their failures of the second. */
function amended(first: Tally, { failures }: Tally): Tally {
  return { ...first, passed: first.passed + first.failures.length - failures.length, failures };
}

/** Vitest's JSON report; null where there is none or half of one, as of a suite that died. */
function parsedReport(report: string | null): z.infer<typeof vitestReport> | null {
  try {
    return report === null ? null : vitestReport.parse(JSON.parse(report));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Counts a suite's JSON report, null where it wrote none. */
export function tallyOf(suite: string, { code }: Finished, reportText: string | null): Tally {
  const report = parsedReport(reportText);
  const suiteFailed = (what: string): Failure => ({ file: null, name: `${suite} › ${what}` });
  if (!report) {
    const failures = [suiteFailed('the suite crashed before it could report')];
    return { passed: 0, skipped: 0, failures };
  }
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length > 0)
      return failed.map(
        ({ fullName }): Failure => ({ file, name: `${suite} › ${file} › ${fullName}` }),
      );
    return status === 'failed'
      ? [{ file, name: `${suite} › ${file} › ${message.split('\n')[0]}` }]
      : [];
  });
  const { numPassedTests: passed } = report;
  if (report.testResults.length === 0) failures.push(suiteFailed('no test files found'));
  else if (code !== 0 && failures.length === 0)
    failures.push(suiteFailed(`vitest ended with code ${code}`));
  return { passed, skipped: report.numPendingTests + report.numTodoTests, failures };
}
