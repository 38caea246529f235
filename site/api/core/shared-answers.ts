import { LRUCache } from 'lru-cache';

/** Maximum age of a shared answer, in ms; prices are fresher than lists of words. */
export const SHARED_FOR_MS = { prices: 5_000, similar: 30_000, words: 60_000 } as const;

/** Total size of all answers, in bytes or characters. */
const MAX_LENGTH = 32 * 1024 * 1024;
const MAX_ANSWERS = 5_000;
/** Assumed size of an answer that is neither bytes nor text: about a full page of search results. */
const OBJECT_LENGTH = 100_000;

type Answer = NonNullable<unknown>;

/**
 * Creates an empty cache of answers that are the same for everyone: response bodies or their data. Evicts the least recently used; failures
 * are not cached.
 */
export function createSharedAnswers(
  { maxAnswers = MAX_ANSWERS, maxLength = MAX_LENGTH } = {},
  now: () => number = () => performance.now(),
) {
  /** Answers in progress; the cache does not list their keys. */
  const inProgress = new Set<{ key: string }>();
  const kept = new LRUCache<string, Answer, () => Promise<Answer>>({
    max: maxAnswers,
    maxSize: maxLength,
    sizeCalculation: (answer) =>
      typeof answer === 'string' || Buffer.isBuffer(answer) ? answer.length || 1 : OBJECT_LENGTH,
    perf: { now },
    ttlResolution: 0,
    // Callers that wait get their answer even if it is removed meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(key, _stale, { context: make }) {
      const making = { key };
      inProgress.add(making);
      try {
        return await make();
      } finally {
        inProgress.delete(making);
      }
    },
  });
  return {
    /** The answer under `key` if younger than `forMs`, else the result of `make`, which concurrent callers share. */
    get: <Value extends Answer>(key: string, forMs: number, make: () => Promise<Value>) =>
      kept.forceFetch(key, { ttl: forMs, context: make }) as Promise<Value>,
    /** Removes every answer whose key contains `id`, after this process changed that object. */
    forget(id: string) {
      const keys = [...kept.keys(), ...Array.from(inProgress, ({ key }) => key)];
      for (const key of keys) if (key.includes(id)) kept.delete(key);
    },
  };
}

export type SharedAnswers = ReturnType<typeof createSharedAnswers>;

/** More than there are categories, and a bound on keys that clients invent. */
const MAX_KEYS = 100;

/** Caches the result of `load` for `forMs`; concurrent callers share one load, and failures are not cached. */
export function memoized<Value extends NonNullable<unknown>>(
  forMs: number,
  load: () => Promise<Value>,
  now?: () => number,
): () => Promise<Value> {
  const ask = memoizedByKey(forMs, load, now);
  return () => ask('');
}

/** Like `memoized`, per key. Evicts the least recently used of more than `maxKeys`. */
export function memoizedByKey<Value extends NonNullable<unknown>>(
  forMs: number,
  load: (key: string) => Promise<Value>,
  now?: () => number,
  maxKeys = MAX_KEYS,
): (key: string) => Promise<Value> {
  const answers = createSharedAnswers(
    { maxAnswers: maxKeys, maxLength: maxKeys * OBJECT_LENGTH },
    now,
  );
  return (key) => answers.get(key, forMs, () => load(key));
}

/** An older result is not served unless its load takes long. */
const MOST_AGE_MS = 5 * 60_000;
/** Loads rest for this many times as long as the quicker of the last two took: scans of a million offers take a twentieth of a processor. */
const REST = 20;

/**
 * Like `memoized`, but serves the last result while a newer one is loaded, so that no caller waits for a scan after the first. A result
 * is at most `mostAgeMs` old, or twice the rest of its load; a failed load keeps the last result until then.
 */
export function renewed<Value extends NonNullable<unknown>>(
  forMs: number,
  load: () => Promise<Value>,
  now: () => number = () => performance.now(),
  mostAgeMs = MOST_AGE_MS,
): () => Promise<Value> {
  let last: { value: Value; at: number; tookMs: number; restMs: number } | undefined;
  let loading: Promise<Value> | undefined;
  const renew = () => {
    loading ??= loaded().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const loaded = async () => {
    const at = now();
    const value = await load();
    const tookMs = now() - at;
    const restMs = Math.max(forMs, REST * Math.min(tookMs, last?.tookMs ?? 0));
    last = { value, at, tookMs, restMs };
    return value;
  };
  return () => {
    if (!last) return renew();
    const age = now() - last.at;
    if (age <= last.restMs) return Promise.resolve(last.value);
    const value = renew();
    if (age > Math.max(mostAgeMs, 2 * last.restMs)) return value;
    value.catch(() => {});
    return Promise.resolve(last.value);
  };
}
