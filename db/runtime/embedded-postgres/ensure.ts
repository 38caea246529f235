/*
 * Runs a real Postgres from npm's binaries on a machine that has none.
 *   ensure ─ spawns one per data folder ─▶ keeper (own session) ─▶ postgres (127.0.0.1, a free port)
 *      └──── holds a lease (a socket) ────────┘
 * The keeper restarts Postgres when it dies and stops it after the last lease ends, which the kernel does for a killed process.
 * Further processes share the server through leases of their own.
 *   ensure   client side: find or spawn the keeper     leases    the keeper's side
 *   keeper   the process, one per data folder          server    start, restart, stop; log; leftovers of a kill -9
 *   cluster  the programs, the data folder and its password          ballast   space to give up on a full disk
 * On a full disk everything waits for space: the keeper, and whoever starts it or holds a lease.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf, OperatorError } from '#domain/errors.ts';
import { childEnvironment } from '../config.ts';
import { diskSpace } from '../disk-space.ts';
import { readIfPresent } from '../read-if-present.ts';
import { REPO_ROOT } from '../repo-root.ts';
import type { ServerState } from './leases.ts';

/** A Postgres in use; `attached`: another process started it. `stop` ends this use, and the server with the last use. */
export type EmbeddedPostgres = { url: string; attached: boolean; stop(): Promise<void> };

/**
 * `onLost` is called when the server is lost because its keeper could not be restarted. `say` receives a line when the server waits for
 * space, and when it goes on; default standard error. `signal` ends a start that waits.
 */
type EnsureOptions = {
  onLost?: (reason: Error) => void;
  say?: (line: string) => void;
  signal?: AbortSignal;
};

/** Starts or joins the Postgres under `dataDir`: 1–3 s the first time, later well under one. Throws OperatorError when it cannot run. */
export async function ensurePostgres(
  dataDir: string,
  { onLost, say = sayOnStderr, signal }: EnsureOptions = {},
): Promise<EmbeddedPostgres> {
  const home = join(dataDir, 'postgres');
  makeFolder(home, dataDir);
  let state: ServerState = 'running';
  const onState = (now: ServerState) => {
    if (now !== state) say(STATES[now]);
    state = now;
  };
  const first = await acquireLease(home, onState, signal);
  let current = Promise.resolve(first);
  let stopping = false;
  watch(first);

  /** Replaces a killed keeper; the new one uses the same port, so that open pools reconnect. */
  function watch(lease: Lease): void {
    void lease.closed.then(() => {
      if (stopping) return;
      current = acquireLease(home, onState);
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

const STATES: Readonly<Record<ServerState, string>> = {
  waiting: 'Database: waiting, because the disk is full. It goes on by itself once there is space.',
  running: 'Database: there is space again',
};

function sayOnStderr(line: string): void {
  process.stderr.write(`${line}\n`);
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
const PAUSE_MS = 100;
/** Between attempts to join a keeper that may be waiting for space. */
const LONG_PAUSE_MS = 2000;

/** Contents of `keeper.json`, written once the keeper accepts leases. */
const keeperAddress = z.object({ port: z.number(), token: z.string() });

/** The last line of a new keeper. */
const keeperMessage = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ taken: z.literal(true) }),
  z.object({ fault: z.string() }),
]);

type OnState = (state: ServerState) => void;

/**
 * Takes a lease on the server under `home`, spawning the keeper if needed. Throws OperatorError with the keeper's fault, or after 60 s
 * with space on the disk.
 */
async function acquireLease(home: string, onState: OnState, signal?: AbortSignal): Promise<Lease> {
  let deadline = Date.now() + START_LIMIT_MS;
  let attached = true;
  for (let refusals = 0; Date.now() < deadline; refusals += 1) {
    const lease = await tryLease(home, onState);
    if (lease) return { ...lease, attached };
    const message = await spawnKeeper(home, onState, signal);
    if ('fault' in message) throw new OperatorError(message.fault);
    attached = !('ready' in message);
    if (!attached) continue;
    // Another keeper is starting or stopping: it holds the lock for well under a second, or until there is space.
    const mayWait = diskSpace(dirname(home)).isLow;
    if (mayWait && refusals > 0) onState('waiting');
    if (mayWait) deadline = Date.now() + START_LIMIT_MS;
    await delay(mayWait ? LONG_PAUSE_MS : PAUSE_MS);
    signal?.throwIfAborted();
  }
  throw new OperatorError(
    `The embedded Postgres did not start within ${START_LIMIT_MS / 1000} s; see ${join(home, 'postgres.log')}.`,
  );
}

async function tryLease(home: string, onState: OnState): Promise<Omit<Lease, 'attached'> | null> {
  const text = readIfPresent(join(home, 'keeper.json'));
  if (text === null) return null;
  const address = keeperAddress.parse(JSON.parse(text));
  const socket = connect({ host: '127.0.0.1', port: address.port });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // Refused or reset: the address is stale or the keeper is stopping. "close" follows.
  socket.on('error', () => socket.destroy());
  // Another program may have the port by now and never reply.
  socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
  socket.write(`${address.token}\n`);
  const url = await answerOf(socket, onState);
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

/** The first line that is no state; null when the connection closes or breaks before it. */
function answerOf(input: Readable, onState: OnState): Promise<string | null> {
  return new Promise((resolve) => {
    // readline re-emits the input's errors, even after the answer; an unhandled one ends the process.
    createInterface({ input })
      .on('line', (line) => {
        if (line === 'waiting' || line === 'running') onState(line);
        else resolve(line);
      })
      .once('close', () => resolve(null))
      .on('error', () => resolve(null));
    // readline does not close with a destroyed input.
    input.once('close', () => resolve(null));
  });
}

/** Starts a keeper and returns its message. `signal` gives it up, also while it waits for space. */
async function spawnKeeper(home: string, onState: OnState, signal?: AbortSignal) {
  const keeper = spawn(process.execPath, [KEEPER, home], {
    // Its own session: Ctrl-C in the terminal must reach Postgres only through its holders.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    // The keeper reads Postgres's messages.
    env: childEnvironment({ LC_ALL: 'C' }),
  });
  let stderr = '';
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const giveUp = () => keeper.stdout.destroy();
  signal?.addEventListener('abort', giveUp);
  const line = await answerOf(keeper.stdout, onState);
  signal?.removeEventListener('abort', giveUp);
  keeper.stdout.destroy();
  keeper.stderr.destroy();
  keeper.unref();
  signal?.throwIfAborted();
  if (line === null)
    throw new OperatorError(`The keeper of the embedded Postgres failed: ${stderr.trim()}`);
  return keeperMessage.parse(JSON.parse(line));
}
