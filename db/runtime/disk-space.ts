/* Space on the disk of DATA_DIR: how much there is, and waiting for more. A full disk ends no process; the work waits. */
import { existsSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, messageOf } from '#domain/errors.ts';
import { readIfPresent } from './read-if-present.ts';

/** In bytes. `isLow`: operators are told. */
export type DiskSpace = { freeBytes: number; totalBytes: number; isLow: boolean };

/** A disk is low below 5 % free, but never above 10 GB and always below 1 GB. docs/monitoring/alerts.yaml states the same limits. */
const LOW_SHARE = 0.05;
const LEAST_LOW_BYTES = 1e9;
const MOST_LOW_BYTES = 10e9;

/** Space of the disk that holds `folder`, or will hold it. */
export function spaceAt(folder: string): DiskSpace {
  if (!existsSync(folder)) return spaceAt(dirname(folder));
  const { bavail, blocks, bsize } = statfsSync(folder);
  const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize];
  const share = Math.min(totalBytes * LOW_SHARE, MOST_LOW_BYTES);
  return { freeBytes, totalBytes, isLow: freeBytes < Math.max(share, LEAST_LOW_BYTES) };
}

/** Space for the files of DATA_DIR and of the embedded Postgres, which may lie on another disk: that of the fuller one. */
export function diskSpace(dataDir: string): DiskSpace {
  const own = spaceAt(dataDir);
  const outside = folderOutside(join(dataDir, 'postgres'));
  const other = outside ? spaceAt(outside) : own;
  return other.freeBytes < own.freeBytes ? other : own;
}

/** '1.2 of 20.0 GB free' */
export function spaceText({ freeBytes, totalBytes }: DiskSpace): string {
  return `${(freeBytes / 1e9).toFixed(1)} of ${(totalBytes / 1e9).toFixed(1)} GB free`;
}

/** The folder that holds the files of `home` instead (unprivileged-home.ts); null if they are in `home`. */
export function folderOutside(home: string): string | null {
  return readIfPresent(join(home, 'elsewhere'))?.trim() || null;
}

/** Messages of the system, of Postgres (its hint also follows a block that was half written), and of SQLite. */
const FULL =
  /No space left on device|Disk quota exceeded|Check free disk space|database or disk is full/;

/** True for an error or a line of Postgres's output that says that the disk or the quota is full (53100 is Postgres's disk_full). */
export function isOutOfSpace(cause: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(codeOf(cause)) || FULL.test(messageOf(cause));
}

/** What to do while the disk is full. */
export interface Patience {
  /** Frees some space for the next attempt; false if there is none to free. */
  release?: () => boolean;
  onWait?: () => void;
  /** Called after success, if there was a pause. */
  onSpace?: () => void;
  /** Ends the waiting with the last error. */
  signal?: AbortSignal;
  /** The first pause in ms, which doubles up to `longestMs`. */
  pauseMs?: number;
  longestMs?: number;
}

/** Repeats `attempt` with growing pauses while it fails for lack of space. Throws its other errors. */
export async function untilSpace<Result>(
  attempt: () => Result | Promise<Result>,
  { release, onWait, onSpace, signal, pauseMs = 250, longestMs = 10_000 }: Patience = {},
): Promise<Result> {
  for (let nextMs = pauseMs; ; ) {
    try {
      const result = await attempt();
      if (nextMs > pauseMs) onSpace?.();
      return result;
    } catch (cause) {
      if (signal?.aborted || !isOutOfSpace(cause)) throw cause;
      if (release?.()) continue;
      onWait?.();
      await delay(nextMs, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted) throw cause;
      nextMs = Math.min(2 * nextMs, longestMs);
    }
  }
}
