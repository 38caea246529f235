import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchRefused } from '#domain/errors.ts';
import { launchBrowser } from '#worker/fetch/browser-process.ts';
import { findChromium } from '#worker/fetch/chromium-path.ts';

/** A Chromium that starts here, or why none does: tests that need one are then skipped with that reason. */
export async function testChromium(): Promise<{ path: string } | { missing: string }> {
  const profiles = mkdtempSync(join(tmpdir(), 'priceroo-profiles-'));
  try {
    const path = await findChromium(null, join(tmpdir(), 'priceroo-chromium'));
    const browser = await launchBrowser(path, profiles, 'PricerooBot/1.0');
    await browser.close();
    return { path };
  } catch (error) {
    if (error instanceof FetchRefused) return { missing: error.message };
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
