/* Who listens where, settled before anything heavy begins, and whether the site answers. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#db/runtime/config.ts';
import { freePort, listenFault } from '#db/runtime/free-port.ts';
import { OperatorError } from '#domain/errors.ts';

const HEALTH_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 2000;
const PAUSE_MS = 100;

/** The configuration with a real port in place of 0, in the site's address too. */
export async function settlePort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(0);
  const siteUrl = config.siteUrl.replace(/:0$/, `:${port}`);
  return { ...config, port, siteUrl };
}

/** Throws OperatorError when the site cannot listen at HOST and PORT, and says why. */
export async function requireFreePort({ host, port }: Config): Promise<void> {
  const fault = await listenFault(host, port);
  if (fault === null) return;
  throw new OperatorError(await portFault(host, port, fault));
}

async function portFault(host: string, port: number, fault: string): Promise<string> {
  if (fault === 'EADDRINUSE') {
    const origin = localOrigin({ host, port });
    if (await isHealthy(origin)) return `Priceroo is running already, at ${origin}.`;
    return `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to another one.`;
  }
  if (fault === 'EACCES')
    return `Port ${port} needs rights that this user lacks. Set PORT to 1024 or more.`;
  return `The site cannot listen on HOST ${host}, PORT ${port} (${fault}).`;
}

/** The demo shops' port: DEMO_PORT, else the one of the last start while it is free, as stored links hold it. */
export async function demoPort(config: Config): Promise<number> {
  if (config.demoPort !== 0) return config.demoPort;
  const port = await freePort(lastDemoPort(config));
  mkdirSync(config.dataDir, { recursive: true });
  writeFileSync(portFile(config), String(port));
  return port;
}

/** DEMO_PORT, else the port that the demo shops had at the last start; 0 when there was none. */
export function lastDemoPort(config: Config): number {
  if (config.demoPort !== 0) return config.demoPort;
  const file = portFile(config);
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return Number.isInteger(last) ? last : 0;
}

function portFile({ dataDir }: Config): string {
  return join(dataDir, 'demo-port');
}

/** The origin at which this machine reaches the site, whatever address it listens on. */
export function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether a Priceroo answers at that origin now. */
export async function isHealthy(origin: string, signal?: AbortSignal): Promise<boolean> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    const answer = await fetch(`${origin}/api/health`, {
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // Refused, reset or late: not yet.
    return false;
  }
}

/** Resolves when the site answers. Throws OperatorError after a minute. */
export async function untilHealthy(config: Pick<Config, 'host' | 'port'>, signal: AbortSignal) {
  const origin = localOrigin(config);
  const deadline = Date.now() + HEALTH_LIMIT_MS;
  while (!signal.aborted) {
    if (await isHealthy(origin, signal)) return;
    if (Date.now() > deadline) {
      throw new OperatorError(
        `The site did not answer at ${origin} within a minute; see its lines above.`,
      );
    }
    await delay(PAUSE_MS);
  }
}
