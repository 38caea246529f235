import { endOfString, parseJson } from '#domain/text/parse-json.ts';

/** The index after the JSON value that starts at `start`, by its brackets; -1 when it does not close. */
export function endOfJson(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = endOfString(text, index);
      if (index === -1) return -1;
    } else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}

/**
 * Parses JSON, or JSON with the `undefined` values that server-side serialisers leave; undefined when it is neither. Long word
 * lists, such as a site's translations, are left out.
 */
export function parseLoose(text: string): unknown {
  const json = withoutWordLists(text);
  return parsed(json) ?? (json.includes(':undefined') ? parsed(withoutUndefined(json)) : undefined);
}

const WORD_LIST_CHARS = 10_000;
/** Behind a key, and so no bracket of a text. */
const LIST_OPENS = /\w":$/;
/** Behind the end of a text, not its beginning. */
const LIST_ENDS = /[^\s\\:,[{]"$/;

/**
 * JSON in which every object of nothing but words, or numbers, that is longer than any product's and speaks of no price is
 * empty: to take in a thousand keys of a site's translations takes longer than to read all else of its state.
 */
function withoutWordLists(json: string): string {
  let kept = '';
  let from = 0;
  let open = json.indexOf('{');
  while (open !== -1) {
    const end = json.indexOf('}', open);
    if (end - open > WORD_LIST_CHARS) {
      const start = json.lastIndexOf('{', end) + 1;
      if (end - start > WORD_LIST_CHARS && isWordList(json, start, end)) {
        kept += json.slice(from, start);
        from = end;
      }
    }
    open = end === -1 ? -1 : json.indexOf('{', end);
  }
  return kept + json.slice(from);
}

function isWordList(json: string, start: number, end: number): boolean {
  return (
    LIST_OPENS.test(json.slice(start - 4, start - 1)) &&
    LIST_ENDS.test(json.slice(end - 2, end)) &&
    !/pric/i.test(json.slice(start, end))
  );
}

const withoutUndefined = (text: string): string => text.replace(/:undefined(?=[,}\]])/g, ':null');

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // An object literal of a script that is not JSON: code, which we never run.
    return undefined;
  }
}

/** The JSON inside a script's string literal, as in JSON.parse('{"a":1}'); undefined when it is not JSON. */
export function parseStringLiteral(quoted: string): unknown {
  const value = parseLoose(jsonString(quoted).replace(/\\x([0-9a-f]{2})/gi, '\\u00$1'));
  return typeof value === 'string' ? parseLoose(unquoted(value)) : undefined;
}

/** A script's string literal, in either quotes, as JSON. */
export function jsonString(quoted: string): string {
  if (quoted.startsWith('"')) return quoted;
  const inner = quoted.slice(1, -1);
  return `"${inner.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`;
}

/** '%7B%22a%22%3A1%7D' as it is meant; what is no such text stays. */
function unquoted(text: string): string {
  if (!/^%[57]B/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // Not what a browser wrote: JSON it is not either.
    return text;
  }
}

/** Tokens of an object literal; any other is code, which is never run. */
const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}[\],:]|-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|![01]|void 0|[A-Za-z_$][\w$]*/y;
const LONGEST = 2_000_000;
const NAME = /^[A-Za-z_$]/;
const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['undefined', 'null'],
  ['NaN', 'null'],
  ['!0', 'true'],
  ['!1', 'false'],
  ['void 0', 'null'],
]);

/**
 * An object literal of a script, { price: 12, name: 'x' }, as the value it stands for; `bound` gives names their values as JSON.
 * Undefined for all that is more than a literal.
 */
export function parseLiteral(text: string, bound: ReadonlyMap<string, string> = WORDS): unknown {
  if (text.length > LONGEST) return undefined;
  let json = '';
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return undefined;
    json += jsonOf(token, text, bound);
  }
  try {
    return parseJson(json.replace(/,\s*([}\]])/g, '$1'));
  } catch {
    // Names of its own, or a mistake: nothing that could be read without running it.
    return undefined;
  }
}

function jsonOf(token: string, text: string, bound: ReadonlyMap<string, string>): string {
  if (token.startsWith("'")) return jsonString(token);
  if (token.startsWith('.')) return `0${token}`;
  const isKey = NAME.test(token) && /^\s*:/.test(text.slice(TOKEN.lastIndex, TOKEN.lastIndex + 4));
  return isKey ? `"${token}"` : (WORDS.get(token) ?? bound.get(token) ?? token);
}

/** window.__NUXT__=(function(a,b){return {price:a}}(12,"AUD")) */
const CALLED = /=\s*\(?function\(([\w$,]*)\)\{(?:[^{}]{0,20})return ?(?=\{)/;

/**
 * What the first function that a script calls at once returns, where that is a literal of its arguments: so Nuxt writes its
 * state. `endOf` finds closing brackets. Undefined without one.
 */
export function calledLiteral(
  text: string,
  endOf: (text: string, start: number) => number,
): unknown {
  const match = CALLED.exec(text);
  if (!match) return undefined;
  const start = match.index + match[0].length;
  const end = endOf(text, start);
  const call = end === -1 ? null : /^[;\s]*\}\)?\(/.exec(text.slice(end, end + 10));
  if (!call) return undefined;
  const given = text.slice(end + call[0].length).replace(/\)\)?;?\s*$/, '');
  const list = parseLiteral(`[${given}]`);
  if (!Array.isArray(list)) return undefined;
  const names = (match[1] ?? '').split(',');
  const bound = new Map(names.map((name, at) => [name, JSON.stringify(list[at] ?? null)]));
  return parseLiteral(text.slice(start, end), bound);
}
