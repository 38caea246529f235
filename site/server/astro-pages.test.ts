import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROGRAM = `
import { removeWebStorage } from './site/server/astro-pages.ts';
removeWebStorage();
await import('@nanostores/persistent');
console.log(typeof localStorage, typeof sessionStorage);`;

it('lets the pages’ stores load without storage, and Node has nothing to warn of', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM],
    { cwd: new URL('../..', import.meta.url) },
  );
  expect(stdout.trim()).toBe('undefined undefined');
  expect(stderr).toBe('');
});
