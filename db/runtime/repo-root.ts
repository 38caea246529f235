/* The repository's folder: the nearest one above with a package.json, the same for sources and bundles in dist/. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Absolute path of the folder that holds package.json, without a trailing slash. */
export const REPO_ROOT: string = nearestPackageFolder(import.meta.dirname);

function nearestPackageFolder(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${start}`);
    folder = parent;
  }
  return folder;
}
