import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
/** Bytes: several times what the databases of a run ever hold. Containers often have 64 MB. */
const ROOM = 2 * 1024 ** 3;

/**
 * Where new files cost least: in memory where the machine gives enough of it, else the folder for temporary files.
 * A Postgres database is 300 files, and a run of the tests makes hundreds of databases.
 */
export function memoryFolder(): string {
  if (!existsSync(SHARED_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize > ROOM ? SHARED_MEMORY : tmpdir();
}
