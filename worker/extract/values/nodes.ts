import { DomUtils, parseDocument } from 'htmlparser2';
import { visibleText } from '#domain/text/visible-text.ts';

/** One schema.org node, from JSON-LD, microdata, RDFa or a bare JSON answer. */
export type SchemaNode = { readonly [property: string]: unknown };

/** True for a plain JSON object. */
export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a property's values as a list: empty for null, one entry for a scalar. Unwraps `@list` and `@set`. */
export function valuesOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flat();
  return [value];
}

/** Returns the first property of these names that is not empty. */
function firstOf(node: SchemaNode, names: readonly string[]): unknown {
  return names.map((name) => node[name]).find((value) => value != null && value !== '');
}

/** Returns type names in lower case without address or prefix: 'https://schema.org/Product' and 'schema:product' → 'product'. */
export function typesOf(node: SchemaNode): readonly string[] {
  return valuesOf(node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => (type.split(/[/#:]/).at(-1) ?? '').trim().toLowerCase());
}

/** Returns the first value as plain text: entities decoded, tags removed, spaces folded. A node yields its name. */
export function textOf(value: unknown): string | null {
  for (const inner of valuesOf(value)) {
    if (typeof inner === 'string') {
      const text = plainText(inner);
      if (text) return text;
    } else if (typeof inner === 'number' && Number.isFinite(inner)) {
      return String(inner);
    } else if (isNode(inner)) {
      const text = textOf(firstOf(inner, TEXT_KEYS));
      if (text) return text;
    }
  }
  return null;
}

/** Where an object has its text, or the English one: { 'en-AU': 'Sofa', de: 'Sofa' }. */
const TEXT_KEYS = ['name', '@value', 'value', 'title', 'en-AU', 'en_AU', 'en'];

/** Returns a string, number or boolean as text, else ''. String() would throw on JSON with its own toString. */
export function scalarText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

/** Strips markup and invisible characters; shops put encoded HTML into JSON, sometimes encoded twice. */
export function plainText(raw: string): string {
  let text = raw;
  for (let pass = 0; pass < 2 && /[<&]/.test(text) && text.length < 50_000; pass += 1) {
    text = /&(?:#\w{1,8}|[a-z]\w{1,30});|<\/?[a-z!]/i.test(text) ? withoutMarkup(text) : text;
  }
  return visibleText(text);
}

/** Removes tags first: without them the parser keeps no stack, so hostile nesting cannot slow it down. */
function withoutMarkup(markup: string): string {
  const bare = markup.replace(/<(?:[a-z!/][^<>]*)>/gi, ' ');
  return DomUtils.textContent(parseDocument(bare.replaceAll('<', '&lt;')));
}

/** Returns the first http(s) address in the value, resolved against `base`; null without one. */
export function addressOf(value: unknown, base: string): string | null {
  for (const inner of valuesOf(value)) {
    const raw = isNode(inner) ? firstOf(inner, ['contentUrl', 'url', '@id', 'thumbnail']) : inner;
    const first = Array.isArray(raw) ? raw[0] : raw;
    const text = typeof first === 'string' ? first.trim() : '';
    const address = text && !/^#/.test(text) ? absoluteAddress(plainText(text), base) : null;
    if (address) return address;
  }
  return null;
}

/** In characters; Postgres cannot index texts of more than about 2,700 bytes. */
export const LONGEST_ADDRESS = 2_000;

/** `href` resolved against `base`, without fragment and tracking parameters; null when it is not http(s), or too long. */
export function absoluteAddress(href: string, base: string): string | null {
  const url = URL.parse(href, URL.canParse(base) ? base : undefined);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  url.hash = '';
  return url.href.length > LONGEST_ADDRESS ? null : withoutTracking(url).href;
}

/** Parameters of campaigns, clicks and sessions: they differ between visits of one page. */
const TRACKING =
  /^(?:utm_\w+|gclid|gbraid|wbraid|srsltid|fbclid|msclkid|dclid|gad_\w+|awc|cjevent|irclickid|irgwc|ran[mes]\w*id|cfclick|phpsessid|jsessionid|oscsid|zenid|_ga|_gl|mc_[ce]id)$/i;

/** Removes the parameters of campaigns, clicks and sessions from the address; changes and returns it. */
export function withoutTracking(url: URL): URL {
  for (const name of [...url.searchParams.keys()])
    if (TRACKING.test(name)) url.searchParams.delete(name);
  return url;
}
