/*
 * `npm run check`: everything that can be said of the code without running it, a line each.
 *   --before-tests    without what the suite `repo` says too (.ci/run)
 */
import pLimit from 'p-limit';
import { limitMs } from './support/limits.ts';
import { runCommand } from './support/run-command.ts';

/** What is checked, longest first, and the command of node_modules/.bin that does it. */
const CHECKS: ReadonlyArray<readonly [name: string, command: string, ...args: string[]]> = [
  ['types', 'astro', 'check'],
  ['format and lint', 'biome', 'check', '--diagnostic-level=warn', '--error-on-warnings', '.'],
  ['unused code', 'knip'],
  ['layers and docs', 'vitest', 'run', 'tests/architecture.test.ts', 'tests/docs.test.ts'],
  // Names the advisories that speak of what runs in production.
  ['advisories', 'npm', 'audit', '--omit=dev', '--audit-level=high', '--fetch-retries=0'],
];
/** What npm says where the registry, or the network before it, answers no audit. */
const NO_AUDIT = /audit endpoint returned an error|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/;
const CHECK_TIMEOUT_MS = limitMs(5 * 60_000);

const isBeforeTests = process.argv.includes('--before-tests');
// Most of them use one core.
const inTwoLanes = pLimit(2);
const checks = CHECKS.filter(([, command]) => !(isBeforeTests && command === 'vitest')).map(
  ([name, command, ...args]) => {
    const finished = inTwoLanes(() => runCommand(command, args, CHECK_TIMEOUT_MS));
    return { name, command, finished };
  },
);
let failed = 0;
for (const { name, command, finished } of checks) {
  const { code, output, seconds } = await finished;
  const isUnknown = command === 'npm' && NO_AUDIT.test(output);
  const verdict = isUnknown ? 'not known: the registry answers no audit' : 'FAILED';
  console.log(
    `${name.padEnd(18)}${seconds.toFixed(1).padStart(6)} s  ${code === 0 ? 'ok' : verdict}`,
  );
  if (code === 0 || isUnknown) continue;
  failed += 1;
  console.log(output);
}
process.exitCode = failed > 0 ? 1 : 0;
