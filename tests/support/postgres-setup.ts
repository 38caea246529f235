import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePostgres } from '#db/embedded-postgres/ensure.ts';

/**
 * vitest's globalSetup: one Postgres cluster for the whole run, its URL in TEST_POSTGRES_URL. A URL that is
 * set already names a cluster to use instead. Returns the teardown.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { TEST_POSTGRES_URL: given } = process.env;
  if (given) return async () => {};
  const dataDir = await mkdtemp(join(tmpdir(), 'priceroo-test-'));
  // Started by root, the server runs as another user, who must get through; else its files would go elsewhere.
  await chmod(dataDir, 0o711);
  const cluster = await ensurePostgres(dataDir);
  Object.assign(process.env, { TEST_POSTGRES_URL: cluster.url });
  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
