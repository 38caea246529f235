/*
 * The doctor's look at the machine: Node, disk, port, browser.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#db/runtime/config.ts';
import { listenFault } from '#db/runtime/free-port.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { installedChromium } from '../../fetch/chromium-path.ts';
import { isHealthy, localOrigin } from '../start/health.ts';
import type { Finding } from './finding.ts';

/** The release that package.json installs; older ones since 24 are known to work too. */
const OLDEST_NODE = 24;
const LITTLE_DISK_BYTES = 1_000_000_000;
const NO_DISK_BYTES = 100_000_000;

/** Whether this Node runs TypeScript as it is. */
export function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= OLDEST_NODE) return { state: 'ok', text: process.version };
  return {
    state: 'fail',
    text: `${process.version} is too old: use npm run, which brings its own, or Node ${OLDEST_NODE} or later`,
  };
}

/** Whether DATA_DIR can be written and has room. */
export function checkDataFolder({ dataDir }: Config): Finding {
  mkdirSync(dataDir, { recursive: true });
  accessSync(dataDir, constants.W_OK);
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const text = `${dataDir}, ${(free / 1e9).toFixed(1)} GB free${outsideNote(dataDir)}`;
  if (free < NO_DISK_BYTES) return { state: 'fail', text: `${text}: make room` };
  return { state: free < LITTLE_DISK_BYTES ? 'warn' : 'ok', text };
}

/** Whether the site can listen; "taken" is fine when it is by ourselves. */
export async function checkPort({ host, port }: Config): Promise<Finding> {
  const fault = await listenFault(host, port);
  if (fault === null) return { state: 'ok', text: `${host}:${port} is free` };
  const origin = localOrigin({ host, port });
  if (await isHealthy(origin)) return { state: 'ok', text: `Priceroo is running at ${origin}` };
  return { state: 'fail', text: `${host}:${port} cannot be used (${fault}): set PORT or HOST` };
}

/** Whether there is a Chromium for shops whose prices appear only by script. */
export function checkBrowser({ chromiumPath }: Config): Finding {
  if (chromiumPath !== null) {
    if (existsSync(chromiumPath)) return { state: 'ok', text: chromiumPath };
    return { state: 'fail', text: `CHROMIUM_PATH ${chromiumPath} does not exist` };
  }
  const installed = installedChromium();
  if (installed !== null) return { state: 'ok', text: installed };
  // By its folder: the package offers nothing that require could resolve.
  if (existsSync(join(REPO_ROOT, 'node_modules/@sparticuz/chromium'))) {
    return { state: 'ok', text: 'the Chromium that npm installed' };
  }
  return { state: 'warn', text: 'none: shops that need a browser are skipped; set CHROMIUM_PATH' };
}

function outsideNote(dataDir: string): string {
  const pointer = join(dataDir, 'postgres', 'elsewhere');
  return existsSync(pointer)
    ? `; the database itself in ${readFileSync(pointer, 'utf8').trim()}`
    : '';
}
