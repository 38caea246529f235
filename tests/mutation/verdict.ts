import { type Alteration, sidesOf } from './alteration.ts';

/** A test of vitest's report. */
export interface RanTest {
  /** With its describes. */
  fullName: string;
  passed: boolean;
  /** What it failed with: messages and stacks. */
  messages: readonly string[];
}

/**
 * What a run says of one alteration: `seen` by its test, `passed` unseen, `unclear` when the test failed without
 * a word of what was altered, `broken` when it did not get as far as an assertion.
 */
export type Verdict = 'seen' | 'passed' | 'unclear' | 'broken';

/** An assertion of vitest, or Playwright's wait for what did not come. */
const ASSERTION =
  /^(?:AssertionError|Error: Property failed after|(?:\w+: )*(?:TimeoutError|Error): (?:locator|page|frame)\.\w+: |Error: \S+ instead of )/;

/** The fewest characters that cannot be in a message by chance. */
const TELLING_LENGTH = 4;

/** What the failure has to mention; null where only a run on its own can tell. */
export function evidenceOf(alteration: Alteration): string | null {
  const text = alteration.mentions ?? sidesOf(alteration.change).was;
  return text.length >= TELLING_LENGTH && !/^[\d_]+$/.test(text) ? text : null;
}

/** Judges the tests that bear the name; `isAlone` when nothing else was altered in the run. */
export function judge(
  alteration: Alteration,
  tests: readonly RanTest[],
  isAlone: boolean,
): Verdict {
  if (tests.length === 0) return 'broken';
  const failures = tests.filter(({ passed }) => !passed);
  if (failures.length === 0) return 'passed';
  const asserted = failures.flatMap(({ messages }) => messages).filter((m) => ASSERTION.test(m));
  if (asserted.length === 0) return 'broken';
  const evidence = evidenceOf(alteration);
  const isTold = evidence !== null && asserted.some((message) => message.includes(evidence));
  return isAlone || isTold ? 'seen' : 'unclear';
}
