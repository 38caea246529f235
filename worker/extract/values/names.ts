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

/** Words of a name, for comparing: letters and digits of any script, lower case. */
export function wordsOf(name: string): readonly string[] {
  return name.length <= REMEMBERED_CHARS ? wordsOfShort(name) : wordsIn(name);
}

const REMEMBERED = 500;
const REMEMBERED_CHARS = 400;
/** Few names are compared with many: a page's titles with all that it prints. */
const wordsOfShort = remembered(wordsIn, REMEMBERED);

function wordsIn(name: string): readonly string[] {
  return (
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** How alike two names are: 0 (nothing shared) to 1, as token F1. */
export function alikeness(left: string, right: string): number {
  const leftWords = wordsOf(left);
  const counts = new Map<string, number>();
  for (const word of leftWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rightWords = wordsOf(right);
  let shared = 0;
  for (const word of rightWords) {
    const count = counts.get(word) ?? 0;
    if (count > 0) shared += 1;
    counts.set(word, count - 1);
  }
  return shared === 0 ? 0 : (2 * shared) / (leftWords.length + rightWords.length);
}

/** Share of `part`'s words that `whole` holds: 1 when a page title contains the product's name entirely. */
export function containment(part: string, whole: string): number {
  const words = wordsOf(part);
  const held = new Set(wordsOf(whole));
  return words.length === 0 ? 0 : words.filter((word) => held.has(word)).length / words.length;
}
