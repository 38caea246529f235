import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { memoryFolder } from './memory-folder.ts';

/** For benchmarks: a Postgres as the product starts it, on disk; its URL in TEST_POSTGRES_URL. Returns how it is stopped. */
export async function startPostgres(): Promise<() => Promise<void>> {
  return (await startCluster(tmpdir())).stop;
}

/**
 * vitest's globalSetup: one Postgres cluster for the whole run, its URL in TEST_POSTGRES_URL. A URL that is
 * set already is used as it is.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { TEST_POSTGRES_URL: given } = process.env;
  if (given) return async () => {};
  const { dataDir, stop } = await startCluster(memoryFolder());
  await trustMemory(join(dataDir, 'postgres/cluster'));
  return stop;
}

async function startCluster(folder: string) {
  const dataDir = await mkdtemp(join(folder, 'priceroo-test-'));
  // Started by root, the server runs as another user, who must get through; else its files would go elsewhere.
  await chmod(dataDir, 0o711);
  const cluster = await ensurePostgres(dataDir);
  Object.assign(process.env, { TEST_POSTGRES_URL: cluster.url });
  const stop = async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { dataDir, stop };
}

/** Nobody needs a test's rows after a power cut: from here on this server does not wait for a disk. */
async function trustMemory(folder: string): Promise<void> {
  const settings = join(folder, 'postgresql.conf');
  // Below a closed folder the files lie elsewhere (db/runtime/embedded-postgres/home.ts); Windows has no SIGHUP.
  if (!existsSync(settings) || process.platform === 'win32') return;
  await appendFile(settings, '\nfsync = off\nfull_page_writes = off\nmax_wal_size = 256MB\n');
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGHUP');
}
