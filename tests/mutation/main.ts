/*
 * `npm run mutation`: proves that the tests see the specification. Every text and constant of list/*.ts is altered in
 * a copy of the repository and the test named beside it must fail, with words about what was altered.
 *   list.ts          what is altered, and which test must see it (docs/screens.md is written from it)
 *   groups.ts        what can be tried in one run; browser tests need the pages built anew for each
 *   scratch-copy.ts  the copy   →   run-tests.ts  vitest in it   →   verdict.ts  what the failure proves
 * First the named tests run unaltered and must pass. A failure that does not speak of the change is tried again on
 * its own. A line each, and at the end "N altered, N seen, N missed".
 *   --only <pattern>  those whose file, change or test fits        --shard 2/5  the second fifth
 *   --lanes <count>   copies at work at once (default 3)           --verbose    vitest's output of what was missed
 */
import { parseArgs } from 'node:util';
import { setup as startPostgres } from '../support/postgres-setup.ts';
import { type Alteration, placeOf, sidesOf } from './alteration.ts';
import { groupsOf, needsBuild } from './groups.ts';
import { ALTERATIONS } from './list.ts';
import { runTests } from './run-tests.ts';
import { openScratchCopy, type ScratchCopy } from './scratch-copy.ts';
import { judge, type Verdict } from './verdict.ts';

/** How long a browser test waits for what does not come: in company briefly, alone as long as always. */
const BRIEF_MS = 2_000;
const PATIENT_MS = 5_000;

const SAYINGS: Record<Verdict, string> = {
  seen: 'seen',
  passed: 'MISSED: the test passes',
  unclear: 'MISSED: the failure does not speak of it',
  broken: 'MISSED: no assertion failed',
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    lanes: { type: 'string', default: '3' },
    verbose: { type: 'boolean', default: false },
  },
});
const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
const only = new RegExp(values.only ?? '');
const chosen = ALTERATIONS.filter(({ file, change, testFile, title }) =>
  only.test(`${file} ${change} ${testFile} ${title}`),
).filter((_, index) => index % shards === shard - 1);

const copies: ScratchCopy[] = [];
const stopPostgres = await startPostgres();
let seen = 0;
let missed = 0;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
  });
}
try {
  for (let lane = 0; lane < Number(values.lanes); lane += 1) copies.push(openScratchCopy());
  const sound = await withoutRed(chosen);
  const read = (file: string) => copies[0]?.read(file) ?? '';
  const groups = groupsOf(sound, read).toSorted((a, b) => b.length - a.length);
  await Promise.all(copies.map((copy) => work(copy, groups)));
} finally {
  await Promise.all(copies.map((copy) => copy.remove()));
  await stopPostgres();
}
const rest = chosen.length - seen - missed;
console.log(
  `${chosen.length - rest} altered, ${seen} seen, ${missed} missed${rest > 0 ? `, ${rest} not tried` : ''}`,
);
process.exitCode = missed > 0 || seen < chosen.length ? 1 : 0;

/** Those whose tests pass as things are; the others are missed, and why is told. */
async function withoutRed(all: readonly Alteration[]): Promise<Alteration[]> {
  const [first, second = first] = copies;
  if (!first || !second) return [];
  const there = all.filter((alteration) => isThere(alteration, first));
  const built = there.filter(needsBuild);
  const rest = there.filter((alteration) => !needsBuild(alteration));
  const sound: Alteration[] = [];
  const look = async (copy: ScratchCopy, part: readonly Alteration[]) => {
    if (part.length === 0) return;
    const run = await runTests(copy.root, part, PATIENT_MS);
    for (const alteration of part) {
      const tests = run.testsOf(alteration);
      if (tests.length > 0 && tests.every(({ passed }) => passed)) sound.push(alteration);
      else {
        tell(alteration, tests.length > 0 ? 'MISSED: red without it' : 'MISSED: no such test ran');
        if (values.verbose) console.log(run.output);
      }
    }
  };
  await Promise.all(
    first === second ? [look(first, there)] : [look(first, built), look(second, rest)],
  );
  return sound;
}

/** tests/mutation-list.test.ts is red too where a piece is gone. */
function isThere(alteration: Alteration, { read }: ScratchCopy): boolean {
  try {
    placeOf(read(alteration.file), alteration.change);
    return true;
  } catch (error) {
    tell(alteration, `MISSED: ${(error as Error).message}`);
    return false;
  }
}

/** Takes one group after the other until none is left. */
async function work(copy: ScratchCopy, groups: Alteration[][]): Promise<void> {
  for (let group = groups.shift(); group && !isInterrupted; group = groups.shift()) {
    const isAlone = group.length === 1;
    copy.apply(group);
    const run = await runTests(copy.root, group, isAlone ? PATIENT_MS : BRIEF_MS);
    copy.restore();
    for (const alteration of group) {
      const verdict = judge(alteration, run.testsOf(alteration), isAlone);
      // In company another change may have been in the way.
      if (verdict !== 'seen' && !isAlone) groups.push([alteration]);
      else tell(alteration, SAYINGS[verdict]);
      if (verdict !== 'seen' && isAlone && values.verbose) console.log(run.output);
    }
  }
}

function tell({ file, change, testFile, title, only: part }: Alteration, saying: string): void {
  // A run that was ended says nothing of the alterations.
  if (isInterrupted) return;
  if (saying === SAYINGS.seen) seen += 1;
  else missed += 1;
  const { was } = sidesOf(change);
  const by = `${testFile} › ${title}${part ? ` (${part})` : ''}`;
  console.log(`${saying}  ${file}: ${change.includes('\n') ? was : change}  by ${by}`);
}
