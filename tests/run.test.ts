import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slowFactor } from './support/limits.ts';
import { closingText, type Outcome, suiteReport, tallyOf } from './support/suite-report.ts';

/** A run of one file in which these tests fail and one passes. */
function outcome(output: string, failing: readonly string[]): Outcome {
  const finished = { code: failing.length > 0 ? 1 : 0, output, seconds: 1 };
  const report = {
    numPassedTests: 1,
    numFailedTests: failing.length,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: join(process.cwd(), 'db/kettle.test.ts'),
        status: failing.length > 0 ? 'failed' : 'passed',
        message: '',
        assertionResults: [
          { fullName: 'whistles', status: 'passed' },
          ...failing.map((fullName) => ({ fullName, status: 'failed' })),
        ],
      },
    ],
  };
  return { finished, tally: tallyOf('unit', finished, JSON.stringify(report)) };
}
const count = (text: string, part: string) => text.split(part).length - 1;

test('each run is printed once, however many tests fail in it', () => {
  const failing = ['boils', 'pours', 'cools'];
  const { tally, text } = suiteReport('unit', outcome('OUT1', failing), outcome('OUT2', failing));
  expect([count(text, 'OUT1'), count(text, 'OUT2')]).toEqual([1, 1]);
  expect(text).toContain('3 FAILED');
  expect(tally).toMatchObject({ passed: 1, skipped: 0 });
});

test('a test that passes the second time is unsteady, one that fails only then has failed', () => {
  const { tally, text } = suiteReport(
    'unit',
    outcome('OUT1', ['boils', 'pours']),
    outcome('OUT2', ['pours', 'cools']),
  );
  expect(text).toContain('unsteady, passed when run again: unit › db/kettle.test.ts › boils');
  expect(count(text, 'OUT2')).toBe(1);
  expect(tally.failures.map(({ name }) => name)).toEqual([
    'unit › db/kettle.test.ts › pours',
    'unit › db/kettle.test.ts › cools',
  ]);
});

test('a suite that passes takes one line', () => {
  expect(suiteReport('unit', outcome('OUT1', []), null).text).toMatch(
    /^unit +1 tests +1\.0 s {2}passed$/,
  );
});

test('a suite that wrote half a report, or none, has failed', () => {
  const finished = { code: null, output: '', seconds: 1 };
  for (const report of [null, '{"numPassed'])
    expect(tallyOf('unit', finished, report).failures).toEqual([
      { file: null, name: 'unit › the suite crashed before it could report' },
    ]);
});

test('the log ends with the tests that failed and the sum', () => {
  const { tally } = outcome('', ['boils']);
  const check = { file: null, name: 'npm run check failed' };
  expect(closingText({ ...tally, failures: [check, ...tally.failures] })).toBe(
    'FAILED npm run check failed\nFAILED unit › db/kettle.test.ts › boils\n1 passed, 2 failed',
  );
});

test('limits follow the stated factor, else the load of each core between 1 and 6', () => {
  expect([0.2, 2.54, 40].map((load) => slowFactor(undefined, load))).toEqual([1, 2.5, 6]);
  expect(slowFactor('10', 0)).toBe(10);
  for (const wrong of ['0.5', 'fast', 'Infinity'])
    expect(() => slowFactor(wrong, 0)).toThrow('PRICEROO_TEST_SLOW');
});
