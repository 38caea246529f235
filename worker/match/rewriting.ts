import { needlesOf } from './needles.ts';

/**
 * [pattern, written, beside?]: each match of `pattern` is written as `written`, as String.replace does; with `beside`, only in texts that
 * also match that pattern.
 */
type Rewrite = readonly string[];

/** Needles are found by their first letters. */
const LETTERS = 3;

/** A number for the letters of a text from `at`. Different letters may share one, which costs a needless try. */
function keyOf(text: string, at: number, length: number): number {
  let key = 0;
  for (let nth = at; nth < at + length; nth += 1) key = (key << 8) ^ text.charCodeAt(nth);
  return key;
}

/** Returns a function that applies rewrites in order, each to the result of those before. It tries only those whose needles may occur. */
export function rewriter(rows: readonly Rewrite[]): (text: string) => string {
  const rewrites = rows.map(([pattern = '', written = '', beside]) => ({
    pattern: new RegExp(pattern, 'g'),
    written,
    beside: beside === undefined ? null : new RegExp(beside),
  }));
  const always = new Uint8Array(rows.length);
  const byKey = new Map<number, number[]>();
  for (const [nth, [pattern = '', , beside = '']] of rows.entries()) {
    const needles = needlesOf(`(?:${pattern})(?:${beside})`);
    if (needles.length === 0) always[nth] = 1;
    for (const needle of needles) {
      const key = keyOf(needle, 0, Math.min(needle.length, LETTERS));
      byKey.set(key, [...(byKey.get(key) ?? []), nth]);
    }
  }

  /** Marks the rewrites whose needles the text may contain. */
  function mark(due: Uint8Array, text: string) {
    for (let at = 0; at < text.length; at += 1) {
      for (let length = 1; length <= LETTERS && at + length <= text.length; length += 1) {
        for (const nth of byKey.get(keyOf(text, at, length)) ?? []) due[nth] = 1;
      }
    }
  }

  return (text) => {
    const due = always.slice();
    mark(due, text);
    let result = text;
    for (const [nth, { pattern, written, beside }] of rewrites.entries()) {
      if (due[nth] === 0 || beside?.test(result) === false) continue;
      const before = result;
      result = before.replace(pattern, written);
      if (result !== before) mark(due, result);
    }
    return result;
  };
}
