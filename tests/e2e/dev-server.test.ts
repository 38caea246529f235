/*
 * `npm run dev`: pages are styled, islands run, and an edit shows without a reload. It serves a copy of the sources, so
 * that the test may edit one, from the database of the site under test.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import { freePort } from '#db/runtime/free-port.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { limitMs } from '../support/limits.ts';
import { SITE, test } from '../support/shopper-test.ts';

const SOURCES = ['site', 'db', 'package.json', 'tsconfig.json', 'astro.config.mjs'];
/** Vite must also serve the packages, which lie outside the copy, and keep its cache inside. */
const CONFIG_OF_COPY = `import config from './astro.config.mjs';
export default {
  ...config,
  vite: { ...config.vite, cacheDir: '.vite', server: { ...config.vite.server, fs: { strict: false } } },
};`;

const PAGE = '/search?q=coffee+machine';
const FIRST_PAGE_MS = limitMs(50_000);

const copy = mkdtempSync(join(tmpdir(), 'priceroo-dev-'));
let server: ChildProcess;
let origin: string;

beforeAll(async () => {
  for (const name of SOURCES) cpSync(join(REPO_ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(REPO_ROOT, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'copy.config.mjs'), CONFIG_OF_COPY);
  const port = await freePort(0);
  origin = `http://localhost:${port}`;
  // Nothing of vitest's environment: under VITEST Astro serves no pages.
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: inject('databaseUrl'),
    PORT: new URL(SITE).port,
  };
  const args = ['dev', '--config', 'copy.config.mjs', '--port', String(port)];
  server = spawn('astro', args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'inherit'] });
  await untilReady(server);
});

afterAll(async () => {
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(copy, { recursive: true, force: true });
});

test('pages are styled, islands react, and an edited island shows without a reload', async ({
  open,
}) => {
  const page = await open(`${origin}${PAGE}`, {
    // The first request makes pages and scripts.
    before: async (one) => one.setDefaultTimeout(FIRST_PAGE_MS),
  });
  const built = await open(PAGE);
  expect(await colours(page)).toEqual(await colours(built));
  const picture = page.locator('img[src*="/pictures/"]').first();
  const width = () => picture.evaluate((element: HTMLImageElement) => element.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);

  // Packages that Vite meets late make it load the page again, and what was chosen before is gone.
  const isSorted = async () => {
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    await page.waitForURL(`**${PAGE}&sort=price`, { timeout: 2_000 });
  };
  await vi.waitFor(isSorted, FIRST_PAGE_MS);

  await page.evaluate(() => {
    document.body.dataset.mark = 'same document';
  });
  replaceInSources("'You could save'", "'You would save'");
  await page.getByText('You would save').waitFor();
  expect(await page.locator('body').getAttribute('data-mark')).toBe('same document');
});

function colours(page: Page): Promise<string[]> {
  return page.getByRole('button', { name: 'Search', exact: true }).evaluate((button) => {
    const { backgroundColor, color, borderRadius } = getComputedStyle(button);
    return [backgroundColor, color, borderRadius];
  });
}

async function untilReady({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) throw new Error('astro dev has no output');
  for await (const line of createInterface(stdout)) {
    if (line.includes('watching for file changes')) {
      stdout.resume();
      return;
    }
  }
  throw new Error('astro dev ended before it was ready');
}

function replaceInSources(text: string, by: string): void {
  const files = globSync('site/**/*.tsx', { cwd: copy }).map((name) => join(copy, name));
  const file = files.find((path) => readFileSync(path, 'utf8').includes(text));
  if (!file) throw new Error(`no island says ${text}`);
  writeFileSync(file, readFileSync(file, 'utf8').replace(text, by));
}
