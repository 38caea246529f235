/*
 * Prints one line per promise: name, figure, goal, held or not. Exits with 1 when one does not hold.
 *   npm run faults                         all rows, in less than an hour on two cores
 *   npm run faults -- network fuzz         these rows only
 *   npm run faults -- --full               the whole figures, which take some hours
 */
import { parseArgs } from 'node:util';
import { limitMs } from '../support/limits.ts';
import { setup as startPostgres } from '../support/postgres-setup.ts';
import { runCommand } from '../support/run-command.ts';
import { ROWS, type Row } from './rows.ts';

const ROW_LIMIT_MS = limitMs(3 * 60 * 60_000);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !ROWS.some((row) => row.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no row ${unknown.join(', ')}; there are ${ROWS.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const chosen = ROWS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const stopPostgres = await startPostgres();
let broken = 0;
for (const row of chosen) if (!(await isHeld(row))) broken += 1;
await stopPostgres();
console.log(`${chosen.length - broken} of ${chosen.length} rows held`);
process.exitCode = broken > 0 ? 1 : 0;

async function isHeld({ name, goal, tests, quick, full }: Row): Promise<boolean> {
  const env = { ...process.env, NO_COLOR: '1', ...(values.full ? full : quick) };
  // Real time-outs on a shared machine: what fails once is tried once more, as in `npm test`.
  const args = ['run', '--retry=1', ...tests];
  const { code, output, seconds } = await runCommand('vitest', args, ROW_LIMIT_MS, { env });
  const [, count = 'no tests'] = /^\s*Tests\s+(.+)$/m.exec(output) ?? [];
  const figures = [...output.matchAll(/^figure: (.+)$/gm)].map(([, text]) => text);
  const held = code === 0;
  console.log(
    `${name.padEnd(17)}${held ? 'held    ' : 'NOT HELD'} ${seconds.toFixed(0).padStart(5)} s  goal: ${goal}`,
  );
  for (const figure of [...figures, `tests: ${count}`]) console.log(`${' '.repeat(26)}${figure}`);
  if (!held) console.log(output);
  return held;
}
