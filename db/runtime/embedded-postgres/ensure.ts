/*
 * A real Postgres for a machine that has none, from the binaries that npm brought.
 *
 *   ensure ─ spawns once a data folder ─▶ keeper (own session) ─▶ postgres (127.0.0.1, a free port)
 *      └──── holds a lease (a socket) ───────┘
 *
 * The keeper stops Postgres when its last lease is gone, also when a holder was killed outright, and starts it
 * again when Postgres dies. A second process shares the running server through a lease of its own.
 *   home     where the files lie, and the server's user     binaries   the programs, reachable for that user
 *   cluster  the data folder, made once                     server     start, restart, stop; its log; what a kill -9 left
 *   lease    to the keeper, from the outside                leases     the keeper's side
 *   keeper   the process, one for each data folder
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, OperatorError } from '#domain/errors.ts';
import { acquireLease, type Lease } from './lease.ts';

/** A Postgres in use; `attached`: another process started it. `stop` ends this use, and the server with the last one. */
export type EmbeddedPostgres = { url: string; attached: boolean; stop(): Promise<void> };

/** `onLost` is called when the server is lost for good: its keeper could not be restarted. */
export type EnsureOptions = { onLost?: (reason: Error) => void };

/** Starts or joins the Postgres under `dataDir`: 1–3 s at first, then well under one. Throws OperatorError when it cannot run here. */
export async function ensurePostgres(
  dataDir: string,
  { onLost }: EnsureOptions = {},
): Promise<EmbeddedPostgres> {
  const home = join(dataDir, 'postgres');
  makeFolder(home, dataDir);
  const first = await acquireLease(home);
  let current = Promise.resolve(first);
  let stopping = false;
  watch(first);

  /** Replaces a keeper that was killed; the new one uses the same port, so that open pools find the server again. */
  function watch(lease: Lease): void {
    void lease.closed.then(() => {
      if (stopping) return;
      current = acquireLease(home);
      current.then(adopt).catch((cause: unknown) => {
        onLost?.(cause instanceof Error ? cause : new Error(String(cause)));
      });
    });
  }

  function adopt(lease: Lease): void {
    if (lease.url !== first.url) throw new Error('the embedded Postgres moved to another port');
    watch(lease);
  }

  return {
    url: first.url,
    attached: first.attached,
    async stop() {
      stopping = true;
      const lease = await current.catch(() => null);
      await lease?.release();
    },
  };
}

function makeFolder(home: string, dataDir: string): void {
  try {
    mkdirSync(home, { recursive: true });
  } catch (cause) {
    const why = messageOf(cause);
    throw new OperatorError(
      `The data folder ${dataDir} cannot be written (${why}). Set DATA_DIR to a folder of your own, or DATABASE_URL to a Postgres.`,
      { cause },
    );
  }
}
