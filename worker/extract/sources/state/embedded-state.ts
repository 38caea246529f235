import { endOfString } from '#domain/text/parse-json.ts';
import { type Element, type PageDocument, rawTextOf } from '../../page/document.ts';
import {
  holdsReferences,
  linkReferences,
  readFlightLines,
  reviveFlattened,
  reviveIsland,
  reviveStreamed,
} from './framework-state.ts';
import {
  calledLiteral,
  endOfJson,
  parseLiteral,
  parseLoose,
  parseStringLiteral,
} from './script-json.ts';

const STATE_LIMIT_CHARS = 6_000_000;
const STATE_LIMIT = 300;
/** What may be read in search of closing brackets beside twice the code: unclosed ones would be read again for each. */
const SCAN_BUDGET_CHARS = 1_000_000;
const SCANS = 2;
/** Where a script's JSON value starts: after an assignment, a push onto a data layer, or a tracking call. */
const VALUE_START = /(?:[\w$\])"']\s*=|\.push\(|\(\s*["']event["'],\s*["']\w+["'],)\s*(?=[{[])/g;
/** Texts that are JSON: JSON.parse('…'), decodeURIComponent('%7B…'), and values that the page's own code parses later. */
const PARSED_STRING = /(?:JSON\.parse\(|decodeURIComponent\()\s*(?=["'])|=\s*(?=["'](?:[[{]|%7B))/g;

/**
 * JSON values that the page holds for its own code: __NEXT_DATA__ and other JSON scripts, `window.X = {…}`,
 * JSON.parse("…"), dataLayer pushes, Nuxt's and React's own formats, data-* attributes. Code is never run.
 */
export function readStates(page: PageDocument): unknown[] {
  const states = statesInScripts(page.scripts);
  readAttributes(page.elements, states);
  return states;
}

function statesInScripts(scripts: readonly Element[]): unknown[] {
  const states: unknown[] = [];
  const flight: string[] = [];
  const budget = { chars: SCAN_BUDGET_CHARS };
  let streamed = '';
  for (const script of scripts) {
    const type = (script.attribs['type'] ?? '').toLowerCase();
    if (states.length >= STATE_LIMIT || type.includes('ld+json') || script.attribs['src']) continue;
    const text = rawTextOf(script);
    if (text.length < 20 || text.length > STATE_LIMIT_CHARS) continue;
    if (type.includes('json') || /^\s*[[{]/.test(text))
      pushParsed(states, reviveIfFlattened(script, parseLoose(unescaped(text))), text);
    else if (text.startsWith('self.__next_f.push')) flight.push(text);
    else if (text.includes(ENQUEUED)) streamed += streamedPiece(text);
    else if (/pric/i.test(text)) readCode(text, states, budget);
  }
  states.push(...readFlightLines(flight));
  for (const line of streamed.split('\n')) {
    const flat = line.startsWith('[') && /pric/i.test(line) ? parseLoose(line) : undefined;
    if (Array.isArray(flat)) pushParsed(states, reviveStreamed(flat), line);
  }
  return states;
}

/** How React Router and Remix send their state in pieces. */
const ENQUEUED = 'streamController.enqueue(';

function streamedPiece(script: string): string {
  const quote = script.indexOf(ENQUEUED) + ENQUEUED.length;
  const end = endOfString(script, quote);
  const piece = end === -1 ? undefined : parseLoose(script.slice(quote, end + 1));
  return typeof piece === 'string' ? piece : '';
}

function pushParsed(states: unknown[], value: unknown, text: string): void {
  if (typeof value !== 'object' || value === null) return;
  states.push(holdsReferences(text) ? linkReferences(value) : value);
}

/** Angular writes its state with marks of its own: {&q;price&q;:12}. */
function unescaped(text: string): string {
  if (!/^\s*[[{]+&q;/.test(text)) return text;
  const marks: Record<string, string> = { q: '"', s: "'", l: '<', g: '>', a: '&' };
  return text.replace(/&([qslga]);/g, (_mark, name: string) => marks[name] ?? '');
}

function reviveIfFlattened(script: Element, value: unknown): unknown {
  const isNuxt = script.attribs['id'] === '__NUXT_DATA__' || 'data-nuxt-data' in script.attribs;
  return isNuxt && Array.isArray(value) ? reviveFlattened(value) : value;
}

function readCode(text: string, states: unknown[], budget: { chars: number }): void {
  let searched = 0;
  budget.chars += text.length * SCANS;
  VALUE_START.lastIndex = 0;
  for (let match = VALUE_START.exec(text); match; match = VALUE_START.exec(text)) {
    const start = VALUE_START.lastIndex;
    if (start < searched) continue;
    if (states.length >= STATE_LIMIT || budget.chars < 0) break;
    const end = endOfJson(text, start);
    budget.chars -= (end === -1 ? text.length : end) - start;
    if (end === -1) continue;
    const json = text.slice(start, end);
    const value = parseLoose(json) ?? literalOf(json);
    if (value === undefined) continue;
    pushParsed(states, value, json);
    searched = end;
    // What is in the value needs no search; its last bracket may begin the next match.
    VALUE_START.lastIndex = end - 1;
  }
  pushParsed(states, calledLiteral(text, endOfJson), text);
  readTexts(text, states);
}

/** Each text of the code is looked at once, and parsed where it speaks of a price. */
function readTexts(text: string, states: unknown[]): void {
  let end = 0;
  for (const match of text.matchAll(PARSED_STRING)) {
    const quote = match.index + match[0].length;
    if (quote < end) continue;
    end = endOfString(text, quote);
    if (end === -1 || states.length >= STATE_LIMIT) return;
    const literal = text.slice(quote, end + 1);
    if (literal.length > SHORTEST_TEXT && /pric/i.test(literal))
      pushParsed(states, parseStringLiteral(literal), literal);
  }
}

const SHORTEST_TEXT = 20;

/** A literal that a program wrote: in one line. What people write by hand is for trackers, which have their own idea of a price. */
function literalOf(text: string): unknown {
  return !text.includes('\n') && /pric/i.test(text) ? parseLiteral(text) : undefined;
}

function readAttributes(elements: readonly Element[], states: unknown[]): void {
  for (const { tag } of elements) {
    for (const name of tag.jsonNames ?? []) {
      const value = tag.attribs[name] ?? '';
      if (states.length < STATE_LIMIT && value.length > SHORTEST_TEXT && /pric/i.test(value))
        pushParsed(states, reviveIsland(name, parseLoose(value)), value);
    }
  }
}
