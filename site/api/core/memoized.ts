import { LRUCache } from 'lru-cache';

/** Keys held at a time: more than there are categories, few enough when a client makes keys up. */
const MAX_KEYS = 100;

/** Computes a figure over the whole database once for all who ask within `forMs`; a failure is not kept. */
export function memoized<Value extends NonNullable<unknown>>(
  forMs: number,
  load: () => Promise<Value>,
  now?: () => number,
): () => Promise<Value> {
  const ask = memoizedByKey(forMs, load, now);
  return () => ask('');
}

/** Like `memoized`, with an answer for each key; the least recently used of more than 100 keys is evicted. */
export function memoizedByKey<Value extends NonNullable<unknown>>(
  forMs: number,
  load: (key: string) => Promise<Value>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Value> {
  const answers = new LRUCache<string, Value>({
    max: MAX_KEYS,
    ttl: forMs,
    perf: { now },
    ttlResolution: 0,
    // Whoever waits for an answer gets it, even if its key is evicted meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (key) => load(key),
  });
  return (key) => answers.forceFetch(key);
}
