/*
 * The embedded Postgres against kill -9, lost files and folders it cannot reach: it recovers with its data and never
 * outlives its users.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, ensurePostgres } from '#db/runtime/embedded-postgres/ensure.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { PATIENCE } from '../support/limits.ts';
import { memoryFolder } from '../support/memory-folder.ts';

const isRoot = process.getuid?.() === 0;

/** One data folder for all, as each initdb costs a second; tests that need a fresh one say so. */
let folder: string;
let held: EmbeddedPostgres[] = [];

beforeAll(() => {
  folder = freshFolder();
});

afterEach(async () => {
  await Promise.all(held.map((postgres) => postgres.stop()));
  held = [];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function freshFolder(): string {
  const made = mkdtempSync(join(memoryFolder(), 'priceroo-faults-'));
  chmodSync(made, 0o711);
  return made;
}

async function hold(dataDir = folder): Promise<EmbeddedPostgres> {
  const postgres = await ensurePostgres(dataDir);
  held.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined); // the server is killed under it
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function remember(url: string): Promise<void> {
  await query(url, 'drop table if exists kept');
  await query(url, 'create table kept as select 42 as answer');
}

const recall = (url: string) => query(url, 'select answer from kept');

function serverPid(home = join(folder, 'postgres')): number {
  return Number(readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

function keeperPid(): number {
  return JSON.parse(readFileSync(join(folder, 'postgres/keeper.json'), 'utf8')).pid;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process, which is the question
  }
}

/** A process of its own that holds Postgres until it is killed. */
async function holdElsewhere(): Promise<ChildProcess> {
  const ensure = JSON.stringify(join(REPO_ROOT, 'db/runtime/embedded-postgres/ensure.ts'));
  const code = `const { ensurePostgres } = await import(${ensure});
    await ensurePostgres(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('two processes share one server, and the last one stops it', async () => {
  const [one, two] = await Promise.all([hold(), hold()]);
  expect(one.url).toBe(two.url);
  expect([one.attached, two.attached].sort()).toEqual([false, true]);
  const pid = serverPid();
  await one.stop();
  expect(await query(two.url, 'select 1')).toBe(1);
  await two.stop();
  expect(isAlive(pid)).toBe(false);
});

test('accepts only our role, which is no superuser, from this machine', async () => {
  const { url } = await hold();
  expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toBe(
    false,
  );
  expect(await query(url, 'show listen_addresses')).toBe('127.0.0.1');
  expect(await query(url, 'show server_encoding')).toBe('UTF8');
  await expect(query(url.replace(/:[0-9a-f]+@/, ':guess@'), 'select 1')).rejects.toThrow(
    'password',
  );
  await expect(query(url.replace('//priceroo:', '//postgres:'), 'select 1')).rejects.toThrow(
    'pg_hba',
  );
  expect(statSync(join(folder, 'postgres/password')).mode & 0o077).toBe(0);
});

test('the server ends with its killed holder', async () => {
  const holder = await holdElsewhere();
  const pids = [serverPid(), keeperPid()];
  holder.kill('SIGKILL');
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), PATIENCE);
});

test('a start right after the kill finds the running server', async () => {
  const holder = await holdElsewhere();
  const pid = serverPid();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const { attached } = await hold();
  expect(attached).toBe(true);
  expect(serverPid()).toBe(pid);
});

test('a killed server comes back at the same address with its data', async () => {
  const { url } = await hold();
  await remember(url);
  process.kill(serverPid(), 'SIGKILL');
  await vi.waitFor(async () => expect(await recall(url)).toBe(42), PATIENCE);
});

test('a killed keeper is replaced, at the same address with its data', async () => {
  const { url } = await hold();
  await remember(url);
  const keeper = keeperPid();
  process.kill(keeper, 'SIGKILL');
  await vi.waitFor(() => expect(keeperPid()).not.toBe(keeper), PATIENCE);
  await vi.waitFor(async () => expect(await recall(url)).toBe(42), PATIENCE);
});

test('the next start after killing everything has the data', async () => {
  const holder = await holdElsewhere();
  const guest = await hold();
  await remember(guest.url);
  await guest.stop();
  for (const pid of [keeperPid(), serverPid()]) process.kill(pid, 'SIGKILL');
  holder.kill('SIGKILL');
  expect(await recall((await hold()).url)).toBe(42);
});

test('a stale pid file whose number is another program’s does not stop the start', async () => {
  const first = await hold();
  await remember(first.url);
  const pidFile = join(folder, 'postgres/cluster/postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await first.stop();
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
  expect(await recall((await hold()).url)).toBe(42);
  expect(serverPid()).not.toBe(process.pid);
});

test('an interrupted first start is completed', async () => {
  const fresh = freshFolder();
  mkdirSync(join(fresh, 'postgres/cluster.draft'), { recursive: true });
  writeFileSync(join(fresh, 'postgres/cluster.draft/half'), '');
  const postgres = await hold(fresh);
  expect(await query(postgres.url, 'select 1')).toBe(1);
  await postgres.stop();
  rmSync(fresh, { recursive: true });
});

test('a lost password is replaced, and the old one no longer works', async () => {
  const first = await hold();
  await remember(first.url);
  await first.stop();
  rmSync(join(folder, 'postgres/password'));
  const second = await hold();
  expect(await recall(second.url)).toBe(42);
  const old = new URL(second.url);
  old.password = new URL(first.url).password;
  await expect(recall(old.href)).rejects.toThrow('password');
});

test('names an unwritable data folder and the variable to set', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(ensurePostgres(join(file, 'data'))).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringMatching(/file\/data cannot be written .*DATA_DIR/),
  });
});

test.runIf(isRoot)(
  'below a folder closed to others, files go outside it and are found again',
  async () => {
    const closed = freshFolder();
    chmodSync(closed, 0o700);
    const dataDir = join(closed, 'data');
    const first = await hold(dataDir);
    await remember(first.url);
    const outside = readFileSync(join(dataDir, 'postgres/elsewhere'), 'utf8');
    try {
      expect(statSync(outside)).toMatchObject({ uid: 0 });
      expect(statSync(outside).mode & 0o022).toBe(0);
      expect(statSync(join(outside, 'cluster')).mode & 0o077).toBe(0);
      await first.stop();
      expect(await recall((await hold(dataDir)).url)).toBe(42);
      expect(existsSync(join(dataDir, 'postgres/cluster'))).toBe(false);
    } finally {
      await Promise.all(held.map((postgres) => postgres.stop()));
      rmSync(outside, { recursive: true });
      rmSync(closed, { recursive: true });
    }
  },
);
