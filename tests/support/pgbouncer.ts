import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#db/runtime/free-port.ts';

/** Why these tests cannot run here; null where they can. */
export const noPgbouncer: string | null = (() => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'pgbouncer is not installed (apt-get install pgbouncer)';
  }
})();

export interface PgBouncer {
  /** Of the same database, through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode in front of the database; `lets`: the startup parameters that it ignores. */
export async function startPgBouncer(
  databaseUrl: string,
  lets = 'extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout',
): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort(0);
  const [name, user, password] = [target.pathname.slice(1), target.username, target.password];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${name} = host=${target.hostname} port=${target.port} dbname=${name} user=${user} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
ignore_startup_parameters = ${lets}
`,
  );
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const words = [...(isRoot ? ['-u', 'nobody'] : []), '-q', file];
  const child = spawn('pgbouncer', words, { stdio: 'ignore' });
  await listening(child, port);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isUp) return;
    await delay(50);
  }
  throw new Error(`pgbouncer ended with ${child.exitCode}`);
}
