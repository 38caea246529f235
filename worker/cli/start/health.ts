/*
 * Whether the site answers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#db/runtime/config.ts';
import { OperatorError } from '#domain/errors.ts';

const HEALTH_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 2000;
const PAUSE_MS = 100;

/** Where this machine reaches the site itself, whatever it listens on. */
export function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether a Priceroo answers at that origin just now. `host` is the name it is to be asked by. */
export async function isHealthy(origin: string, signal?: AbortSignal): Promise<boolean> {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    const answer = await fetch(`${origin}/api/health`, {
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // Refused, reset or late: "not yet" is all we asked.
    return false;
  }
}

/** Resolves when the site answers. Throws OperatorError after a minute. */
export async function untilHealthy(
  config: Pick<Config, 'host' | 'port'>,
  signal: AbortSignal,
): Promise<void> {
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
