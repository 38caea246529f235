import { logger } from '#db/runtime/log.ts';

/** So many hosts in a row, none of them answering, and it is no longer theirs. */
const SILENT_HOSTS = 3;
/** Hosts that fell silent longer ago than this prove nothing together. */
const WITHIN_MS = 5 * 60_000;

/** Tells a host that is away from a network of ours that is. */
export interface NetworkWatch {
  /** A host has answered, whatever it said. */
  answered(): void;
  /** This one gave no answer. True when nobody else does either: the fault is ours. */
  isOwnFault(origin: string): boolean;
}

/** Watches all that one process asks. With fewer than three hosts to ask a fault of ours looks like theirs. */
export function watchNetwork(now: () => number = () => performance.now()): NetworkWatch {
  const log = logger('fetch');
  const silentAt = new Map<string, number>();
  let isDown = false;
  return {
    answered() {
      if (silentAt.size > 0) silentAt.clear();
      if (isDown) log.info('hosts answer again');
      isDown = false;
    },
    isOwnFault(origin) {
      silentAt.set(origin, now());
      for (const [host, at] of silentAt) if (now() - at > WITHIN_MS) silentAt.delete(host);
      if (silentAt.size < SILENT_HOSTS) return false;
      if (!isDown) log.warn('no host answers: our own network seems to be down, pages wait');
      isDown = true;
      return true;
    },
  };
}
