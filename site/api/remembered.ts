/**
 * Remembers what `load` answered for `forMs`, so that a figure over the whole database is computed once for all who
 * ask at about the same time. A failure is not remembered.
 */
export function remembered<T>(forMs: number, load: () => Promise<T>): () => Promise<T> {
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
