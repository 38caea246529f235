/*
 * A copy of the repository to alter: the working tree itself is never touched, so that nothing has to be put back
 * after Ctrl-C or a crash.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { type Alteration, alter } from './alteration.ts';

export interface ScratchCopy {
  /** Absolute path. */
  readonly root: string;
  read(file: string): string;
  /** Makes the changes of a group; `restore` takes them back. Throws where a piece is not there once. */
  apply(alterations: readonly Alteration[]): void;
  restore(): void;
  remove(): Promise<void>;
}

/** Copies what git knows or would know. Packages are linked one by one: caches beside them are the copy's own. */
export function openScratchCopy(): ScratchCopy {
  const root = mkdtempSync(join(tmpdir(), 'priceroo-mutation-'));
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', list, { cwd: REPO_ROOT, encoding: 'utf8' }).split('\0');
  // Git also knows what the tree has no more.
  for (const file of files.filter((name) => name && existsSync(join(REPO_ROOT, name)))) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(REPO_ROOT, file), join(root, file));
  }
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync(join(REPO_ROOT, 'node_modules'))) {
    if (name.startsWith('.') && name !== '.bin') continue;
    symlinkSync(join(REPO_ROOT, 'node_modules', name), join(root, 'node_modules', name));
  }
  const originals = new Map<string, string>();
  return {
    root,
    read: (file) => readFileSync(join(root, file), 'utf8'),
    apply(alterations) {
      const byFile = Object.groupBy(alterations, ({ file }) => file);
      for (const [file, ofFile = []] of Object.entries(byFile)) {
        const path = join(root, file);
        const source = readFileSync(path, 'utf8');
        originals.set(path, source);
        const changes = ofFile.map(({ change }) => change);
        writeFileSync(path, alter(source, changes));
      }
    },
    restore() {
      for (const [path, source] of originals) writeFileSync(path, source);
      originals.clear();
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
