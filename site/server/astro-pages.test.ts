import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROGRAM = `
import { removeWebStorage } from './site/server/astro-pages.ts';
removeWebStorage();
await import('@nanostores/persistent');
console.log(typeof localStorage, typeof sessionStorage);`;

it('stores of pages load without web storage, and Node prints no warning', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM],
    { cwd: new URL('../..', import.meta.url) },
  );
  expect(stdout.trim()).toBe('undefined undefined');
  expect(stderr).toBe('');
});
