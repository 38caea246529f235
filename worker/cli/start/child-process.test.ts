import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test, vi } from 'vitest';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { PATIENCE } from '../../../tests/support/limits.ts';
import { keepRunning } from './child-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'priceroo-child-'));

afterAll(() => rmSync(folder, { recursive: true }));

function script(name: string, code: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, code);
  return path;
}

const path = (file: string) => JSON.stringify(join(REPO_ROOT, file));

/** Says its pid, and ends with its parent. */
const loyal = `
  const { exitWithParent } = await import(${path('db/runtime/parent-process.ts')});
  exitWithParent();
  setInterval(() => {}, 1000);
  console.log('pid ' + process.pid);
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process, which is the question
  }
}

function pidsIn(lines: readonly string[]): number[] {
  return lines.flatMap((line) => (line.startsWith('pid ') ? [Number(line.slice(4))] : []));
}

test('restarts a killed child and prints a line about it', async () => {
  const lines: string[] = [];
  const plan = { name: 'toy', script: script('toy', loyal), env: {} };
  const child = keepRunning(plan, (_, line) => lines.push(line));
  await vi.waitFor(() => expect(pidsIn(lines)).toHaveLength(1), PATIENCE);
  process.kill(pidsIn(lines)[0] ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(pidsIn(lines)).toHaveLength(2), PATIENCE);
  expect(lines).toContain('ended (SIGKILL); restart in 0.5 s');
  await child.stop();
  expect(pidsIn(lines).filter(isAlive)).toEqual([]);
});

test('stop waits until a child has finished its work', async () => {
  const lines: string[] = [];
  const code = `
    process.on('SIGTERM', () => setTimeout(() => { console.log('drained'); process.exit(0); }, 50));
    setInterval(() => {}, 1000);
    console.log('up');
  `;
  const plan = { name: 'slow', script: script('slow', code), env: {} };
  const child = keepRunning(plan, (_, line) => lines.push(line));
  await vi.waitFor(() => expect(lines).toContain('up'), PATIENCE);
  await child.stop();
  await vi.waitFor(() => expect(lines).toEqual(['up', 'drained']), PATIENCE);
});

test('gives up on a child that never starts and prints its output', async () => {
  const lines: string[] = [];
  const plan = {
    name: 'site',
    script: script('broken', 'throw new Error("no such table")'),
    env: {},
  };
  const child = keepRunning(plan, (_, line) => lines.push(line));
  await expect(child.failed).rejects.toThrow('The site process does not start');
  expect(lines.join('\n')).toContain('no such table');
  await child.stop();
});

test('children end when their parent is killed with SIGKILL', async () => {
  const plan = JSON.stringify({ name: 'toy', script: script('orphan', loyal), env: {} });
  const parentCode = `
    const { keepRunning } = await import(${path('worker/cli/start/child-process.ts')});
    keepRunning(${plan}, (name, line) => console.log(line));
  `;
  const parent = spawn(process.execPath, [script('parent', parentCode)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: REPO_ROOT,
  });
  const [line] = await once(createInterface({ input: parent.stdout }), 'line');
  const pid = Number(String(line).slice(4));
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
});
