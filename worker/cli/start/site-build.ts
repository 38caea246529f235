/* Builds the pages into dist/ when their sources have changed; dist/ keeps a fingerprint of the sources. */
import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { childEnvironment } from '#db/runtime/config.ts';
import { readIfPresent } from '#db/runtime/read-if-present.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { OperatorError } from '#domain/errors.ts';

/** The sources of the pages, relative to the root, without tests. */
const SOURCES = ['site/**/*', 'db/domain/**/*', 'db/*.ts', 'astro.config.mjs', 'package-lock.json'];

/** The mode of every build, tests included: other modes include parts of the development server. */
const MODE = 'production';

/** Variables that Vite and Astro define in import.meta.env. Shell variables would override them: DEV=1 builds for development. */
const DEFINED_BY_BUILD = ['ASSETS_PREFIX', 'BASE_URL', 'DEV', 'MODE', 'PROD', 'SITE', 'SSR'];

/** Builds the pages. Throws OperatorError with Astro's output when it fails. */
export async function buildPages() {
  const seconds = isBuildStale(REPO_ROOT) ? await timedBuild() : null;
  const message =
    seconds === null ? 'The pages are up to date.' : `Built the pages in ${seconds} s.`;
  return { data: { seconds }, lines: [message] };
}

/** Builds the pages for `npm start` unless they are up to date. Throws like `buildSite`. */
export async function freshPages(signal: AbortSignal, say: (line: string) => void): Promise<void> {
  if (!isBuildStale(REPO_ROOT)) return;
  say('Pages: building …');
  say(`Pages: built in ${await timedBuild(signal)} s`);
}

/** Builds, and returns the seconds it took. */
async function timedBuild(signal?: AbortSignal): Promise<string> {
  const begun = performance.now();
  await buildSite(REPO_ROOT, signal);
  return ((performance.now() - begun) / 1000).toFixed(1);
}

/** Whether `dist` is missing, has other sources, or was built in another mode. */
export function isBuildStale(root: string): boolean {
  if (builtMode(root) !== MODE) return true;
  return readIfPresent(fingerprintFile(root)) !== sourceFingerprint(root);
}

/** Builds the pages silently. Throws OperatorError with Astro's last lines. `signal` ends it early. */
export async function buildSite(root: string, signal?: AbortSignal): Promise<void> {
  const fingerprint = sourceFingerprint(root);
  const environment = childEnvironment({ NODE_ENV: MODE });
  const child = spawn(process.execPath, [astroProgram(root), 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      ASTRO_KEY: islandKey(environment),
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

/**
 * The key that encrypts the addresses of server islands, so that each site behind one proxy answers for the pages of the others:
 * ASTRO_KEY, else derived from the secret that they share. Without either Astro makes one for this build.
 */
function islandKey(given: Record<string, string | undefined>): string | undefined {
  const { ASTRO_KEY: key, BETTER_AUTH_SECRET: secret } = given;
  return key || (secret && createHmac('sha256', secret).update('server islands').digest('base64'));
}

/** The mode that the build recorded (astro.config.mjs). */
function builtMode(root: string): string | undefined {
  const text = readIfPresent(join(root, 'dist', 'built-for.json'));
  return text === null ? undefined : JSON.parse(text).mode;
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
