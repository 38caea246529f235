import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, mostly waiting: begun last, they would keep one process busy while the others have nothing left. */
const LONGEST =
  /\/(?:accessibility|dev-server|story|quarantine|queue-\w+(?:-redis)?|killed-match-\w+|site-api-through-astro|cli)\.test\.ts$/;

/** Runs the longest files first; vitest alone knows only their sizes, unless they ran here before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
