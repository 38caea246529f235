/** More than the keys that shops' objects have between them. */
const KEYS = 10_000;

/**
 * The function that asks `of` for a key once and remembers what it said, for keys that come again and again. At `limit` keys
 * it forgets all: pages choose the keys, and none may fill the memory.
 */
export function remembered<Value>(
  of: (key: string) => Value,
  limit = KEYS,
): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const said = known.get(key);
    if (said !== undefined) return said;
    if (known.size >= limit) known.clear();
    const value = of(key);
    known.set(key, value);
    return value;
  };
}
