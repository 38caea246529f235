/* `cli doctor`: is this machine fit, and is the configuration sound? One line a check; a failed check does not end the others. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { pendingMigrations } from '#db/migrate.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import { type Config, loadConfig } from '#db/runtime/config.ts';
import { listenFault } from '#db/runtime/free-port.ts';
import { maskUrl } from '#db/runtime/mask-secret.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { OperatorError } from '#domain/errors.ts';
import { installedChromium } from '../fetch/chromium-path.ts';
import { resolveDatabaseUrl } from './database.ts';
import { isHealthy, localOrigin } from './start/ports.ts';
import type { Say } from './terminal.ts';

/** `text` says what was found, or what to do about it. */
type Finding = { state: 'ok' | 'warn' | 'fail'; text: string };

/** The release that package.json installs; older ones since 24 are known to work too. */
const OLDEST_NODE = 24;
const LITTLE_DISK_BYTES = 1_000_000_000;
const NO_DISK_BYTES = 100_000_000;
const QUEUE_PATIENCE_MS = 3000;

const CHECKS: readonly [name: string, run: (config: Config) => Finding | Promise<Finding>][] = [
  ['data folder', checkDataFolder],
  ['port', checkPort],
  ['database', checkDatabase],
  ['queues', checkQueues],
  ['browser', checkBrowser],
];

/** Runs `doctor`; returns 1 when a check failed, else 0. */
export async function doctorCommand(say: Say): Promise<number> {
  let failed = false;
  const tell = (name: string, { state, text }: Finding) => {
    failed ||= state === 'fail';
    say(`${state.padEnd(5)} ${name.padEnd(12)} ${text}`);
  };
  tell('node', checkNode());
  const config = await found(async () => loadConfig());
  if ('state' in config) {
    tell('config', config);
    return 1;
  }
  tell('config', { state: 'ok', text: `${config.nodeEnv}, ${config.siteUrl}` });
  for (const [name, run] of CHECKS) tell(name, await found(async () => run(config)));
  return failed ? 1 : 0;
}

/** The step's result, or its fault as a finding. */
async function found<Result>(step: () => Promise<Result>): Promise<Result | Finding> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof OperatorError) return { state: 'fail', text: cause.message };
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    return { state: 'fail', text };
  }
}

/** Whether this Node runs TypeScript without a build. */
function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= OLDEST_NODE) return { state: 'ok', text: process.version };
  return {
    state: 'fail',
    text: `${process.version} is too old: use npm run, which brings its own, or Node ${OLDEST_NODE} or later`,
  };
}

/** Whether DATA_DIR can be written and has room. */
function checkDataFolder({ dataDir }: Config): Finding {
  mkdirSync(dataDir, { recursive: true });
  accessSync(dataDir, constants.W_OK);
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const pointer = join(dataDir, 'postgres', 'elsewhere');
  const outside = existsSync(pointer)
    ? `; the database itself in ${readFileSync(pointer, 'utf8').trim()}`
    : '';
  const text = `${dataDir}, ${(free / 1e9).toFixed(1)} GB free${outside}`;
  if (free < NO_DISK_BYTES) return { state: 'fail', text: `${text}: make room` };
  return { state: free < LITTLE_DISK_BYTES ? 'warn' : 'ok', text };
}

/** Whether the site can listen; a port that our own site holds is fine. */
async function checkPort({ host, port }: Config): Promise<Finding> {
  const fault = await listenFault(host, port);
  if (fault === null) return { state: 'ok', text: `${host}:${port} is free` };
  const origin = localOrigin({ host, port });
  if (await isHealthy(origin)) return { state: 'ok', text: `Priceroo is running at ${origin}` };
  return { state: 'fail', text: `${host}:${port} cannot be used (${fault}): set PORT or HOST` };
}

/** Whether the database answers and its tables are up to date. Starts the embedded one when it is not running. */
async function checkDatabase(config: Config): Promise<Finding> {
  const databaseUrl = await resolveDatabaseUrl(config);
  const where = config.databaseUrl === null ? 'embedded Postgres' : maskUrl(databaseUrl);
  const pending = await pendingMigrations(databaseUrl);
  if (pending.length === 0) return { state: 'ok', text: `${where}, tables up to date` };
  return {
    state: 'warn',
    text: `${where}, ${pending.length} migrations to run: npm run cli -- migrate (or npm start)`,
  };
}

/** Whether the queues' store answers. */
async function checkQueues(config: Config): Promise<Finding> {
  const databaseUrl = await resolveDatabaseUrl(config);
  const { redisUrl } = config;
  const queues = await openQueues({ redisUrl, databaseUrl, patienceMs: QUEUE_PATIENCE_MS });
  await queues.close();
  return { state: 'ok', text: redisUrl === null ? 'in Postgres' : maskUrl(redisUrl) };
}

/** Whether there is a Chromium for shops that show their prices by script only. */
function checkBrowser({ chromiumPath }: Config): Finding {
  if (chromiumPath !== null) {
    if (existsSync(chromiumPath)) return { state: 'ok', text: chromiumPath };
    return { state: 'fail', text: `CHROMIUM_PATH ${chromiumPath} does not exist` };
  }
  const installed = installedChromium();
  if (installed !== null) return { state: 'ok', text: installed };
  // By its folder: the package has no entry that `require` could resolve.
  if (existsSync(join(REPO_ROOT, 'node_modules/@sparticuz/chromium'))) {
    return { state: 'ok', text: 'the Chromium that npm installed' };
  }
  return { state: 'warn', text: 'none: shops that need a browser are skipped; set CHROMIUM_PATH' };
}
