/* `cli doctor`: is this machine fit, and is the configuration sound? One line a check; a failed check does not end the others. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lastBackup } from '#db/backup/write-backup.ts';
import { migrationState } from '#db/migrate.ts';
import { openQueues } from '#db/queues/open-queues.ts';
import { type Config, loadConfig, misspelledSettings } from '#db/runtime/config.ts';
import { diskSpace, folderOutside, spaceText } from '#db/runtime/disk-space.ts';
import { listenFault } from '#db/runtime/free-port.ts';
import { maskUrl } from '#db/runtime/mask-secret.ts';
import { BucketFault, openPictureBucket } from '#db/runtime/picture-bucket.ts';
import { FetchRefused, OperatorError } from '#domain/errors.ts';
import { counted } from '#domain/text/counted.ts';
import { HOUR_MS } from '#domain/time.ts';
import { launchBrowser } from '../fetch/browser-process.ts';
import { openBrowserHome } from '../fetch/chromium-path.ts';
import { resolveDatabaseUrl } from './database.ts';
import { localOrigin, otherInstance, siteAt } from './start/ports.ts';
import type { Report } from './terminal.ts';

/** A check result; `text` says what was found, or how to fix it. */
type Finding = { state: 'ok' | 'warn' | 'fail'; text: string };

/** The oldest version that runs the TypeScript sources, as package.json says. */
const OLDEST_NODE = '24.15';
const NO_DISK_BYTES = 100_000_000;

const CHECKS: readonly [name: string, run: (config: Config) => Finding | Promise<Finding>][] = [
  ['data folder', checkDataFolder],
  ['port', checkPort],
  ['database', checkDatabase],
  ['backups', checkBackups],
  ['queues', checkQueues],
  ['pictures', checkPictures],
  ['browser', checkBrowser],
];

export async function examine(): Promise<Report> {
  const data = [{ name: 'node', ...checkNode() }];
  const config = await found(async () => loadConfig());
  if ('state' in config) data.push({ name: 'config', ...config });
  else {
    data.push({ name: 'config', ...checkNames(config) });
    for (const [name, run] of CHECKS)
      data.push({ name, ...(await found(async () => run(config))) });
  }
  return {
    data,
    lines: data.map(({ state, name, text }) => `${state.padEnd(5)} ${name.padEnd(12)} ${text}`),
    failed: data.some(({ state }) => state === 'fail'),
  };
}

/** The result of the step, or its error as a finding. */
async function found<Result>(step: () => Promise<Result>): Promise<Result | Finding> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof OperatorError) return { state: 'fail', text: cause.message };
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    return { state: 'fail', text };
  }
}

/** Checks that this Node runs TypeScript without a build. */
function checkNode(): Finding {
  const isNewEnough =
    process.versions.node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) >= 0;
  if (isNewEnough) return { state: 'ok', text: process.version };
  return {
    state: 'fail',
    text: `${process.version} is too old: use npm run, which brings its own, or Node ${OLDEST_NODE} or later`,
  };
}

/** Looks for variables that resemble a known one. */
function checkNames({ nodeEnv, siteUrl }: Config): Finding {
  const slips = misspelledSettings();
  const text = [`${nodeEnv}, ${siteUrl}`, ...slips].join('. ');
  return { state: slips.length > 0 ? 'warn' : 'ok', text };
}

function checkDataFolder({ dataDir }: Config): Finding {
  mkdirSync(dataDir, { recursive: true });
  accessSync(dataDir, constants.W_OK);
  const space = diskSpace(dataDir);
  const outside = folderOutside(join(dataDir, 'postgres'));
  const database = outside === null ? '' : `; database in ${outside}`;
  const text = `${dataDir}, ${spaceText(space)}${database}`;
  if (!space.isLow) return { state: 'ok', text };
  const state = space.freeBytes < NO_DISK_BYTES ? 'fail' : 'warn';
  return { state, text: `${text}: nearly full, free some space` };
}

