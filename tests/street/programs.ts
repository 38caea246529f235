/* Starts the programs that shops need, on loopback only: PHP's own server, MariaDB, Node. Each ends with the runner. */
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from '../support/run-command.ts';

/** Functions that reach other machines. */
const NO_REACH = 'curl_exec,curl_multi_exec,fsockopen,pfsockopen';
const PHP = [
  ...['-d', `disable_functions=${NO_REACH}`, '-d', 'allow_url_fopen=0', '-d', 'sendmail_path=true'],
  ...[
    '-d',
    'memory_limit=512M',
    '-d',
    'display_errors=0',
    '-d',
    'log_errors=1',
    '-d',
    'date.timezone=Australia/Sydney',
  ],
];

/** Runs a command to its end. Throws with its output when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  place: { cwd?: string; env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<string> {
  const { timeoutMs = 600_000, ...where } = place;
  const { code, output } = await runCommand(command, args, timeoutMs, where);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${code}\n${output.slice(-3_000)}`);
  return output;
}

/** Runs a PHP program of a shop, such as its installer. */
export function php(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  return run('php', [...PHP, ...args], { cwd, env: { ...process.env, ...env } });
}

/** A server, ended with all processes that it started. */
export interface Running {
  stop(): void;
}

/** Starts a program that serves this port and waits until it answers. Its output goes to `log`. */
export async function serve(
  {
    command,
    args,
    cwd,
    env = {},
  }: { command: string; args: string[]; cwd: string; env?: NodeJS.ProcessEnv },
  port: number,
  log: string,
): Promise<Running> {
  const out = openSync(log, 'a');
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', out, out],
    detached: true,
  });
  for (let tries = 0; tries < 240; tries += 1) {
    if (child.exitCode !== null)
      throw new Error(`${command} ended with ${child.exitCode}; see ${log}`);
    // A shop redirects to the address of its shoppers, which is not open yet.
    const answers = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (answers) return { stop: () => process.kill(-Number(child.pid)) };
    await wait(500);
  }
  throw new Error(`nothing answers at port ${port}; see ${log}`);
}

/** Serves a PHP shop's folder. `route` names the parameter that its rewrite rules put the path into. */
export function servePhp(folder: string, port: number, log: string, route = '') {
  const args = [
    ...PHP,
    '-S',
    `127.0.0.1:${port}`,
    '-t',
    folder,
    join(import.meta.dirname, 'router.php'),
  ];
  const env = { STREET_ROUTE: route, PHP_CLI_SERVER_WORKERS: '2' };
  return serve({ command: 'php', args, cwd: folder, env }, port, log);
}

/** A MariaDB server of the street's own. */
export interface MariaDb {
  port: number;
  /** Creates an empty database in place of an earlier one. */
  create(name: string): Promise<void>;
  /** Runs statements, and returns the rows of a query. */
  query<Row>(database: string, sql: string): Promise<Row[]>;
  /** Runs a file of statements. */
  load(database: string, file: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts MariaDB with new, empty data below `home`. */
export async function startMariaDb(home: string, port: number): Promise<MariaDb> {
  const data = join(home, 'mariadb');
  const socket = join(home, 'mariadb.sock');
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  const user = ['--no-defaults', '--user=root', `--datadir=${data}`, `--tmpdir=${data}`];
  await run('mariadb-install-db', [
    ...user,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const settings = [
    '--sql-mode=',
    '--innodb-flush-log-at-trx-commit=0',
    '--character-set-server=utf8mb4',
  ];
  const reach = [
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${socket}`,
    `--pid-file=${socket}.pid`,
  ];
  const server = spawn('mariadbd', [...user, ...reach, ...settings], { stdio: 'ignore' });
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error('MariaDB did not start');
    await wait(200);
  }
  const client = [
    '--no-defaults',
    '-uroot',
    `-S${socket}`,
    '--batch',
    '--raw',
    '--skip-column-names',
  ];
  await run('mariadb', [...client, '-e', "alter user root@localhost identified by ''"]);
  return {
    port,
    async create(name) {
      const sql = `drop database if exists ${name}; create database ${name} character set utf8mb4`;
      await run('mariadb', [...client, '-e', sql]);
    },
    async query(database, sql) {
      const output = await run('mariadb', [...client, database, '-e', sql]);
      return output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    },
    load: async (database, file) => {
      await run('mariadb', [...client, database, '-e', `source ${file}`]);
    },
    async stop() {
      server.kill('SIGTERM');
      while (server.exitCode === null) await wait(100);
    },
  };
}
