/**
 * Memoizes what `load` answered for `forMs`, so that a figure over the whole database is computed once for all who
 * ask at about the same time. A failure is not kept.
 */
export function memoized<T>(forMs: number, load: () => Promise<T>): () => Promise<T> {
  let until = 0;
  let answer: Promise<T> | null = null;
  return () => {
    const now = performance.now();
    if (answer && now < until) return answer;
    until = now + forMs;
    answer = load();
    answer.catch(() => {
      answer = null;
    });
    return answer;
  };
}

/** Keys held at a time: more than there are categories, few enough for whoever invents some. */
const MAX_KEYS = 100;

/** As `memoized`, with an answer for each key; the oldest key is forgotten when there are more than 100. */
export function memoizedByKey<K extends string | null, T>(
  forMs: number,
  load: (key: K) => Promise<T>,
): (key: K) => Promise<T> {
  const answers = new Map<K, () => Promise<T>>();
  return (key) => {
    const known = answers.get(key);
    if (known) return known();
    const ask = memoized(forMs, () => load(key));
    answers.set(key, ask);
    for (const oldest of answers.keys()) {
      if (answers.size <= MAX_KEYS) break;
      answers.delete(oldest);
    }
    return ask();
  };
}
