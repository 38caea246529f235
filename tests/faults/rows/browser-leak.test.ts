import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { launchBrowser } from '#worker/fetch/browser-process.ts';
import { defunctChildren, processesNaming, testChromium } from '../../support/chromium.ts';
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
    timeout: 240_000,
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
      timeout: 5_000,
      interval: 50,
    });
    expect(defunctChildren()).toBe(0);
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
    await vi.waitFor(named, { timeout: 10_000, interval: 10 });
  }
});

async function linesOf(worker: ChildProcess, count: number): Promise<void> {
  let seen = 0;
  for await (const chunk of worker.stdout ?? []) {
    seen += String(chunk).split('\n').length - 1;
    if (seen >= count) return;
  }
  throw new Error('the worker ended by itself');
}
