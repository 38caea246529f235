import { LRUCache } from 'lru-cache';

/** How old a shared answer may be, in ms: prices may lag less than lists of words. */
export const SHARED_FOR_MS = { prices: 5_000, similar: 30_000, words: 60_000 } as const;

/** Bytes or characters kept in all. */
const MAX_LENGTH = 32 * 1024 * 1024;
const MAX_ANSWERS = 5_000;
/** The length assumed for an answer that is neither bytes nor text: about that of a full page of search results. */
const OBJECT_LENGTH = 100_000;

/** Creates an empty store of answers that are the same for everyone, bodies of responses or their data. It evicts the least recently used answers, and does not keep failures. */
export function createSharedAnswers(
  { maxAnswers = MAX_ANSWERS, maxLength = MAX_LENGTH } = {},
  now: () => number = () => performance.now(),
) {
  /** Answers that are being made, whose keys the cache does not list. */
  const underWay = new Set<{ key: string }>();
  const kept = new LRUCache<string, string | object, () => Promise<string | object>>({
    max: maxAnswers,
    maxSize: maxLength,
    sizeCalculation: (answer) =>
      typeof answer === 'string' || Buffer.isBuffer(answer) ? answer.length || 1 : OBJECT_LENGTH,
    perf: { now },
    ttlResolution: 0,
    // Whoever waits for an answer gets it, even if it is removed meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(key, _stale, { context: make }) {
      const making = { key };
      underWay.add(making);
      try {
        return await make();
      } finally {
        underWay.delete(making);
      }
    },
  });
  return {
    /** The answer under `key` if it is younger than `forMs`, else the result of `make`, which runs once for all who wait. */
    get: <Answer extends string | object>(
      key: string,
      forMs: number,
      make: () => Promise<Answer>,
    ) => kept.forceFetch(key, { ttl: forMs, context: make }) as Promise<Answer>,
    /** Removes every answer whose key contains `id`, after a change to it in this process. */
    forget(id: string) {
      const keys = [...kept.keys(), ...Array.from(underWay, ({ key }) => key)];
      for (const key of keys) if (key.includes(id)) kept.delete(key);
    },
  };
}

export type SharedAnswers = ReturnType<typeof createSharedAnswers>;
