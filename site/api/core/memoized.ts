import { createSharedAnswers } from './shared-answers.ts';

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

/** Like `memoized`, per key. Evicts the least recently used of more than 100 keys. */
export function memoizedByKey<Value extends NonNullable<unknown>>(
  forMs: number,
  load: (key: string) => Promise<Value>,
  now?: () => number,
): (key: string) => Promise<Value> {
  const answers = createSharedAnswers({ maxAnswers: MAX_KEYS }, now);
  return (key) => answers.get(key, forMs, () => load(key));
}
