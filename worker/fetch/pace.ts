import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  beginExchange,
  type HostState,
  noteSent,
  recordHostRefusal,
  recordHostServed,
  takeHostSlot,
} from '#db/queries/crawl/hosts.ts';
import { FetchRefused } from '#domain/errors.ts';
import type { Exchange } from './fetched-page.ts';

/** The pace at which a host is visited. */
export interface Pace {
  paceMs: number;
  /** The longest wait for a slot. A later slot is not taken, and the host counts as resting until then. Default 30 s. */
  maxWaitMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the host's state; may throw to leave the slot unused. */
  onSlot?: ((host: HostState) => void) | undefined;
}

/** Extra gap between requests, as a share of the pace and at most so many ms: latency varies, and requests must also arrive at the pace. */
const MARGIN = { share: 0.1, mostMs: 50 };

/** A request sent later than this after its slot (busy process, slow connect) delays the next one. */
const LATE_MS = 10;

/** Runs one exchange in the host's next free slot and records its outcome. Throws FetchRefused 'breaker-open' while the host rests. */
export async function atHostPace<T>(
  em: EntityManager,
  origin: string,
  pace: Pace,
  exchange: Exchange<T>,
): Promise<T> {
  const paceMs = pace.paceMs + Math.min(Math.round(pace.paceMs * MARGIN.share), MARGIN.mostMs);
  const { slot, host } = await takeHostSlot(em, origin, paceMs, pace.maxWaitMs);
  if ('restsUntil' in slot) {
    const { restsUntil, restMs } = slot;
    const until = `${origin} rests until ${restsUntil.toISOString()}`;
    throw new FetchRefused('breaker-open', until, restMs);
  }
  pace.onSlot?.(host);
  if (slot.waitMs > 0) await sleep(slot.waitMs, undefined, { signal: pace.signal });
  return oneAtATime(origin, async () => {
    const begunAt = await keepDistance(em, origin, { ...pace, paceMs });
    let noted: Promise<unknown> | null = null;
    const onSent = () => {
      if (performance.now() - begunAt > LATE_MS)
        noted = noteSent(em, origin).catch(() => undefined);
    };
    try {
      const answer = await exchange(onSent).finally(() => noted);
      // A refusal that another worker recorded meanwhile is cleared by the next page.
      if (host.isTroubled) await recordHostServed(em, origin);
      return answer;
    } catch (error) {
      if (error instanceof FetchRefused) await recordOutcome(em, origin, error);
      throw error;
    }
  });
}

/** Waits until the pace allows the next exchange with the origin, over all workers. Returns the time of its last query by performance.now(). */
async function keepDistance(em: EntityManager, origin: string, { paceMs, signal }: Pace) {
  for (;;) {
    const queriedAt = performance.now();
    const waitMs = await beginExchange(em, origin, paceMs);
    if (waitMs === 0) return queriedAt;
    await sleep(waitMs, undefined, { signal });
  }
}

async function recordOutcome(em: EntityManager, origin: string, refused: FetchRefused) {
  const counts = TROUBLES.has(refused.reason);
  if (counts || refused.retryAfterMs !== null) {
    await recordHostRefusal(em, origin, { counts, retryAfterMs: refused.retryAfterMs });
  } else if (ANSWERED.has(refused.reason)) {
    await recordHostServed(em, origin);
  }
}

/** After five of these in a row the host rests: it refuses us or is broken. */
const TROUBLES = new Set<FetchRefused['reason']>([
  'forbidden',
  'rate-limited',
  'server-error',
  'timeout',
]);

/** Refusals that show that the host still serves us. */
const ANSWERED = new Set<FetchRefused['reason']>(['not-found', 'content-type', 'too-large']);

/** The end of the last exchange of each origin in this process. */
const running = new Map<string, Promise<void>>();
const ended = (): void => undefined;

/** Runs an exchange after the origin's last one in this process, as a slow answer can take longer than the pace. */
export async function oneAtATime<T>(origin: string, exchange: () => Promise<T>): Promise<T> {
  const before = running.get(origin) ?? Promise.resolve();
  const mine = before.then(exchange);
  // Store a promise without the response: V8 keeps old tables of a busy map alive, and whole pages with them.
  const settled = mine.then(ended, ended);
  running.set(origin, settled);
  try {
    return await mine;
  } finally {
    if (running.get(origin) === settled) running.delete(origin);
  }
}
