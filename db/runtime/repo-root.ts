/* The repository's folder: the nearest parent with a package.json, for sources and for bundles in dist/. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Absolute path of the folder that holds package.json, without a trailing slash. */
export const REPO_ROOT: string = nearestPackageFolder(import.meta.dirname);

export const VERSION = String(
  JSON.parse(readFileSync(join(REPO_ROOT, 'package.json'), 'utf8')).version,
);

function nearestPackageFolder(start: string): string {
  let folder = start;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${start}`);
    folder = parent;
  }
  return folder;
}
