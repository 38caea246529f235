import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** One test as a run leaves it. */
export interface ReportedTest {
  /** Path in the copy. */
  file: string;
  /** With its describes. */
  fullName: string;
  state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Message and difference of each error: a whole list is only in the difference. */
  messages: string[];
}

/** A reporter of vitest that writes every test to MUTATION_REPORT: its own JSON cuts what was expected short. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export
export default class MutationReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { MUTATION_REPORT: path } = process.env;
    if (!path) throw new Error('MUTATION_REPORT names no file');
    const tests: ReportedTest[] = modules.flatMap((module) =>
      Array.from(module.children.allTests(), (test) => {
        const { state, errors } = test.result();
        return {
          file: module.relativeModuleId,
          fullName: test.fullName.replaceAll(' > ', ' '),
          state,
          messages: (errors ?? []).map(
            ({ name, message, diff }) => `${name}: ${message}\n${diff ?? ''}`,
          ),
        };
      }),
    );
    writeFileSync(path, JSON.stringify(tests));
  }
}
