import { parseJsonIfValid } from '#domain/text/parse-json.ts';
import {
  type FeedRow,
  faultyRow,
  fieldName,
  keepNationalDelivery,
  MAX_ROW_CHARS,
  setField,
} from './feed-row.ts';

/** Maximum depth of the product list: `{"feed": {"entry": [ … ]}}`. */
const LIST_DEPTH = 3;
const FIELD_DEPTH = 4;
const MAX_VARIANTS = 500;
/** The characters that give JSON its structure; an escape and the character behind it are one token. */
const TOKENS = /\\.?|["{}[\]]/gs;

/** Streams the rows of a JSON feed: an array, an object that contains one, or JSON lines. Each of a product's `variants` is a row. */
export async function* readJsonRows(
  chunks: AsyncIterable<string>,
  isLines: boolean,
): AsyncGenerator<FeedRow> {
  const products = new ProductTexts(isLines);
  let row = 0;
  for await (const chunk of chunks) {
    for (const text of products.read(chunk)) {
      row += 1;
      yield* text === null ? [{ row, fault: 'row-too-large' as const }] : rowsOf(row, text);
    }
  }
  if (products.isCutShort) yield { row: row + 1, fault: 'row-cut-short' };
}

/**
 * Splits a document into the texts of its products: the elements of the first array of objects, or JSON lines. A streaming JSON
 * parser would stop at the first malformed product; this class loses only that product.
 */
class ProductTexts {
  readonly #isLines: boolean;
  /** Depth of the products; null until their list is found. */
  #productDepth: number | null;
  #depth = 0;
  #isDone = false;
  #isInString = false;
  #previousToken = '';
  /** A backslash that ends a chunk; the next chunk begins with what it escapes. */
  #carried = '';
  /** The text so far of the current product; null between products. */
  #held: string | null = null;
  #isTooLarge = false;

  constructor(isLines: boolean) {
    this.#isLines = isLines;
    this.#productDepth = isLines ? 0 : null;
  }

  /** The texts of the products that this chunk completes; null for one above the size limit. */
  *read(chunk: string): Generator<string | null> {
    const text = this.#carried + chunk;
    this.#carried = '';
    let from = 0;
    for (const { 0: token, index } of text.matchAll(TOKENS)) {
      if (this.#isDone) return;
      const opensList = this.#previousToken === '[';
      this.#previousToken = token;
      if (!this.#isBracket(token)) continue;
      if (token === '{' && this.#opensProduct(opensList)) {
        this.#held = '';
        from = index;
      }
      if (token === '{' || token === '[') this.#depth += 1;
      else if (this.#closesProduct()) {
        this.#hold(text.slice(from, index + 1));
        yield this.#isTooLarge ? null : this.#held;
        this.#held = null;
        this.#isTooLarge = false;
      }
    }
    this.#hold(text.slice(from, text.length - this.#carried.length));
  }

  /** True when the file ended within a product or before the end of the list. */
  get isCutShort(): boolean {
    return this.#held !== null || (!this.#isLines && this.#productDepth !== null && !this.#isDone);
  }

  /** True for a bracket outside strings; notes where strings begin and end. */
  #isBracket(token: string): boolean {
    if (token === '\\') this.#carried = token;
    if (token === '"') this.#isInString = !this.#isInString;
    return !this.#isInString && /^[{}[\]]$/.test(token);
  }

  #opensProduct(opensList: boolean): boolean {
    if (opensList && this.#depth <= LIST_DEPTH) this.#productDepth ??= this.#depth;
    return this.#held === null && this.#depth === this.#productDepth;
  }

  #closesProduct(): boolean {
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#productDepth === null) return false;
    this.#isDone = !this.#isLines && this.#depth < this.#productDepth;
    return this.#held !== null && this.#depth === this.#productDepth;
  }

  #hold(part: string): void {
    if (this.#held === null) return;
    this.#isTooLarge ||= this.#held.length + part.length > MAX_ROW_CHARS;
    this.#held = this.#isTooLarge ? '' : this.#held + part;
  }
}

function* rowsOf(row: number, text: string): Generator<FeedRow> {
  const product = parseJsonIfValid(text);
  if (!isObject(product)) {
    yield faultyRow(row, 'row-malformed', text);
    return;
  }
  const { variants, ...rest } = product;
  const listed = Array.isArray(variants) ? variants.filter(isObject).slice(0, MAX_VARIANTS) : [];
  if (listed.length === 0) {
    yield { row, fields: fieldsOf([rest]) };
    return;
  }
  const { title, ...shared } = rest;
  for (const { title: variantTitle, ...variant } of listed) {
    yield { row, fields: fieldsOf([{ title, variantTitle }, variant, shared]) };
  }
}

function fieldsOf(objects: readonly Record<string, unknown>[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const object of objects) addFields(fields, '', object, 0);
  return fields;
}

/** Uses the first element of an array: the first image, the first brand, the first delivery within Australia. */
function addFields(fields: Map<string, string>, prefix: string, value: unknown, depth: number) {
  if (value === null || value === undefined || depth > FIELD_DEPTH) return;
  if (Array.isArray(value))
    for (const one of prefix === 'shipping' ? value : value.slice(0, 1))
      addFields(fields, prefix, one, depth + 1);
  else if (!isObject(value)) setField(fields, prefix, String(value));
  else {
    for (const [key, inner] of Object.entries(value)) {
      const name = fieldName(key);
      addFields(fields, prefix === '' ? name : `${prefix}.${name}`, inner, depth + 1);
    }
    if (prefix === 'shipping') keepNationalDelivery(fields);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
