import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createCli } from './commands.ts';
import { completionOf } from './completion.ts';

const script = [...completionOf(createCli()).lines].join('\n');

/** What bash offers for a line that was typed so far. */
function offers(line: string): string[] {
  const ask = `COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; _priceroo; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

test.each([
  ['priceroo sc', ['scrape']],
  ['priceroo retailer en', ['enable']],
  ['priceroo retailer list --en', ['--enabled']],
  ['priceroo quarantine ap', ['approve']],
  ['priceroo refused --', ['--reason', '--json', '--version', '--help']],
  ['priceroo scrape --res', ['--resume']],
  ['priceroo matches:sp', ['split']],
  ['priceroo nothing-like-it x', []],
])('%s → %j', (line, expected) => {
  expect(offers(line).sort()).toEqual([...expected].sort());
});

test('offers every command before the first word', () => {
  const names = createCli().commands.map((each) => each.name());
  expect(offers('priceroo ')).toEqual(expect.arrayContaining(names));
});
