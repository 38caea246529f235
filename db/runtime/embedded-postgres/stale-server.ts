/* A postmaster that a killed keeper left behind, and the pid file of one that was killed itself. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '#domain/errors.ts';

const POLL_MS = 50;
const PATIENCE_MS = 10_000;

/** Ends a server that lost its keeper and returns the port it last used, 0 if unknown. The caller holds the keeper's lock. */
export async function clearStaleServer(cluster: string): Promise<number> {
  const pidFile = join(cluster, 'postmaster.pid');
  const lines = readLines(pidFile);
  if (lines === null) return 0;
  const pid = Number(lines[0]);
  if (isServerOf(pid, cluster)) await endServer(pid, cluster);
  else giveUpPid(pidFile, lines);
  return Number(lines[3] ?? 0) || 0;
}

/** Enters our own pid: the file's may belong to another program by now, and Postgres would refuse to start; it ignores its parent's. */
function giveUpPid(pidFile: string, lines: readonly string[]): void {
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
}

async function endServer(pid: number, cluster: string): Promise<void> {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + PATIENCE_MS;
  while (isServerOf(pid, cluster)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
}

/** Whether process `pid` is a server on this very cluster, by its command line. */
function isServerOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const words = commandLine(pid);
  return words.includes('postgres') && words.includes(cluster);
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readLines(`/proc/${pid}/cmdline`)?.join('\n') ?? '';
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

function readLines(path: string): string[] | null {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (cause) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(cause))) return null;
    throw cause;
  }
}
