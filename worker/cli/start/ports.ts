/* Chooses ports before anything heavy starts, and checks whether the site answers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Config } from '#db/runtime/config.ts';
import { freePort, listenFault } from '#db/runtime/free-port.ts';
import { readIfPresent } from '#db/runtime/read-if-present.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { throughDraft } from '#db/runtime/through-draft.ts';
import { OperatorError } from '#domain/errors.ts';

const HEALTH_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 2000;
const PAUSE_MS = 100;

/** Replaces port 0 by a free port, in the site's address too. */
export async function settlePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(0);
  const siteUrl = config.siteUrl.replace(/:0$/, `:${port}`);
  return { ...config, port, siteUrl };
}

/** Throws OperatorError with the reason when the site cannot listen at HOST and PORT. */
export async function requireFreePort(config: Config): Promise<void> {
  const fault = await listenFault(config.host, config.port);
  if (fault === null) return;
  throw new OperatorError(await portFault(config, fault));
}

async function portFault({ host, port, dataDir }: Config, fault: string): Promise<string> {
  if (fault === 'EADDRINUSE') {
    const origin = localOrigin({ host, port });
    const site = await siteAt(origin);
    const other = site && otherInstance(site, dataDir);
    if (other) return `${other} is running at ${origin}. Set PORT to run this one beside it.`;
    if (site) return `Priceroo is running already, at ${origin}.`;
    return `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to another one.`;
  }
  if (fault === 'EACCES')
    return `This user may not listen on port ${port}. Set PORT to 1024 or more.`;
  return `The site cannot listen on HOST ${host}, PORT ${port} (${fault}).`;
}

/** The port of the demo shops: DEMO_PORT, or the last one while it is free, because stored links contain it. */
export async function demoPort(config: Config): Promise<number> {
  if (config.demoPort !== 0) return config.demoPort;
  const last = lastDemoPort(config);
  const port = await freePort(last);
  if (port === last) return port;
  mkdirSync(config.dataDir, { recursive: true });
  throughDraft(portFile(config), (draft) => writeFileSync(draft, String(port)));
  return port;
}

/** DEMO_PORT, or the port of the last start; 0 when there was none. */
export function lastDemoPort(config: Config): number {
  if (config.demoPort !== 0) return config.demoPort;
  const last = Number(readIfPresent(portFile(config)) ?? 0);
  return Number.isInteger(last) ? last : 0;
}

function portFile({ dataDir }: Config): string {
  return join(dataDir, 'demo-port');
}

/** The origin at which this machine reaches the site. */
export function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const health = z.object({
  data: z.object({
    faults: z.array(z.string()),
    /** Its folders, which a site tells this machine only. */
    instance: z.object({ folder: z.string(), dataDir: z.string() }).optional(),
  }),
});
type SiteHealth = z.infer<typeof health>['data'];

/** Names the Priceroo that answers if its folder or data folder is another one; null if it is ours or does not tell. */
export function otherInstance({ instance }: SiteHealth, dataDir: string): string | null {
  if (!instance || (instance.folder === REPO_ROOT && instance.dataDir === dataDir)) return null;
  return `Another Priceroo (folder ${instance.folder}, data in ${instance.dataDir})`;
}

/** The health of the Priceroo site at `origin` (docs/operations.md); null when none answers. */
export async function siteAt(origin: string, signal?: AbortSignal): Promise<SiteHealth | null> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    const answer = await fetch(`${origin}/api/health`, {
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    return health.parse(await answer.json()).data;
  } catch {
    // Refused, reset, timed out, or another program.
    return null;
  }
}

/** Resolves when the site answers. Throws OperatorError after a minute. */
export async function untilHealthy(config: Pick<Config, 'host' | 'port'>, signal: AbortSignal) {
  const origin = localOrigin(config);
  const deadline = Date.now() + HEALTH_LIMIT_MS;
  while (!signal.aborted) {
    if (await siteAt(origin, signal)) return;
    if (Date.now() > deadline) {
      throw new OperatorError(
        `The site did not answer at ${origin} within a minute; see its output above.`,
      );
    }
    await delay(PAUSE_MS);
  }
}
