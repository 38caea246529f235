import { parseJson } from '#domain/text/parse-json.ts';
import { jsonString } from './script-json.ts';

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
