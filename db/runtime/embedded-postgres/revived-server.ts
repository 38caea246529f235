/*
 * A server that comes back when it dies under its users: killed, or out of memory.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '#domain/errors.ts';
import { type ServerPlan, startServer, stopServer } from './server.ts';

const RETRY_PAUSE_MS = 250;
const RETRY_LIMIT_MS = 30_000;

/** `lost` resolves when the server could not be brought back within 30 s. */
export type RevivedServer = { lost: Promise<void>; stop(): Promise<void> };

/** Starts the server, and again after each death, on the same port. Rejects when the first start fails. */
export async function startRevivedServer(plan: ServerPlan): Promise<RevivedServer> {
  const lost = Promise.withResolvers<void>();
  let stopping = false;
  let current = await retried(plan, (why) => HELD_BY_ORPHANS.test(why));
  watch(current);

  function watch(server: ChildProcess): void {
    server.once('exit', () => {
      if (stopping) return;
      plan.log('keeper: the server has died and is started again');
      retried(plan, () => !stopping).then(adopt, (cause: unknown) => {
        plan.log(`keeper: given up: ${messageOf(cause)}`);
        lost.resolve();
      });
    });
  }

  async function adopt(next: ChildProcess): Promise<void> {
    current = next;
    if (stopping) await stopServer(next);
    else watch(next);
  }

  return {
    lost: lost.promise,
    async stop() {
      stopping = true;
      await stopServer(current);
    },
  };
}

/** Backends of a killed postmaster hold its shared memory for up to a second. */
const HELD_BY_ORPHANS = /pre-existing shared memory block|lock file .* already exists/;

async function retried(
  plan: ServerPlan,
  worthwhile: (why: string) => boolean,
): Promise<ChildProcess> {
  const deadline = Date.now() + RETRY_LIMIT_MS;
  for (;;) {
    try {
      return await startServer(plan);
    } catch (cause) {
      const why = messageOf(cause);
      if (Date.now() > deadline || !worthwhile(why)) throw cause;
      await delay(RETRY_PAUSE_MS);
    }
  }
}
