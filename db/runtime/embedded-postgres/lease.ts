/* The client side of the keeper: finds or spawns it and holds a socket, the lease, which the kernel closes when the holder dies. */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { OperatorError } from '#domain/errors.ts';
import { readIfPresent } from '../read-if-present.ts';
import { REPO_ROOT } from '../repo-root.ts';

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
export async function acquireLease(home: string): Promise<Lease> {
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
