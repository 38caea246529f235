import { type Browser, chromium } from 'playwright-core';
import { FetchRefused, OperatorError } from '#domain/errors.ts';
import { findChromium } from '#worker/fetch/chromium-path.ts';
import { TEST_CACHE, TEST_INSTALLED } from './chromium.ts';

const ADVICE =
  'Browser tests are not skipped: install Chromium or the libraries libnss3, libnspr4 and libexpat1, or set CHROMIUM_PATH.';

/** A tab is opened empty and then shows the site: with one process for both it takes a sixth less of the processor. */
const FEW_PROCESSES = ['--disable-site-isolation-trials', '--renderer-process-limit=1'];

/**
 * Starts a Chromium: CHROMIUM_PATH, else the one that comes through npm, else an installed one. Throws OperatorError with
 * what is missing. `args` are Chromium's own.
 */
export async function startBrowser(args: readonly string[] = FEW_PROCESSES): Promise<Browser> {
  const { CHROMIUM_PATH: chromiumPath = null } = process.env;
  const isRoot = process.getuid?.() === 0;
  try {
    return await chromium.launch({
      executablePath: await findChromium(chromiumPath, TEST_CACHE, TEST_INSTALLED),
      chromiumSandbox: !isRoot,
      args: isRoot ? [...args, '--no-sandbox'] : [...args],
    });
  } catch (error) {
    if (!(error instanceof FetchRefused) && !/launch|spawn/i.test(String(error))) throw error;
    throw new OperatorError(`Chromium does not start: ${(error as Error).message}\n${ADVICE}`);
  }
}
