import { Parser } from 'htmlparser2';
import { remembered } from '#domain/remembered.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';

/** One schema.org node, whatever notation it came in (JSON-LD, microdata, RDFa, a bare JSON answer). */
export type SchemaNode = { readonly [property: string]: unknown };

/** True for a plain JSON object. */
export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property's values as a list: none for null, one for a scalar. `@list` and `@set` wrappers are opened. */
export function valuesOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flat();
  if (isNode(value) && ('@list' in value || '@set' in value))
    return valuesOf(value['@list'] ?? value['@set']);
  return [value];
}

/** The property under any of its spellings; schema.org names differ in case from shop to shop. */
export function propertyOf(node: SchemaNode, ...names: string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(node, name) ? node[name] : undefined;
    if (value !== null && value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** Type names without address or prefix, lower case: 'https://schema.org/Product' and 'schema:product' → 'product'. */
export function typesOf(node: SchemaNode): string[] {
  return valuesOf(node['@type'] ?? node['type'])
    .filter(isString)
    .map(typeName);
}

const isString = (value: unknown): value is string => typeof value === 'string';

const typeName = (type: string): string => (type.split(/[/#:]/).at(-1) ?? '').trim().toLowerCase();

/** The first value as plain text: entities decoded, tags dropped, spaces folded; a node gives its name. */
export function textOf(value: unknown): string | null {
  for (const inner of valuesOf(value)) {
    if (typeof inner === 'string') {
      const text = plainText(inner);
      if (text) return text;
    } else if (typeof inner === 'number' && Number.isFinite(inner)) {
      return String(inner);
    } else if (isNode(inner)) {
      const text = textOf(propertyOf(inner, 'name', '@value', 'value', 'title') ?? ofOurs(inner));
      if (text) return text;
    }
  }
  return null;
}

/** What a text given in several languages says in ours: { 'en-AU': 'Sofa', de: 'Sofa' }. */
function ofOurs(node: SchemaNode): unknown {
  return propertyOf(node, 'en-AU', 'en_AU', 'en');
}

/** A lone text, number or flag as text, else ''. String() throws where JSON brings a toString of its own. */
export function scalarText(value: unknown): string {
  const inner = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const isScalar =
    typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean';
  return isScalar ? String(inner) : '';
}

/** A lone number or numeric text as a number; NaN for all else. */
export function scalarNumber(value: unknown): number {
  return Number(scalarText(value) || Number.NaN);
}

/** Marks that turn the direction of the text behind them, past the end of a name. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text without markup or marks that turn what follows: shops put encoded HTML into JSON, sometimes encoded twice. */
export function plainText(raw: string): string {
  let text = raw;
  for (let pass = 0; pass < 2 && /[<&]/.test(text) && text.length < 50_000; pass += 1) {
    text = /&(?:#\w{1,8}|[a-z]\w{1,30});|<\/?[a-z!]/i.test(text) ? withoutMarkup(text) : text;
  }
  return foldSpaces(text.replaceAll('\u200b', ' ').replace(TURNS, '')).trim();
}

/** Tags go first: a parser that meets none keeps no stack, which hostile depth would make it search again and again. */
function withoutMarkup(markup: string): string {
  const bare = markup.replace(/<(?:[a-z!/][^<>]*)>/gi, ' ');
  if (!/[<&]/.test(bare)) return bare;
  let text = '';
  const parser = new Parser({
    ontext: (piece) => {
      text += piece;
    },
  });
  parser.end(bare.replaceAll('<', '&lt;'));
  return text;
}

/** The first address in the value, made absolute against `base`; null when there is none that is http(s). */
export function addressOf(value: unknown, base: string): string | null {
  for (const inner of valuesOf(value)) {
    const raw = isNode(inner)
      ? (propertyOf(inner, 'contentUrl', 'url', '@id', 'thumbnail') ?? null)
      : inner;
    const text =
      typeof raw === 'string' ? raw.trim() : Array.isArray(raw) ? scalarText(raw[0]) : '';
    const address = text && !/^#/.test(text) ? absoluteAddress(plainText(text), base) : null;
    if (address) return address;
  }
  return null;
}

/** Characters; Postgres indexes no text of more than about 2,700 bytes. */
export const LONGEST_ADDRESS = 2_000;

/** `href` resolved against `base`, without fragment; null when it is not http(s), or too long. */
export function absoluteAddress(href: string, base: string): string | null {
  const url = URL.parse(href, URL.canParse(base) ? base : undefined);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  url.hash = '';
  return url.href.length > LONGEST_ADDRESS ? null : url.href;
}

/** Words of a name, for comparing: letters and digits of any script, lower case. */
export function wordsOf(name: string): readonly string[] {
  return name.length <= REMEMBERED_CHARS ? wordsOfShort(name) : wordsIn(name);
}

const REMEMBERED = 500;
const REMEMBERED_CHARS = 400;
/** Few names are compared with many: a page's titles with all that it prints. */
const wordsOfShort = remembered(wordsIn, REMEMBERED);
const countsOfShort = remembered(countsIn, REMEMBERED);

function wordsIn(name: string): readonly string[] {
  return (
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** How often a name holds each of its words. */
function countsOf(name: string): ReadonlyMap<string, number> {
  return name.length <= REMEMBERED_CHARS ? countsOfShort(name) : countsIn(name);
}

function countsIn(name: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(name)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How alike two names are: 0 (nothing shared) to 1, as token F1. */
export function alikeness(left: string, right: string): number {
  const inRight = countsOf(right);
  let shared = 0;
  for (const [word, count] of countsOf(left)) shared += Math.min(count, inRight.get(word) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (wordsOf(left).length + wordsOf(right).length);
}

/** Share of `part`'s words that `whole` holds: 1 when a page title contains the product's name entirely. */
export function containment(part: string, whole: string): number {
  const words = wordsOf(part);
  const held = countsOf(whole);
  let shared = 0;
  for (const word of words) if (held.has(word)) shared += 1;
  return words.length === 0 ? 0 : shared / words.length;
}
