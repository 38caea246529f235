/** More than the keys that shops' objects have between them. */
const KEYS = 10_000;

/**
 * The function that asks `of` for a key once and remembers what it said, for keys that come again and again. At `limit` keys
 * it forgets all: pages choose the keys, and none may fill the memory.
 */
export function remembered<Value, Key extends string | number = string>(
  of: (key: Key) => Value,
  limit = KEYS,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const said = known.get(key);
    if (said !== undefined) return said;
    if (known.size >= limit) known.clear();
    const own = typeof key === 'string' ? (detached(key) as Key) : key;
    const value = of(own);
    known.set(own, value);
    return value;
  };
}

/** The text in memory of its own: a part of a page's text would keep the whole page. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
