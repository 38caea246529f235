import { renameSync, rmSync } from 'node:fs';

/** Creates or replaces `path` atomically: `make` writes a draft, which is removed when that fails, as on a full disk. */
export function throughDraft(path: string, make: (draft: string) => void): void {
  const draft = `${path}.draft`;
  rmSync(draft, { recursive: true, force: true });
  try {
    make(draft);
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    throw cause;
  }
}
