import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
/** Bytes; several times the size of a run's databases. Containers often have 64 MB. */
const ROOM = 2 * 1024 ** 3;

/**
 * Shared memory if it has enough room, otherwise the temporary folder. A Postgres database has 300 files, and a test run creates
 * hundreds of databases.
 */
export function memoryFolder(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize > ROOM ? SHARED_MEMORY : tmpdir();
}
