import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchRefused } from '#domain/errors.ts';
import { launchBrowser } from '#worker/fetch/browser-process.ts';
import { findChromium } from '#worker/fetch/chromium-path.ts';

/** Where tests unpack npm's Chromium. */
export const TEST_CACHE = join(tmpdir(), 'priceroo-chromium');

/**
 * The installed Chromiums that tests may use: none where npm's runs, which is the same on every machine. Undefined stands
 * for all that chromium-path.ts knows.
 */
export const TEST_INSTALLED: readonly string[] | undefined =
  process.platform === 'linux' && process.arch === 'x64' ? [] : undefined;

type TestChromium = { path: string } | { missing: string };

let tried: Promise<TestChromium> | undefined;

/**
 * The Chromium of the worker's browser tests: CHROMIUM_PATH, else npm's, else an installed one; `missing` says why none
 * starts, and the tests are skipped. Throws where CHROMIUM_PATH names one that does not start. Tried once a process.
 */
export function testChromium(): Promise<TestChromium> {
  tried ??= tryChromium();
  return tried;
}

async function tryChromium(): Promise<TestChromium> {
  const profiles = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
  const { CHROMIUM_PATH: chromiumPath = null } = process.env;
  try {
    const path = await findChromium(chromiumPath, TEST_CACHE, TEST_INSTALLED);
    const browser = await launchBrowser(path, profiles, 'PricerooBot/1.0');
    await browser.close();
    return { path };
  } catch (error) {
    if (error instanceof FetchRefused && chromiumPath === null) return { missing: error.message };
    throw error;
  } finally {
    rmSync(profiles, { recursive: true, force: true });
  }
}

/** Process ids whose command line names `text`, for browsers: their profile folder. Empty without /proc. */
export function processesNaming(text: string): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(text))
    .map(Number);
}

/** Children of this process that have ended and were never waited for. */
export function defunctChildren(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) =>
      read(`/proc/${name}/stat`)
        .replace(/^.*\) /, '')
        .split(' '),
    );
  return stats.filter(([state, parent]) => state === 'Z' && Number(parent) === process.pid).length;
}

const commandLine = (pid: string) => read(`/proc/${pid}/cmdline`);

/** Empty for a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
