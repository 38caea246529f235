/** Far deeper than any shop's data or caller's request. */
const DEPTH_LIMIT = 1_000;

/** Parses untrusted JSON. Throws SyntaxError, also for nesting deeper than 1,000: a few thousand levels overflow the stack of V8 14.6. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(DEPTH_LIMIT, text)) {
    throw new SyntaxError(`JSON nested deeper than ${DEPTH_LIMIT}`);
  }
  return JSON.parse(text);
}

/** The same; undefined instead of an error. */
export function parseJsonIfValid(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isDeeperThan(limit: number, text: string): boolean {
  // Most texts hold fewer brackets, which is quick to check.
  if (count(text, '{', limit) + count(text, '[', limit) < limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      // An unterminated string, which JSON.parse reports.
      if (at === -1) return false;
    } else if (code === BRACE || code === BRACKET) depth += 1;
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

const QUOTE = 0x22;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** Occurrences of `char` in the text, counted up to `enough`. */
function count(text: string, char: string, enough: number): number {
  let found = 0;
  for (let at = text.indexOf(char); at !== -1 && found < enough; at = text.indexOf(char, at + 1)) {
    found += 1;
  }
  return found;
}

/** Index of the quote that closes the string opened at `quote`; -1 without one. */
export function endOfString(text: string, quote: number): number {
  const mark = text[quote] ?? '"';
  let at = text.indexOf(mark, quote + 1);
  while (at !== -1) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = text.indexOf(mark, at + 1);
  }
  return -1;
}
