/*
 * What the server says, kept in a file that cannot grow without end.
 */
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST_BYTES = 5_000_000;

/**
 * Appends lines to `postgres.log` in `folder`; past 5 MB the file becomes `postgres.log.1` and a new one begins. A line that
 * cannot be written is lost: on a full disk the keeper must live on, and with it the server, which mends itself.
 */
export function openServerLog(folder: string): (line: string) => void {
  const path = join(folder, 'postgres.log');
  let bytes = existsSync(path) ? statSync(path).size : 0;
  return (line) => {
    try {
      if (bytes > LARGEST_BYTES) {
        renameSync(path, `${path}.1`);
        bytes = 0;
      }
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
      bytes += Buffer.byteLength(line) + 1;
    } catch {
      // There is nowhere left to say so.
    }
  };
}
