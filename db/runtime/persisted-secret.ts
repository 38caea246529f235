/*
 * A random secret that is made once and read back ever after.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, messageOf, OperatorError } from '#domain/errors.ts';

/**
 * The secret in the file at `path` (64 hex digits, mode 0600), made when there is none yet.
 * Several processes may ask at once: all get the same one. Throws OperatorError when the folder cannot be written.
 */
export function keptSecret(path: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const known = readIfThere(path);
    if (known) return known;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    linkOrLose(draft, path);
    rmSync(draft);
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const why = messageOf(cause);
    throw new OperatorError(
      `${dirname(path)} cannot be written (${why}). Set DATA_DIR to a folder of your own.`,
      { cause },
    );
  }
}

/** A link appears whole or not at all, so nobody reads half a secret; losing the race is fine. */
function linkOrLose(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw cause;
  }
}
