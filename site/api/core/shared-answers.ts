import { LRUCache } from 'lru-cache';

/**
 * How far an answer may be behind the database, in ms: one with prices less than it takes to read it, lists of words
 * and figures over all a little more.
 */
export const SHARED_FOR_MS = { prices: 5_000, similar: 30_000, words: 60_000 } as const;

/** Answers that are the same for everyone, kept for a short while: the text of a response, or what it is made of. */
export interface SharedAnswers {
  /** The answer under `key` if it is younger than `forMs`, else what `make` gives; all who ask meanwhile wait for the same one. */
  get<Answer extends string | object>(
    key: string,
    forMs: number,
    make: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Forgets every answer whose key names `id`: something of it has just been changed here. */
  forget(id: string): void;
}

/** Characters kept in all, about as many bytes. */
const MAX_LENGTH = 32 * 1024 * 1024;
const MAX_ANSWERS = 5_000;
/** What an answer that is no text counts for: about a full page of search results. */
const OBJECT_LENGTH = 100_000;

/** An empty store. The answer that was asked for longest ago goes when there are too many; a failure is not kept. */
export function createSharedAnswers(
  { maxAnswers = MAX_ANSWERS, maxLength = MAX_LENGTH } = {},
  now: () => number = () => performance.now(),
): SharedAnswers {
  /** The cache does not list the keys of answers that are being made. */
  const underWay = new Set<{ key: string }>();
  const kept = new LRUCache<string, string | object, () => Promise<string | object>>({
    max: maxAnswers,
    maxSize: maxLength,
    sizeCalculation: (answer) => (typeof answer === 'string' ? answer.length || 1 : OBJECT_LENGTH),
    perf: { now },
    ttlResolution: 0,
    // Whoever waits for an answer gets it, even if it is forgotten meanwhile.
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
    // One caller alone makes and reads the answers under its keys.
    get: <Answer extends string | object>(
      key: string,
      ttl: number,
      make: () => Promise<Answer>,
    ): Promise<Answer> => kept.forceFetch(key, { ttl, context: make }) as Promise<Answer>,
    forget(id) {
      const keys = [...kept.keys(), ...Array.from(underWay, ({ key }) => key)];
      for (const key of keys) if (key.includes(id)) kept.delete(key);
    },
  };
}
