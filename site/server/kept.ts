/** What was last asked for, up to a number of bytes; the least recently used goes first. */
export interface Kept<Value> {
  get(key: string): Value | undefined;
  /** Adds or replaces; `bytes` is what it weighs in memory. */
  add(key: string, value: Value, bytes: number): void;
}

/** An empty store of at most `maxBytes`. A Map keeps the order in which its entries were set. */
export function createKept<Value>(maxBytes: number): Kept<Value> {
  const kept = new Map<string, { value: Value; bytes: number }>();
  let total = 0;

  function drop(key: string): void {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    add(key, value, bytes) {
      drop(key);
      kept.set(key, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
