import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createRenderer } from '#worker/fetch/browser.ts';
import { launchBrowser } from '#worker/fetch/browser-process.ts';
import { defunctChildren, processesNaming, testChromium } from '../../support/chromium.ts';
import { fetchedPage } from '../../support/fetched-page.ts';
import { figure } from '../../support/figure.ts';
import { limitMs } from '../../support/limits.ts';
import { memoryFolder } from '../../support/memory-folder.ts';

/* No browser outlives its worker, however the worker ends. */

const KILLS = 20;
const WORKER = join(import.meta.dirname, '../../support/rendering-worker.ts');

const chromium = await testChromium();
if ('missing' in chromium) console.warn(`skipped: ${chromium.missing}`);

describe.skipIf('missing' in chromium)('browsers of workers that are killed', () => {
  const path = 'path' in chromium ? chromium.path : '';
  const profilesDir = mkdtempSync(join(memoryFolder(), 'priceroo-profiles-'));

  afterAll(() => rmSync(profilesDir, { recursive: true, force: true }));

  test(`${KILLS} workers killed with -9 at work: no browser is left`, {
    timeout: limitMs(240_000),
  }, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const worker = spawn(process.execPath, [WORKER, path, profilesDir]);
      // At different moments: while it starts its browser, on its first page, later.
      if (kill % 4 === 0) await browserOf(worker);
      else await linesOf(worker, kill % 4);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    await vi.waitFor(() => expect(processesNaming(profilesDir)).toEqual([]), {
      timeout: limitMs(5_000),
      interval: 50,
    });
    expect(defunctChildren()).toBe(0);
    figure(`${KILLS} workers killed, 0 browsers left, 0 defunct`);
  });

  test('memory after 500 pages is at most a quarter above that after 100', {
    timeout: limitMs(600_000),
  }, async () => {
    const renderer = createRenderer({
      findChromium: async () => path,
      profilesDir,
      userAgent: 'PricerooBot/1.0',
      limits: { quietMs: 20 },
    });
    const page = fetchedPage(
      'http://shop.example.com/',
      '<!doctype html><p id="p"></p><script>p.textContent = 6 * 7</script>',
    );
    const refuse = () => Promise.reject(new Error('nothing is asked for'));
    // The most of ten readings: browsers come and go.
    const mostOf = async (pages: number) => {
      let most = 0;
      for (let count = 0; count < pages; count += 1) {
        await renderer.render(page, refuse);
        if (count >= pages - 50) most = Math.max(most, privateBytes(processesNaming(profilesDir)));
      }
      return most / 2 ** 20;
    };
    const early = await mostOf(100);
    const late = await mostOf(400);
    await renderer.close();
    figure(`browser after 100 pages ${early.toFixed(0)} MB, after 500 ${late.toFixed(0)} MB`);
    expect(early).toBeGreaterThan(0);
    expect(late).toBeLessThan(1.25 * early);
  });

  test('the next start removes the profiles that dead workers left, and only those', async () => {
    const own = await launchBrowser(path, profilesDir, 'PricerooBot/1.0');
    const other = await launchBrowser(path, profilesDir, 'PricerooBot/1.0');
    expect(readdirSync(profilesDir)).toHaveLength(2);
    await own.close();
    await other.close();
    expect(readdirSync(profilesDir)).toEqual([]);
  });

  async function browserOf(worker: ChildProcess): Promise<void> {
    const named = () =>
      expect(processesNaming(join(profilesDir, `${worker.pid}-`))).not.toEqual([]);
    await vi.waitFor(named, { timeout: limitMs(10_000), interval: 10 });
  }
});

/** Memory that the processes of these browsers do not share, by /proc: each leads a group. */
function privateBytes(leaders: readonly number[]): number {
  const pages = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && leaders.includes(groupOf(name)))
    .map((name) => {
      const [, resident = 0, shared = 0] = processFile(name, 'statm').split(' ').map(Number);
      return resident - shared;
    });
  return pages.reduce((sum, count) => sum + count, 0) * 4096;
}

function groupOf(pid: string): number {
  const [, , group = ''] = processFile(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(group);
}

/** Empty for a process that has just ended. */
function processFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

async function linesOf(worker: ChildProcess, count: number): Promise<void> {
  let seen = 0;
  for await (const chunk of worker.stdout ?? []) {
    seen += String(chunk).split('\n').length - 1;
    if (seen >= count) return;
  }
  throw new Error('the worker ended by itself');
}
