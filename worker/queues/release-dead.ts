/*
 * Releases the jobs of dead processes. The system closes the connections of a process that ends in any way, but keeps those of a busy or
 * suspended one: a worker whose named connection to the store is missing has died, or cannot renew its locks.
 */
import type { Queues } from '#db/queues/open-queues.ts';
import type { Lane } from '#domain/jobs.ts';

/** Checks, one each second, at which a connection must be missing: a live worker reconnects sooner. */
const CHECKS = 3;

/** Returns the check, which a process runs each second for the lanes that it serves under `ownName`. */
export function createReleaser(queues: Queues, lanes: readonly Lane[], ownName: string) {
  /** Checks at which each worker was missing, in a row. */
  let missing = new Map<string, number>();
  return async (): Promise<void> => {
    const seen = new Map<string, number>();
    for (const lane of lanes) {
      const { jobs, workers } = await queues.activeJobs(lane);
      // Where the store does not list its connections, only the locks' expiry counts.
      if (!workers.has(ownName)) continue;
      for (const { id, worker } of jobs) {
        if (workers.has(worker)) continue;
        const checks = (missing.get(worker) ?? 0) + 1;
        seen.set(worker, checks);
        if (checks >= CHECKS) await queues.backend.releaseJob(lane, id, worker);
      }
    }
    missing = seen;
  };
}
