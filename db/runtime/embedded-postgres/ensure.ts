/*
 * Runs a real Postgres from npm's binaries on a machine that has none.
 *   ensure ─ spawns one per data folder ─▶ keeper (own session) ─▶ postgres (127.0.0.1, a free port)
 *      └──── holds a lease (a socket) ────────┘
 * The keeper restarts Postgres when it dies and stops it after the last lease ends, which the kernel does for a killed process.
 * Further processes share the server through leases of their own.
 *   lease    client side: find or spawn the keeper     leases    the keeper's side
 *   keeper   the process, one per data folder          server    start, restart, stop; log; leftovers of a kill -9
 *   cluster  the data folder and its password          binaries  the programs, accessible to the server's user
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, OperatorError } from '#domain/errors.ts';
import { acquireLease, type Lease } from './lease.ts';

/** A Postgres in use; `attached`: another process started it. `stop` ends this use, and the server with the last use. */
export type EmbeddedPostgres = { url: string; attached: boolean; stop(): Promise<void> };

/** `onLost` is called when the server is lost because its keeper could not be restarted. */
type EnsureOptions = { onLost?: (reason: Error) => void };

/** Starts or joins the Postgres under `dataDir`: 1–3 s the first time, later well under one. Throws OperatorError when it cannot run. */
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

  /** Replaces a killed keeper; the new one uses the same port, so that open pools reconnect. */
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
