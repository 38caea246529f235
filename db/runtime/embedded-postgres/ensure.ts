/*
 * Runs a real Postgres from npm's binaries on a machine that has none.
 *   ensure ─ spawns one per data folder ─▶ keeper (own session) ─▶ postgres (127.0.0.1, a free port)
 *      └──── holds a lease (a socket) ────────┘
 * The keeper restarts Postgres when it dies and stops it after the last lease ends, which the kernel does for a killed process.
 * Further processes share the server through leases of their own.
 *   ensure   client side: find or spawn the keeper     leases    the keeper's side
 *   keeper   the process, one per data folder          server    start, restart, stop; log; leftovers of a kill -9
 *   cluster  the programs, the data folder and its password
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf, OperatorError } from '#domain/errors.ts';
import { readIfPresent } from '../read-if-present.ts';
import { REPO_ROOT } from '../repo-root.ts';

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

/** One process's use of the running server. `closed` resolves when the keeper is gone or hangs up. */
export type Lease = {
  url: string;
  attached: boolean;
  closed: Promise<void>;
  release(): Promise<void>;
};

const KEEPER = join(REPO_ROOT, 'db/runtime/embedded-postgres/keeper.ts');
const START_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 5000;

/** Contents of `keeper.json`, written once the keeper accepts leases. */
const keeperAddress = z.object({ port: z.number(), token: z.string() });

/** The one line that a new keeper prints. */
const keeperMessage = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ taken: z.literal(true) }),
  z.object({ fault: z.string() }),
]);

/** Takes a lease on the server under `home`, spawning the keeper if needed. Throws OperatorError after 60 s or with the keeper's fault. */
async function acquireLease(home: string): Promise<Lease> {
  const deadline = Date.now() + START_LIMIT_MS;
  let attached = true;
  while (Date.now() < deadline) {
    const lease = await tryLease(home);
    if (lease) return { ...lease, attached };
    const message = await spawnKeeper(home);
    if ('fault' in message) throw new OperatorError(message.fault);
    attached = !('ready' in message);
    // Another keeper is starting or stopping: it holds the lock for well under a second.
    if ('taken' in message) await delay(100);
  }
  throw new OperatorError(
    `The embedded Postgres did not start within ${START_LIMIT_MS / 1000} s; see ${join(home, 'postgres.log')}.`,
  );
}

async function tryLease(home: string): Promise<Omit<Lease, 'attached'> | null> {
  const address = readAddress(home);
  if (!address) return null;
  const socket = connect({ host: '127.0.0.1', port: address.port });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // Refused or reset: the address is stale or the keeper is stopping. "close" follows.
  socket.on('error', () => socket.destroy());
  // Another program may have the port by now and never reply.
  socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
  socket.write(`${address.token}\n`);
  const url = await firstLine(socket);
  if (url === null) return null;
  socket.setTimeout(0);
  socket.unref();
  return {
    url,
    closed,
    async release() {
      socket.ref();
      socket.end('release\n');
      await closed;
    },
  };
}

function readAddress(home: string): z.infer<typeof keeperAddress> | null {
  const text = readIfPresent(join(home, 'keeper.json'));
  return text === null ? null : keeperAddress.parse(JSON.parse(text));
}

/** The first line received; null when the connection closes or breaks before it. */
function firstLine(input: Readable): Promise<string | null> {
  return new Promise((resolve) => {
    // readline re-emits the input's errors, even after the first line; an unhandled one ends the process.
    createInterface({ input })
      .once('line', resolve)
      .once('close', () => resolve(null))
      .on('error', () => resolve(null));
  });
}

async function spawnKeeper(home: string): Promise<z.infer<typeof keeperMessage>> {
  const keeper = spawn(process.execPath, [KEEPER, home], {
    // Its own session: Ctrl-C in the terminal must reach Postgres only through its holders.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let stderr = '';
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const line = await firstLine(keeper.stdout);
  keeper.stdout.destroy();
  keeper.stderr.destroy();
  keeper.unref();
  if (line === null)
    throw new OperatorError(`The keeper of the embedded Postgres failed: ${stderr.trim()}`);
  return keeperMessage.parse(JSON.parse(line));
}
