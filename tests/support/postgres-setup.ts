import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { listen } from '#db/runtime/free-port.ts';
import { memoryFolder } from './memory-folder.ts';

/** For benchmarks: starts a Postgres on disk, as the product does, with its URL in TEST_POSTGRES_URL. Returns how to stop it. */
export async function startPostgres(): Promise<() => Promise<void>> {
  const { url, stop } = await startCluster(tmpdir());
  Object.assign(process.env, { TEST_POSTGRES_URL: url });
  return stop;
}

/**
 * vitest's globalSetup: one Postgres cluster for the whole run, started when the first test asks TEST_POSTGRES_STARTER for
 * its URL (database.ts). TEST_POSTGRES_URL names a running cluster instead. Returns how to stop what was started.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { TEST_POSTGRES_URL: given, TEST_POSTGRES_STARTER: started } = process.env;
  if (given || started) return async () => {};
  let cluster: ReturnType<typeof startMemoryCluster> | null = null;
  const starter = createServer(async (_request, response) => {
    cluster ??= startMemoryCluster();
    const answer = await cluster.catch((error: unknown) => ({ error }));
    if ('url' in answer) response.end(answer.url);
    else response.writeHead(500).end(String(answer.error));
  });
  const port = await listen(starter);
  Object.assign(process.env, { TEST_POSTGRES_STARTER: `http://127.0.0.1:${port}` });
  return async () => {
    starter.close();
    starter.closeAllConnections();
    const stop = await cluster?.then(
      (running) => running.stop,
      () => null,
    );
    await stop?.();
  };
}

async function startCluster(folder: string) {
  const dataDir = await mkdtemp(join(folder, 'priceroo-test-'));
  // Started by root, the server runs as another user, who must get through; else its files would go elsewhere.
  await chmod(dataDir, 0o711);
  const cluster = await ensurePostgres(dataDir);
  const stop = async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: cluster.url, dataDir, stop };
}

async function startMemoryCluster() {
  const cluster = await startCluster(memoryFolder());
  await skipDiskWrites(join(cluster.dataDir, 'postgres/cluster'));
  return cluster;
}

/** Turns off waiting for the disk: a test's rows need not survive a power cut. */
async function skipDiskWrites(folder: string): Promise<void> {
  const settings = join(folder, 'postgresql.conf');
  // Below a closed folder the files lie elsewhere (db/runtime/unprivileged-home.ts); Windows has no SIGHUP.
  if (!existsSync(settings) || process.platform === 'win32') return;
  await appendFile(settings, '\nfsync = off\nfull_page_writes = off\nmax_wal_size = 256MB\n');
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGHUP');
}
