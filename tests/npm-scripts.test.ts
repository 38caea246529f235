import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import pkg from '../package.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'priceroo-npm-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Says its id, then drains for a moment at SIGTERM. */
const PROGRAM = `
console.log('up', process.pid);
process.once('SIGTERM', () => setTimeout(() => { console.log('drained'); process.exit(0); }, 100));
setTimeout(() => process.exit(1), 30_000);`;

test('SIGTERM to npm alone ends what it runs', async () => {
  const preload = join(REPO_ROOT, 'worker/npm-script.js');
  writeFileSync(join(folder, 'program.js'), PROGRAM);
  const start = `node --import ${preload} program.js`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = linesOf(npm);
  await lines.next((line) => line.startsWith('up'));
  npm.kill('SIGTERM');
  await lines.next((line) => line === 'drained');
  // The program held npm's output open: its end shows that nothing is left.
  if (npm.stdout?.closed === false) await once(npm.stdout, 'close');
});

test('every script that stays up is stopped with npm', () => {
  for (const name of ['start', 'site', 'worker'] as const)
    expect(pkg.scripts[name]).toContain('--import ./worker/npm-script.js');
});

function linesOf(child: ChildProcess) {
  if (!child.stdout) throw new Error('no output');
  const reader = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async next(isIt: (line: string) => boolean) {
      for (;;) {
        const { value, done } = await reader.next();
        if (done) throw new Error('the program ended without the line');
        if (isIt(value)) return;
      }
    },
  };
}
