/*
 * The built pages in dist/, made again when their sources have changed. A fingerprint of the sources lies beside them.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { childEnvironment } from '#db/runtime/config.ts';
import { OperatorError } from '#domain/errors.ts';

/** What the pages are made of, relative to the root; tests are not. */
const SOURCES = ['site/**/*', 'db/domain/**/*', 'db/*.ts', 'astro.config.mjs', 'package-lock.json'];

/** The mode that pages are built in, whoever asks, a test too: any other carries the development server's parts. */
const MODE = 'production';

/**
 * What Vite and Astro define in import.meta.env. Astro takes a variable of the shell instead where there is one of that name:
 * with DEV=1 pages would be built for the development server.
 */
const DEFINED_BY_BUILD = ['ASSETS_PREFIX', 'BASE_URL', 'DEV', 'MODE', 'PROD', 'SITE', 'SSR'];

/** Whether `dist` lacks the pages, has those of other sources, or was built in another mode by somebody else since. */
export function isBuildStale(root: string): boolean {
  const known = fingerprintFile(root);
  if (!existsSync(known) || builtMode(root) !== MODE) return true;
  return readFileSync(known, 'utf8') !== sourceFingerprint(root);
}

/** Builds the pages; silent unless it fails. Throws OperatorError with Astro's last lines. `signal` ends it early. */
export async function buildSite(root: string, signal?: AbortSignal): Promise<void> {
  const fingerprint = sourceFingerprint(root);
  const child = spawn(process.execPath, [astroProgram(root), 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...childEnvironment({ NODE_ENV: MODE }),
      ...Object.fromEntries(DEFINED_BY_BUILD.map((name) => [name, undefined])),
    },
    ...(signal ? { signal } : {}),
  });
  let output = '';
  const keep = (text: string) => {
    output = (output + text).slice(-20_000);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const [code] = await once(child, 'close');
  if (code !== 0) {
    throw new OperatorError(`The pages could not be built:\n${output.trim()}`);
  }
  writeFileSync(fingerprintFile(root), fingerprint);
}

/** What the build itself says of its mode (astro.config.mjs). */
function builtMode(root: string): string | undefined {
  const path = join(root, 'dist', 'built-for.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).mode : undefined;
}

/** SHA-256 over names and contents, so that a fresh checkout of the same sources needs no build. */
function sourceFingerprint(root: string): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function fingerprintFile(root: string): string {
  return join(root, 'dist', 'sources.sha256');
}

function astroProgram(root: string): string {
  const manifest = createRequire(join(root, 'package.json')).resolve('astro/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), bin.astro);
}
