/*
 * One run of the postgres program: start, ready, stop.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** What to run, where, as whom; `log` gets each line the server writes. */
export type ServerPlan = {
  program: string;
  cluster: string;
  uid: number | null;
  port: number;
  log: (line: string) => void;
};

/** For a small machine that runs everything: durable (fsync and synchronous_commit stay on), modest in memory. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const STOP_PATIENCE_MS = 10_000;

/** Starts the server and resolves when it takes connections. Rejects with the server's last words when it exits first. */
export async function startServer(plan: ServerPlan): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, port: String(plan.port) });
  const identity = plan.uid === null ? {} : { uid: plan.uid, gid: plan.uid };
  const child = spawn(
    plan.program,
    ['-D', plan.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...identity, cwd: plan.cluster, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true },
  );
  let lastWords = '';
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      plan.log(line);
      lastWords = `${lastWords}\n${line}`.slice(-2000);
      if (line.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(lastWords.trim() || 'it ended without a word')));
  });
  return child;
}

/** Stops the server: clients are cut off, data is written out (SIGINT, "fast"); harsher after 10 s. Resolves when it is gone. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGINT');
  const harsher = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await gone;
  clearTimeout(harsher);
}
