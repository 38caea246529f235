import { Parser } from 'htmlparser2';
import { FEED_COLUMNS } from './feed-columns.ts';
import {
  type FeedRow,
  fieldName,
  keepNationalDelivery,
  MAX_ROW_CHARS,
  setField,
} from './feed-row.ts';

const ROW_NAMES: ReadonlySet<string> = new Set(['item', 'entry', 'product']);
/** Text fields: unescaped markup within them (<b>, <br>) is not a field. */
const WORD_FIELDS: ReadonlySet<string> = new Set([
  ...FEED_COLUMNS.name,
  ...FEED_COLUMNS.description,
]);
/** Feeds are five levels deep; the parser's cost grows with the square of the depth. */
const DEPTH_LIMIT = 32;

/**
 * Streams the rows of a Google Merchant feed (RSS <item>, Atom <entry>, or <product>). Custom entities are not resolved, so none
 * can expand. A truncated row is a fault, as its price may be incomplete.
 */
export async function* readXmlRows(chunks: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  const rows = new RowCollector();
  const parser = new Parser(rows, { xmlMode: true });
  let heldChars = 0;
  for await (const chunk of chunks) {
    rows.hasEvent = false;
    parser.write(chunk);
    yield* rows.take();
    if (rows.isTooDeep) return;
    // The parser holds an unclosed tag, comment or CDATA section in memory.
    heldChars = rows.hasEvent ? 0 : heldChars + chunk.length;
    if (heldChars > MAX_ROW_CHARS) {
      yield { row: rows.next, fault: 'row-too-large' };
      return;
    }
  }
  rows.isEnding = true;
  parser.end();
  yield* rows.take();
}

class RowCollector {
  isTooDeep = false;
  /** Set before the parser closes the elements that the file left open. */
  isEnding = false;
  /** True after any parser event. */
  hasEvent = false;
  #ready: FeedRow[] = [];
  #count = 0;
  #depth = 0;
  /** The fields of the current row; null between rows. */
  #fields: Map<string, string> | null = null;
  #chars = 0;
  /** Names of the elements that are open within the row. */
  #path: string[] = [];
  #text = '';
  /** Open markup elements within a text field. */
  #marks = 0;

  /** The number of the current row, or of the next one between rows. */
  get next(): number {
    return this.#fields ? this.#count : this.#count + 1;
  }

  /** The rows finished since the last call. */
  take(): FeedRow[] {
    return this.#ready.splice(0);
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.hasEvent = true;
    this.#depth += 1;
    if (this.#depth > DEPTH_LIMIT && !this.isTooDeep) {
      this.isTooDeep = true;
      this.#ready.push({ row: this.#count, fault: 'row-malformed' });
    }
    if (this.isTooDeep) return;
    const field = fieldName(name);
    if (!this.#fields) {
      if (ROW_NAMES.has(field)) this.#begin();
      return;
    }
    if (WORD_FIELDS.has(this.#path.at(-1) ?? '')) {
      this.#marks += 1;
      return;
    }
    this.#path.push(field);
    this.#text = '';
    // Atom states the address as an attribute.
    const { href } = attributes;
    if (field === 'link' && href !== undefined) setField(this.#fields, 'link', href);
  }

  ontext(text: string): void {
    this.hasEvent = true;
    if (!this.#fields || this.isTooDeep) return;
    this.#chars += text.length;
    if (this.#chars <= MAX_ROW_CHARS) this.#text += text;
  }

  onclosetag(): void {
    this.hasEvent = true;
    if (this.isTooDeep) return;
    this.#depth -= 1;
    const fields = this.#fields;
    if (this.isEnding) this.#cutShort();
    else if (!fields) return;
    else if (this.#marks > 0) this.#marks -= 1;
    else if (this.#path.length > 0) {
      setField(fields, this.#path.join('.'), this.#text);
      this.#text = '';
      if (this.#path.pop() === 'shipping') keepNationalDelivery(fields);
    } else {
      const row = this.#count;
      this.#ready.push(
        this.#chars > MAX_ROW_CHARS ? { row, fault: 'row-too-large' } : { row, fields },
      );
      this.#fields = null;
    }
  }

  #begin(): void {
    this.#count += 1;
    this.#fields = new Map();
    this.#chars = 0;
    this.#path = [];
    this.#text = '';
    this.#marks = 0;
  }

  /** The file ended with open elements: reports one fault, for the current or next row. */
  #cutShort(): void {
    const row = this.next;
    this.#fields = null;
    if (this.#ready.length === 0) this.#ready.push({ row, fault: 'row-cut-short' });
  }
}
