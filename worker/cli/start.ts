/*
 * `npm start`: runs everything on one machine and stops all of it at the end.
 *
 *   port free? → Postgres (embedded or DATABASE_URL) → migrate ┐
 *                pages built (only when their sources changed) ┴→ demo shops, site, workers → healthy → wait → drain
 *
 * This process only supervises; it imports no site code.
 *   start/site-build   builds dist/     start/child-process   keeps one child running and prints its lines
 *   start/ports        chooses ports, checks the site's health
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { migrate } from '#db/migrate.ts';
import {
  type Config,
  childEnvironment,
  loadConfig,
  misspelledSettings,
} from '#db/runtime/config.ts';
import { untilSpace } from '#db/runtime/disk-space.ts';
import { ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { readableLine } from './readable-log.ts';
import {
  type ChildPlan,
  keepRunning,
  MALLOC_ENV,
  outliveFullDisk,
  WORKER_FLAGS,
} from './start/child-process.ts';
import { demoPort, requireFreePort, settlePort, untilHealthy } from './start/ports.ts';
import { freshPages } from './start/site-build.ts';
import type { Say } from './terminal.ts';

const FORCED_EXIT_CODE = 130;

/** Runs until Ctrl-C or SIGTERM and returns the exit code. Throws OperatorError for a fault that the operator must fix. */
export async function startCommand(say: Say): Promise<number> {
  outliveFullDisk();
  const config = await settlePort(loadConfig());
  for (const slip of misspelledSettings()) say(slip);
  await requireFreePort(config);
  const stop = stopSignal();
  // Stops everything in reverse order, however this function ends.
  await using running = new AsyncDisposableStack();
  try {
    await bringUp(config, running, stop, say);
    await aborted(stop.signal);
  } catch (cause) {
    if (cause !== stop.signal.reason) throw cause;
  }
  if (stop.signal.reason instanceof Error) throw stop.signal.reason;
  say('Stopping …');
  return 0;
}

async function bringUp(
  config: Config,
  running: AsyncDisposableStack,
  stop: AbortController,
  say: Say,
): Promise<void> {
  const pages = freshPages(stop.signal, say);
  // Awaited below; an earlier failure must not count as unhandled.
  pages.catch(() => undefined);
  running.defer(() => void stop.abort());
  const databaseUrl = config.databaseUrl ?? (await embedded(config, running, stop, say));
  stop.signal.throwIfAborted();
  const onWait = () => say('Database: waiting for space on its disk');
  const patience = { onWait, signal: stop.signal };
  const { ran } = await untilSpace(() => migrate(databaseUrl, say), patience);
  if (ran.length > 0) say(`Database: ran ${ran.length} migration${ran.length === 1 ? '' : 's'}`);
  await pages;
  stop.signal.throwIfAborted();

  const isProduction = config.nodeEnv === 'production';
  const print = (name: string, line: string) => say(isProduction ? line : readableLine(name, line));
  const keepAll = (children: readonly ChildPlan[]) => {
    const kept = children.map((plan) => keepRunning(plan, print));
    running.defer(async () => void (await Promise.all(kept.map((child) => child.stop()))));
    return kept;
  };
  const { shops, programs } = await plans(config, databaseUrl);
  // The demo shops stop last: a worker that still reads pages would take their silence for an outage.
  keepAll(shops);
  const [site] = keepAll(programs);
  await Promise.race([untilHealthy(config, stop.signal), site?.failed, aborted(stop.signal)]);
  stop.signal.throwIfAborted();
  say(`Priceroo is at ${config.siteUrl} (operators: /admin, API: /api/docs). Ctrl-C stops it.`);
}

async function embedded(
  { dataDir }: Config,
  running: AsyncDisposableStack,
  stop: AbortController,
  say: Say,
): Promise<string> {
  const onLost = (reason: Error) => stop.abort(reason);
  const postgres = await ensurePostgres(dataDir, { onLost, say, signal: stop.signal });
  running.defer(() => postgres.stop());
  say(`Database: embedded Postgres${postgres.attached ? ', already running' : ''}`);
  return postgres.url;
}

/** The demo shops, and the programs that use them, the site first. */
async function plans(config: Config, databaseUrl: string) {
  const env = childEnvironment({
    DATABASE_URL: databaseUrl,
    PORT: String(config.port),
    SITE_URL: config.siteUrl,
    DEMO_PORT: String(config.demoRetailers ? await demoPort(config) : 0),
    // Avoids the TypeScript stripper from the second start: 25 MB per process, 20 MB per thread.
    NODE_COMPILE_CACHE: join(config.dataDir, 'compile-cache'),
    ...MALLOC_ENV,
  });
  const plan = (name: string, file: string): ChildPlan => ({
    name,
    script: join(REPO_ROOT, file),
    env,
  });
  const workers = Array.from({ length: config.workerProcesses }, (_, index) => ({
    ...plan(index === 0 ? 'worker' : `worker-${index + 1}`, 'worker/main.ts'),
    ...(index > 0 && { env: { ...env, WORKER_PORT: '0' } }),
    flags: WORKER_FLAGS,
  }));
  const shops = config.demoRetailers ? [plan('shops', 'worker/demo/main.ts')] : [];
  return { shops, programs: [plan('site', 'site/server.ts'), ...workers] };
}

/** Aborts at the first Ctrl-C, SIGTERM or SIGHUP. A second one ends this process and its children at once. */
function stopSignal(): AbortController {
  const control = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (control.signal.aborted) process.exit(FORCED_EXIT_CODE);
      control.abort(name);
    });
  }
  return control;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