/** Checks that the port is free, or that our own site holds it and reports no fault. */
async function checkPort({ host, port, dataDir }: Config): Promise<Finding> {
  const fault = await listenFault(host, port);
  if (fault === null) return { state: 'ok', text: `${host}:${port} is free` };
  const origin = localOrigin({ host, port });
  const site = await siteAt(origin);
  if (site) {
    const other = otherInstance(site, dataDir);
    if (other) return { state: 'warn', text: `${other} is running at ${origin}: set PORT` };
    if (site.faults.length === 0) return { state: 'ok', text: `Priceroo is running at ${origin}` };
    const text = `Priceroo is running at ${origin} and reports ${site.faults.join(', ')}: see docs/operations.md`;
    return { state: 'warn', text };
  }
  return { state: 'fail', text: `${host}:${port} cannot be used (${fault}): set PORT or HOST` };
}

/** Checks that the database answers and its tables match the code. Starts the embedded one if necessary. */
async function checkDatabase(config: Config): Promise<Finding> {
  const databaseUrl = await resolveDatabaseUrl(config);
  const where = config.databaseUrl === null ? 'embedded Postgres' : maskUrl(databaseUrl);
  const { pending, unknown } = await migrationState(databaseUrl);
  if (unknown.length > 0) {
    const text = `${where} is ahead of this code (unknown migrations: ${unknown.join(', ')}). Run the newer release, or restore a backup`;
    return { state: 'fail', text };
  }
  if (pending.length === 0) return { state: 'ok', text: `${where}, tables up to date` };
  return {
    state: 'warn',
    text: `${where}, ${pending.length} pending migrations: run npm run cli -- migrate, or npm start`,
  };
}

/** Checks that the last backup is not older than two intervals. */
async function checkBackups(config: Config): Promise<Finding> {
  const { everyHours } = config.backup;
  const doneAt = await lastBackup(await resolveDatabaseUrl(config));
  const last = doneAt === null ? 'none yet' : `the last one is of ${doneAt.toISOString()}`;
  if (everyHours === 0) {
    const state = config.nodeEnv === 'production' && doneAt === null ? 'warn' : 'ok';
    return { state, text: `${last}; BACKUP_EVERY_HOURS makes them by itself` };
  }
  const isLate = Date.now() - (doneAt?.getTime() ?? 0) > 2 * everyHours * HOUR_MS;
  const where = join(config.dataDir, 'backups');
  const text = `${last}; every ${counted(everyHours, 'hour')} into ${where}`;
  return { state: isLate ? 'warn' : 'ok', text };
}

/** Checks that the queue store answers. */
async function checkQueues(config: Config): Promise<Finding> {
  const databaseUrl = await resolveDatabaseUrl(config);
  const { redisUrl } = config;
  const queues = await openQueues({ redisUrl, databaseUrl, patienceMs: 0 });
  await queues.close();
  return { state: 'ok', text: redisUrl === null ? 'in Postgres' : maskUrl(redisUrl) };
}

/** Checks that the bucket stores, returns and deletes an object. */
async function checkPictures(config: Config): Promise<Finding> {
  const bucket = openPictureBucket(config.s3);
  if (!bucket) return { state: 'ok', text: 'in Postgres' };
  const where = `${config.s3?.bucket} at ${maskUrl(config.s3?.endpoint ?? '')}`;
  try {
    await bucket.check();
    return { state: 'ok', text: where };
  } catch (fault) {
    if (!(fault instanceof BucketFault)) throw fault;
    return { state: 'fail', text: `${where}: ${fault.message}; see S3_… in .env.example` };
  }
}

/** Checks that Chromium starts in its sandbox; shops that draw prices by script need it. */
async function checkBrowser(config: Config): Promise<Finding> {
  try {
    const { findChromium, profilesDir } = openBrowserHome(config);
    const path = await findChromium();
    const browser = await launchBrowser(
      path,
      profilesDir,
      'PricerooBot/1.0',
      config.allowUnsandboxedChromium,
    );
    await browser.close();
    if (browser.isSandboxed) return { state: 'ok', text: `${path} starts in its sandbox` };
    return {
      state: 'warn',
      text: `${path} starts without its sandbox (ALLOW_UNSANDBOXED_CHROMIUM=true)`,
    };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { state: config.chromiumPath === null ? 'warn' : 'fail', text: error.message };
  }
}
