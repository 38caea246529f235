/*
 * The folder and user for Postgres and the browser, which never run as root. When that user cannot reach the data folder, the files go
 * to a folder outside, which a pointer file names.
 */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** `uid`: the program's user, null for the current one. `outside`: `folder` is not the home itself. */
export type UnprivilegedHome = { uid: number | null; folder: string; outside: boolean };

/** The uid of `nobody`, on macOS and elsewhere. */
export const NOBODY = process.platform === 'darwin' ? 4_294_967_294 : 65_534;

/** The browser's uid, used by nothing else: a page that escapes reaches no file of Postgres. It needs no name. */
export const BROWSER_UID = 65_533;

/** Parents of an outside folder; the first writable one is used. Only root needs one. */
const OUTSIDE_PARENTS = ['/var/lib', '/var/tmp'];

/** Determines user and folder for `home`, creating an outside folder when needed. As root, the user is `uid`. */
export function unprivilegedHome(
  home: string,
  uid: number,
  parents: readonly string[] = OUTSIDE_PARENTS,
): UnprivilegedHome {
  if (process.getuid?.() !== 0) return { uid: null, folder: home, outside: false };
  if (reachableBy(uid, home)) return { uid, folder: home, outside: false };
  const pointer = join(home, 'elsewhere');
  const folder = rememberedFolder(pointer, home) ?? newFolder(pointer, home, parents);
  return { uid, folder, outside: true };
}

/** True when `uid` may enter every folder down to `path`, by mode bits alone (groups are ignored). */
export function reachableBy(uid: number, path: string): boolean {
  let at = realpathSync(path);
  for (;;) {
    const { mode, uid: owner } = statSync(at);
    if ((mode & (owner === uid ? 0o100 : 0o001)) === 0) return false;
    if (dirname(at) === at) return true;
    at = dirname(at);
  }
}

/** The folder of an earlier start, if root still owns it and it was made for this home (not for a copied clone). */
function rememberedFolder(pointer: string, home: string): string | null {
  if (!existsSync(pointer)) return null;
  const folder = readFileSync(pointer, 'utf8').trim();
  if (!existsSync(folder)) return null;
  const found = lstatSync(folder);
  // Anyone else who could write there could have planted a cluster.
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) return null;
  const ownerFile = join(folder, 'home');
  const owner = readFileSync(ownerFile, 'utf8').trim();
  if (owner !== home && existsSync(join(owner, 'elsewhere'))) return null;
  if (owner !== home) writeFileSync(ownerFile, home);
  return folder;
}

function newFolder(pointer: string, home: string, parents: readonly string[]): string {
  let refusal: unknown;
  for (const parent of parents) {
    try {
      // mkdtemp creates a folder with an unguessable name, so no link planted in /var/tmp is followed.
      const folder = mkdtempSync(join(parent, 'priceroo-'));
      chmodSync(folder, 0o711);
      writeFileSync(join(folder, 'home'), home, { mode: 0o600 });
      mkdirSync(dirname(pointer), { recursive: true });
      writeFileSync(pointer, folder, { mode: 0o600 });
      return folder;
    } catch (cause) {
      refusal = cause;
    }
  }
  throw refusal;
}
