import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';
import { FetchRefused, OperatorError } from '#domain/errors.ts';
import { findChromium } from '#worker/fetch/chromium-path.ts';

const ADVICE =
  'Browser tests are not skipped: install Chromium or the libraries libnss3, libnspr4 and libexpat1, or set CHROMIUM_PATH.';

/**
 * One Chromium for a whole run; tests connect to `wsEndpoint()`. CHROMIUM_PATH, an installed one or the one that
 * comes through npm. Throws OperatorError with what is missing.
 */
export async function startBrowser(): Promise<BrowserServer> {
  const { CHROMIUM_PATH: chromiumPath = null } = process.env;
  const isRoot = process.getuid?.() === 0;
  try {
    return await chromium.launchServer({
      executablePath: await findChromium(chromiumPath, join(tmpdir(), 'priceroo-chromium')),
      chromiumSandbox: !isRoot,
      args: isRoot ? ['--no-sandbox'] : [],
    });
  } catch (error) {
    if (!(error instanceof FetchRefused) && !/launch|spawn/i.test(String(error))) throw error;
    throw new OperatorError(`Chromium does not start: ${(error as Error).message}\n${ADVICE}`);
  }
}
