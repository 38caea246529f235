/* A file that only takes space. Postgres needs some to recover from a full disk, so the keeper then deletes the file. */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderOutside, spaceAt } from '../disk-space.ts';

const BLOCK_BYTES = 1024 * 1024;
/** 64 MB: four WAL segments. */
const BLOCKS = 64;
const ROOM_BYTES = 1e9;
const CHECK_EVERY_MS = 60_000;

/** On the disk of the cluster of `home`. */
export function ballastFile(home: string): string {
  return join(folderOutside(home) ?? home, 'ballast');
}

/** Deletes the ballast; false if there is none. */
export function releaseBallast(home: string): boolean {
  const file = ballastFile(home);
  if (!existsSync(file)) return false;
  rmSync(file);
  return true;
}

/** Writes the ballast, now and whenever it is missing, while at least 1 GB is free. Returns a function that ends this. */
export function keepBallast(home: string): () => void {
  const write = () => void writeBallast(home).catch(() => undefined);
  const timer = setInterval(write, CHECK_EVERY_MS);
  write();
  return () => clearInterval(timer);
}

/** Writes a missing ballast if `roomBytes` are free; a disk that fills up meanwhile gets its space back. */
export async function writeBallast(home: string, roomBytes = ROOM_BYTES): Promise<void> {
  const file = ballastFile(home);
  const draft = `${file}.draft`;
  if (existsSync(file) || spaceAt(dirname(file)).freeBytes < roomBytes) return;
  // Random, because some file systems compress what repeats.
  const blocks = new Array<Buffer>(BLOCKS).fill(randomBytes(BLOCK_BYTES));
  try {
    await writeFile(draft, blocks, { mode: 0o600 });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true });
  }
}
