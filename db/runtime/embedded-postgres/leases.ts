/*
 * The keeper's list of processes that need the server, one socket each, opened with the token of keeper.json:
 *   holder sends the token     keeper replies with the database's address and the server's state, and sends later states
 *   holder sends "release"     keeper hangs up: at once when others remain, else when Postgres is down
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { listen } from '../free-port.ts';
import { isSameSecret } from '../signed-link.ts';

/** How long the server outlives a killed holder, so that its successor finds it running. */
const GRACE_MS = 2000;
/** How long a new server waits for its first holder. */
const FIRST_HOLDER_MS = 10_000;
const TOKEN_LIMIT_MS = 5000;

/** `waiting`: the server is down until there is space on the disk. */
export type ServerState = 'running' | 'waiting';

/** Sends `url` to holders with the token. `unneeded` resolves after the last holder; `hangUp` disconnects those still waiting. */
export async function openLeases(url: string) {
  const token = randomBytes(24).toString('hex');
  const holders = new Set<Socket>();
  const leaving = new Set<Socket>();
  const unneeded = Promise.withResolvers<void>();
  let state: ServerState = 'running';
  let grace = setTimeout(unneeded.resolve, FIRST_HOLDER_MS);

  // Half-open: a holder that released waits on its socket until the server is down.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setTimeout(TOKEN_LIMIT_MS, () => socket.destroy());
    // A killed holder resets its socket; only "close" below counts.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => drop(socket, GRACE_MS));
    socket.once('end', () => {
      if (!leaving.has(socket)) socket.end();
    });
    createInterface({ input: socket })
      .on('line', (line) => onLine(socket, line))
      // readline re-emits the socket's errors; an unhandled one ends the process.
      .on('error', () => undefined);
  });

  function onLine(socket: Socket, line: string): void {
    if (holders.has(socket)) {
      if (line !== 'release') return;
      leaving.add(socket);
      drop(socket, 0);
      if (holders.size > 0) socket.end();
      return;
    }
    if (!isSameSecret(line, token)) return void socket.destroy();
    clearTimeout(grace);
    socket.setTimeout(0);
    holders.add(socket);
    socket.write(`${url}\n${state}\n`);
  }

  function drop(socket: Socket, graceMs: number): void {
    if (!holders.delete(socket) || holders.size > 0) return;
    grace = setTimeout(unneeded.resolve, graceMs);
  }

  const port = await listen(server);
  return {
    address: { port, token },
    tell(now: ServerState) {
      if (now === state) return;
      state = now;
      for (const socket of holders) socket.write(`${now}\n`);
    },
    unneeded: unneeded.promise,
    close() {
      clearTimeout(grace);
      server.close();
    },
    hangUp() {
      for (const socket of [...holders, ...leaving]) socket.end();
    },
  };
}
