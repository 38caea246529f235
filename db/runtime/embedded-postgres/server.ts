/* The postgres program: start, restart when it dies, stop; its output goes to a file of limited size. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '#domain/errors.ts';
import { isOutOfSpace, type Patience, untilSpace } from '../disk-space.ts';
import { readIfPresent } from '../read-if-present.ts';
import { throughDraft } from '../through-draft.ts';

/** The program, its data folder, user and port; `log` receives each line of its output. */
export type ServerPlan = {
  program: string;
  cluster: string;
  uid: number | null;
  port: number;
  log: (line: string) => void;
};

/** For a small machine that runs everything: durable (fsync and synchronous_commit stay on), with modest memory. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // Reads cached pages directly rather than through an I/O process: a broad search takes a seventh less.
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** A "fast" shutdown: disconnects clients and flushes data. */
const STOP_SIGNAL = 'SIGINT';
const STOP_PATIENCE_MS = 10_000;
const RETRY_PAUSE_MS = 250;
const RETRY_LIMIT_MS = 30_000;
/** Backends of a killed postmaster hold its shared memory for up to a second. */
const HELD_BY_ORPHANS = /pre-existing shared memory block|lock file .* already exists/;
const LARGEST_LOG_BYTES = 5_000_000;

/**
 * Starts the server and restarts it when it dies; both wait for space on a full disk. `lost` resolves when a restart fails for 30 s for
 * another reason. Rejects when the first start does.
 */
export async function startRevivedServer(plan: ServerPlan, patience: Patience) {
  const lost = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = await start((why) => HELD_BY_ORPHANS.test(why));
  let restarted: Promise<void> | undefined;
  watch(current);

  function start(isWorthRetrying: (why: string) => boolean): Promise<ChildProcess> {
    const attempt = () => startWithRetries(plan, signal, isWorthRetrying);
    return untilSpace(attempt, { ...patience, signal });
  }

  function watch(server: ChildProcess): void {
    server.once('exit', () => {
      if (signal.aborted) return;
      plan.log('keeper: the server died; restarting it');
      restarted = start(() => true).then(adopt, (cause: unknown) => {
        plan.log(`keeper: restarting failed: ${messageOf(cause)}`);
        lost.resolve();
      });
    });
  }

  function adopt(next: ChildProcess): void {
    current = next;
    watch(next);
  }

  return {
    lost: lost.promise,
    async stop() {
      stopping.abort();
      await restarted;
      await stopServer(current);
    },
  };
}

async function startWithRetries(
  plan: ServerPlan,
  signal: AbortSignal,
  isWorthRetrying: (why: string) => boolean,
) {
  const deadline = Date.now() + RETRY_LIMIT_MS;
  for (;;) {
    try {
      return await startServer(plan, signal);
    } catch (cause) {
      const why = messageOf(cause);
      const isLate = signal.aborted || Date.now() > deadline;
      if (isLate || isOutOfSpace(why) || !isWorthRetrying(why)) throw cause;
      await delay(RETRY_PAUSE_MS);
    }
  }
}

/** Starts the server and resolves when it accepts connections. Rejects with its last output when it exits first. `signal` ends it. */
async function startServer(plan: ServerPlan, signal: AbortSignal): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, port: String(plan.port) });
  const identity = plan.uid === null ? {} : { uid: plan.uid, gid: plan.uid };
  const child = spawn(
    plan.program,
    ['-D', plan.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...identity,
      cwd: plan.cluster,
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      signal,
      killSignal: STOP_SIGNAL,
    },
  );
  let lastOutput = '';
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      plan.log(line);
      lastOutput = `${lastOutput}\n${line}`.slice(-4000);
      if (line.includes('ready to accept connections')) resolve();
    });
    // Also emitted when `signal` stops a child, which then closes.
    child.once('error', (cause) => child.pid === undefined && reject(cause));
    child.once('close', () => reject(new Error(lastOutput.trim() || 'it exited without output')));
  });
  return child;
}

/** Stops the server, with SIGKILL after 10 s. Resolves when it is gone. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(STOP_SIGNAL);
  const harsher = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await gone;
  clearTimeout(harsher);
}

/** Appends lines to `postgres.log`, rotated at 5 MB. Drops lines that cannot be written: the server must survive a full disk. */
export function openServerLog(folder: string): (line: string) => void {
  const path = join(folder, 'postgres.log');
  let bytes = existsSync(path) ? statSync(path).size : 0;
  return (line) => {
    try {
      if (bytes > LARGEST_LOG_BYTES) {
        renameSync(path, `${path}.1`);
        bytes = 0;
      }
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
      bytes += Buffer.byteLength(line) + 1;
    } catch {
      // There is nowhere left to report it.
    }
  };
}

const POLL_MS = 50;
const PATIENCE_MS = 10_000;

/** Ends a server that lost its keeper and returns its last port, 0 if unknown. The caller holds the keeper's lock. */
export async function clearStaleServer(cluster: string): Promise<number> {
  const pidFile = join(cluster, 'postmaster.pid');
  const lines = readIfPresent(pidFile)?.split('\n');
  if (!lines) return 0;
  const pid = Number(lines[0]);
  if (isServerOf(pid, cluster)) await endServer(pid, cluster);
  else replaceStalePid(pidFile, lines);
  return Number(lines[3] ?? 0) || 0;
}

/** Replaces a pid that may belong to another program by now, which would stop Postgres; it ignores its parent's pid. */
function replaceStalePid(pidFile: string, lines: readonly string[]): void {
  const { uid, gid } = statSync(dirname(pidFile));
  throughDraft(pidFile, (draft) => {
    writeFileSync(draft, [process.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });
    chownSync(draft, uid, gid);
  });
}

async function endServer(pid: number, cluster: string): Promise<void> {
  process.kill(pid, STOP_SIGNAL);
  const deadline = Date.now() + PATIENCE_MS;
  while (isServerOf(pid, cluster)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
}

/** True when process `pid` is a server on this cluster, by its command line. */
function isServerOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const words = commandLine(pid);
  return words.includes('postgres') && words.includes(cluster);
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readIfPresent(`/proc/${pid}/cmdline`) ?? '';
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}
