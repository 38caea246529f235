import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  beginExchange,
  noteSent,
  recordHostRefusal,
  recordHostServed,
} from '#db/queries/crawl/hosts.ts';
import { FetchRefused } from '#domain/errors.ts';
import type { Exchange } from './fetched-page.ts';

/** The pace at which a host is visited. */
export interface Pace {
  paceMs: number;
  /** The longest wait for a turn; a host whose turn is later counts as resting until then. Default 30 s. */
  maxWaitMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const MAX_WAIT_MS = 30_000;

/** Extra gap between requests, as a share of the pace and at most so many ms: latency varies, and requests must also arrive at the pace. */
const MARGIN = { share: 0.1, mostMs: 50 };

/** A request sent later than this after its turn (busy process, slow connect) delays the next one. */
const LATE_MS = 10;

/** Runs one exchange when the host's pace allows it, and records its outcome. Throws FetchRefused 'breaker-open' while the host rests. */
export function atHostPace<T>(
  em: EntityManager,
  origin: string,
  pace: Pace,
  exchange: Exchange<T>,
): Promise<T> {
  return oneAtATime(origin, async () => {
    const { begunAt, isTroubled } = await awaitTurn(em, origin, pace);
    let noted: Promise<unknown> | null = null;
    const onSent = () => {
      if (performance.now() - begunAt > LATE_MS)
        noted = noteSent(em, origin).catch(() => undefined);
    };
    try {
      const answer = await exchange(onSent).finally(() => noted);
      // A refusal that another worker recorded meanwhile is cleared by the next page.
      if (isTroubled) await recordHostServed(em, origin);
      return answer;
    } catch (error) {
      if (error instanceof FetchRefused) await recordOutcome(em, origin, error);
      throw error;
    }
  });
}

/**
 * Waits until the pace allows the next exchange with the origin, over all workers. `begunAt` is the time of its last query by
 * performance.now().
 */
async function awaitTurn(
  em: EntityManager,
  origin: string,
  { paceMs, maxWaitMs = MAX_WAIT_MS, signal }: Pace,
) {
  const keptMs = paceMs + Math.min(Math.round(paceMs * MARGIN.share), MARGIN.mostMs);
  const startedAt = performance.now();
  for (;;) {
    const begunAt = performance.now();
    const turn = await beginExchange(em, origin, keptMs);
    if (turn.hasBegun) return { ...turn, begunAt };
    if (turn.isResting || begunAt - startedAt + turn.waitMs > maxWaitMs) {
      const until = `${origin} rests until ${turn.freeAt.toISOString()}`;
      throw new FetchRefused('breaker-open', until, turn.waitMs);
    }
    await sleep(turn.waitMs, undefined, { signal });
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
