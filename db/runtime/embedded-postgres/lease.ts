/* The client side of the keeper: finds or spawns it and holds a socket, the lease, which the kernel closes with its holder. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { codeOf, OperatorError } from '#domain/errors.ts';
import { REPO_ROOT } from '../repo-root.ts';

/** One process's share in the running server. `closed` resolves when the keeper is gone or has hung up. */
export type Lease = {
  url: string;
  attached: boolean;
  closed: Promise<void>;
  release(): Promise<void>;
};

const KEEPER = join(REPO_ROOT, 'db/runtime/embedded-postgres/keeper.ts');
const START_LIMIT_MS = 60_000;
const ANSWER_LIMIT_MS = 5000;

/** What the keeper writes into `keeper.json` once it takes leases. */
const keeperAddress = z.object({ port: z.number(), token: z.string() });

/** What a new keeper writes to its standard output, once. */
const keeperWord = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ taken: z.literal(true) }),
  z.object({ fault: z.string() }),
]);

/** A lease on the server under `home`, whose keeper is spawned if needed. Throws OperatorError after 60 s, or the keeper's fault. */
export async function acquireLease(home: string): Promise<Lease> {
  const deadline = Date.now() + START_LIMIT_MS;
  let attached = true;
  while (Date.now() < deadline) {
    const lease = await tryLease(home);
    if (lease) return { ...lease, attached };
    const word = await spawnKeeper(home);
    if ('fault' in word) throw new OperatorError(word.fault);
    attached = !('ready' in word);
    // Another keeper is starting or stopping: it holds the lock for well under a second.
    if ('taken' in word) await delay(100);
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
  // Refused or reset: the address is stale or the keeper is stopping, and "close" says so.
  socket.on('error', () => socket.destroy());
  // Another program may have the port by now and keep silent.
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
  let text: string;
  try {
    text = readFileSync(join(home, 'keeper.json'), 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw cause;
  }
  return keeperAddress.parse(JSON.parse(text));
}

/** The first line that the other side sends; null when it hangs up before, or its connection breaks. */
function firstLine(input: Readable): Promise<string | null> {
  return new Promise((resolve) => {
    // readline passes on the input's errors, long after the first line too; one that nobody handles ends the process.
    createInterface({ input })
      .once('line', resolve)
      .once('close', () => resolve(null))
      .on('error', () => resolve(null));
  });
}

async function spawnKeeper(home: string): Promise<z.infer<typeof keeperWord>> {
  const keeper = spawn(process.execPath, [KEEPER, home], {
    // A session of its own: Ctrl-C in the terminal must reach Postgres only through its holders.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let complaint = '';
  keeper.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const line = await firstLine(keeper.stdout);
  keeper.stdout.destroy();
  keeper.stderr.destroy();
  keeper.unref();
  if (line === null)
    throw new OperatorError(`The keeper of the embedded Postgres failed: ${complaint.trim()}`);
  return keeperWord.parse(JSON.parse(line));
}
