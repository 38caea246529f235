/** More than the number of distinct keys in shops' objects. */
const KEYS = 10_000;

/** Caches the results of `of` by key. Clears the cache at `limit` keys, because pages choose the keys and must not fill the memory. */
export function remembered<Value, Key extends string | number = string>(
  of: (key: Key) => Value,
  limit = KEYS,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    if (known.size >= limit) known.clear();
    const own = typeof key === 'string' ? (detached(key) as Key) : key;
    const value = of(own);
    known.set(own, value);
    return value;
  };
}

/** A copy of the text: a substring of a page's text would keep the whole page in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Makes a value when it is first asked for: tables that many processes never read. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
