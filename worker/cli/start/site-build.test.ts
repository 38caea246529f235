import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildSite, isBuildStale } from './site-build.ts';

/** Records the build mode, as astro.config.mjs does. */
const ASTRO = `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('dist', { recursive: true });
  writeFileSync('dist/built-for.json', JSON.stringify({ mode: process.env.NODE_ENV }));`;
let root: string;

/** A minimal repository whose `astro` is a script: the tests check when it runs and what it receives. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'priceroo-build-'));
  put('package.json', '{"type":"module"}');
  put('site/pages/index.astro', 'home');
  put('node_modules/astro/package.json', '{"name":"astro","bin":{"astro":"cli.mjs"}}');
  put('node_modules/astro/cli.mjs', ASTRO);
});

afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('pages are stale without dist and after a source change, but not after a test change', async () => {
  expect(isBuildStale(root)).toBe(true);
  await buildSite(root);
  expect(isBuildStale(root)).toBe(false);
  put('site/pages/index.test.ts', 'a test');
  expect(isBuildStale(root)).toBe(false);
  put('site/pages/index.astro', 'another home');
  expect(isBuildStale(root)).toBe(true);
});

test('a renamed source makes pages stale', async () => {
  await buildSite(root);
  rmSync(join(root, 'site/pages/index.astro'));
  put('site/pages/main.astro', 'home');
  expect(isBuildStale(root)).toBe(true);
});

test('pages built for development are stale although their sources are unchanged', async () => {
  await buildSite(root);
  execFileSync(process.execPath, ['node_modules/astro/cli.mjs', 'build'], {
    cwd: root,
    env: { NODE_ENV: 'development' },
  });
  expect(isBuildStale(root)).toBe(true);
  await buildSite(root);
  expect(isBuildStale(root)).toBe(false);
});

test('sites with one secret build with one key of their islands, unless ASTRO_KEY gives it', async () => {
  put(
    'node_modules/astro/cli.mjs',
    `${ASTRO} writeFileSync('dist/key', process.env.ASTRO_KEY ?? '');`,
  );
  const keyOf = async (secret: string, key?: string) => {
    vi.stubEnv('BETTER_AUTH_SECRET', secret);
    vi.stubEnv('ASTRO_KEY', key);
    await buildSite(root);
    return readFileSync(join(root, 'dist/key'), 'utf8');
  };
  const derived = await keyOf('a secret of all sites behind the proxy');
  expect(Buffer.from(derived, 'base64')).toHaveLength(32);
  expect(await keyOf('a secret of all sites behind the proxy')).toBe(derived);
  expect(await keyOf('another secret')).not.toBe(derived);
  expect(await keyOf('another secret', 'bWluZQ==')).toBe('bWluZQ==');
  expect(await keyOf('')).toBe('');
});

test('shell variables do not override what the build defines', async () => {
  vi.stubEnv('DEV', true);
  put('node_modules/astro/cli.mjs', `${ASTRO} process.exitCode = 'DEV' in process.env ? 1 : 0;`);
  await buildSite(root);
  vi.unstubAllEnvs();
});

test('a failed build shows the output of Astro and stays stale', async () => {
  put('node_modules/astro/cli.mjs', `console.error('no such component'); process.exitCode = 1;`);
  await expect(buildSite(root)).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringContaining('no such component'),
  });
  expect(isBuildStale(root)).toBe(true);
});
