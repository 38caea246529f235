/*
 * Where the files of Postgres and of the browser lie, which never run as root. If their user cannot reach the data folder,
 * they lie in a folder outside it, which a pointer file names.
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

/** `uid`: the program's user, null for our own. `outside` when `folder` is not the home itself. */
export type UnprivilegedHome = { uid: number | null; folder: string; outside: boolean };

/** The uid of `nobody`, on macOS and elsewhere. */
export const NOBODY = process.platform === 'darwin' ? 4_294_967_294 : 65_534;

/** The browser's uid, no other program's: a page that breaks out reaches no file of Postgres. It needs no name. */
export const BROWSER_UID = 65_533;

/** Parents of an outside folder; the first writable one is taken. Only root needs one. */
const OUTSIDE_PARENTS = ['/var/lib', '/var/tmp'];

/** Decides user and folder of `home`, making the outside folder when one is needed. As root, the user is `uid`. */
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

/** Whether `uid` may pass through every folder down to `path`, by mode bits; its groups are not considered. */
export function reachableBy(uid: number, path: string): boolean {
  let at = realpathSync(path);
  for (;;) {
    const { mode, uid: owner } = statSync(at);
    if ((mode & (owner === uid ? 0o100 : 0o001)) === 0) return false;
    if (dirname(at) === at) return true;
    at = dirname(at);
  }
}

/** The folder of an earlier start, if it is still root's own and made for this home (not that of a copied clone). */
function rememberedFolder(pointer: string, home: string): string | null {
  if (!existsSync(pointer)) return null;
  const folder = readFileSync(pointer, 'utf8').trim();
  if (!existsSync(folder)) return null;
  const found = lstatSync(folder);
  // Whoever else could write there could have put a cluster of theirs in its place.
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) return null;
  const ownerFile = join(folder, 'home');
  const owner = readFileSync(ownerFile, 'utf8').trim();
  if (owner !== home && existsSync(join(owner, 'elsewhere'))) return null;
  writeFileSync(ownerFile, home);
  return folder;
}

function newFolder(pointer: string, home: string, parents: readonly string[]): string {
  let refusal: unknown;
  for (const parent of parents) {
    try {
      // mkdtemp makes a fresh folder under an unguessable name: no link planted in /var/tmp can be met.
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
