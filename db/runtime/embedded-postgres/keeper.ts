/*
 * The process between Postgres and its users (overview: ensure.ts): `node keeper.ts <home>`.
 *   lock → cluster → postgres → leases
 * It prints one JSON line: ready, taken or fault, and before it "waiting" at each pause on a full disk. It ends with its last
 * lease, or with a broken pipe while it waits, and leaves nothing running. Keep heavy imports out: every first start waits for it.
 */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf, OperatorError } from '#domain/errors.ts';
import { type Patience, untilSpace } from '../disk-space.ts';
import { freePort } from '../free-port.ts';
import { throughDraft } from '../through-draft.ts';
import { keepBallast, releaseBallast } from './ballast.ts';
import { clusterFolder, ensureCluster, serverBinaries, serverHome, serverUrl } from './cluster.ts';
import { openLeases } from './leases.ts';
import { clearStaleServer, openServerLog, type ServerPlan, startRevivedServer } from './server.ts';

const home = process.argv[2];
if (home === undefined) throw new Error('usage: node keeper.ts <home>');
/** On a full disk the ballast goes first; then the starter is told, later the holders. */
const patience: Patience = {
  release: () => releaseBallast(home),
  onWait: () => void process.stdout.write('waiting\n'),
};
await keep(home);

async function keep(folder: string): Promise<void> {
  const lock = await untilSpace(() => takeLock(join(folder, 'keeper.lock')), patience);
  if (!lock) return print({ taken: true });
  try {
    const { plan, url } = await untilSpace(() => prepare(folder), patience);
    await serve(folder, plan, url);
  } catch (cause) {
    const why = messageOf(cause);
    const known = cause instanceof OperatorError;
    print({ fault: known ? why : `The embedded Postgres could not be started: ${why}` });
  } finally {
    lock.release();
  }
}

/** Takes the lock at `path`; null when another process holds it. SQLite locks on every platform, and a dead process's lock is freed. */
function takeLock(path: string): { release(): void } | null {
  // Only its owner may open it: anyone who can could hold the lock.
  writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  const file = new DatabaseSync(path);
  try {
    file.exec('begin exclusive');
    return { release: () => file.close() };
  } catch (cause) {
    file.close();
    if (cause instanceof Error && cause.message.includes('locked')) return null;
    throw cause;
  }
}

async function prepare(folder: string): Promise<{ plan: ServerPlan; url: string }> {
  const place = serverHome(folder);
  const binaries = serverBinaries(place);
  const cluster = clusterFolder(place);
  const lastPort = await clearStaleServer(cluster);
  const passwordFile = join(folder, 'password');
  ensureCluster(place, binaries, passwordFile);
  const port = await freePort(lastPort);
  const { postgres: program } = binaries;
  const plan = { program, cluster, uid: place.uid, port, log: openServerLog(folder) };
  return { plan, url: serverUrl(port, passwordFile) };
}

async function serve(folder: string, plan: ServerPlan, url: string): Promise<void> {
  const server = await startRevivedServer(plan, patience);
  const leases = await openLeases(url);
  const signalled = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const addressFile = join(folder, 'keeper.json');
  const address = JSON.stringify({ ...leases.address, pid: process.pid });
  // Atomically, because a starter may read at any moment.
  const publish = () =>
    throughDraft(addressFile, (draft) => writeFileSync(draft, address, { mode: 0o600 }));
  await untilSpace(publish, patience);
  patience.onWait = () => leases.tell('waiting');
  patience.onSpace = () => leases.tell('running');
  print({ ready: true });
  const stopBallast = keepBallast(folder);
  await Promise.race([leases.unneeded, server.lost, signalled]);
  stopBallast();
  rmSync(addressFile, { force: true });
  leases.close();
  await server.stop();
  leases.hangUp();
}

function print(message: { ready: true } | { taken: true } | { fault: string }): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
