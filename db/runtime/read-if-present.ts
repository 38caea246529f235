import { readFileSync } from 'node:fs';
import { codeOf } from '#domain/errors.ts';

/** The text of a file; null when it does not exist, or belongs to a process in /proc that has ended. */
export function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(cause))) return null;
    throw cause;
  }
}
