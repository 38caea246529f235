import { type Alteration, placeOf } from './alteration.ts';
import { evidenceOf } from './verdict.ts';

/** More at once would make the tests wait for each other's time-outs longer than a build takes. */
const GROUP_SIZE = 24;

/** Whether the pages must be built anew to try it. */
export function needsBuild({ testFile }: Alteration): boolean {
  return testFile.startsWith('tests/e2e/');
}

/**
 * Parts the alterations into groups that are tried in one run: each with a test of its own, and a failure that names
 * what was altered, in pieces that do not overlap; `read` gives the sources. Whatever cannot be told apart in company is a group of one.
 */
export function groupsOf(
  alterations: readonly Alteration[],
  read: (file: string) => string,
): Alteration[][] {
  const groups: Alteration[][] = [];
  for (const alteration of alterations) {
    const isSocial = !alteration.alone && evidenceOf(alteration) !== null;
    const home = isSocial ? groups.find((group) => fits(alteration, group, read)) : undefined;
    if (home) home.push(alteration);
    else groups.push([alteration]);
  }
  return groups;
}

function fits(
  alteration: Alteration,
  group: readonly Alteration[],
  read: (file: string) => string,
): boolean {
  return (
    group.length < GROUP_SIZE &&
    group.every(
      (other) =>
        !other.alone &&
        evidenceOf(other) !== null &&
        needsBuild(other) === needsBuild(alteration) &&
        !isSameTest(other, alteration) &&
        !doOverlap(other, alteration, read),
    )
  );
}

/** Without `only` a title stands for all its cases. */
function isSameTest(one: Alteration, other: Alteration): boolean {
  const isDistinct = one.only !== undefined && other.only !== undefined && one.only !== other.only;
  return one.testFile === other.testFile && one.title === other.title && !isDistinct;
}

function doOverlap(one: Alteration, other: Alteration, read: (file: string) => string): boolean {
  if (one.file !== other.file) return false;
  const source = read(one.file);
  const [a, b] = [placeOf(source, one.change), placeOf(source, other.change)];
  return a.from < b.to && b.from < a.to;
}
