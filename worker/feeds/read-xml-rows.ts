import { Parser } from 'htmlparser2';
import { type FeedRow, fieldName, MAX_ROW_CHARS, NAME_FIELDS, setField } from './feed-row.ts';

const ROW_NAMES: ReadonlySet<string> = new Set(['item', 'entry', 'product']);
/** Fields of words: marks within them (<b>, <br>) that were not written as text are no fields. */
const WORD_FIELDS: ReadonlySet<string> = new Set([...NAME_FIELDS, 'description']);
/** A feed is five deep; the parser's cost grows with the square of the depth. */
const DEPTH_LIMIT = 32;

/**
 * The rows of a Google Merchant feed (RSS <item>, Atom <entry>, or <product>), read as a stream: one row at a time is
 * held. Entities of the document's own are not resolved, so none can expand. A row that the file's end cuts off is a
 * fault: its price may be half a price.
 */
export async function* readXmlRows(chunks: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  const rows = new RowCollector();
  const parser = new Parser(rows, { xmlMode: true });
  let heldChars = 0;
  for await (const chunk of chunks) {
    parser.write(chunk);
    yield* rows.take();
    if (rows.isTooDeep) return;
    // The parser holds a tag, comment or CDATA whole until it is closed.
    heldChars = rows.hasHeard() ? 0 : heldChars + chunk.length;
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
  /** Set before the parser closes what the file has left open. */
  isEnding = false;
  #ready: FeedRow[] = [];
  #count = 0;
  #depth = 0;
  #fields: Map<string, string> | null = null;
  #chars = 0;
  /** Names of the elements that are open within the row. */
  #path: string[] = [];
  #text = '';
  /** Marks that are open within a field of words. */
  #marks = 0;
  #heard = false;

  /** True when the parser found anything since the last call. */
  hasHeard(): boolean {
    const heard = this.#heard;
    this.#heard = false;
    return heard;
  }

  /** The number of the row that is being read, or would follow. */
  get next(): number {
    return this.#fields ? this.#count : this.#count + 1;
  }

  /** The rows finished since the last call. */
  take(): FeedRow[] {
    const rows = this.#ready;
    this.#ready = [];
    return rows;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#heard = true;
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
    this.#heard = true;
    if (!this.#fields || this.isTooDeep) return;
    this.#chars += text.length;
    if (this.#chars <= MAX_ROW_CHARS) this.#text += text;
  }

  onclosetag(): void {
    this.#heard = true;
    if (this.isTooDeep) return;
    this.#depth -= 1;
    if (this.isEnding) {
      this.#cutShort();
      return;
    }
    if (!this.#fields) return;
    if (this.#marks > 0) {
      this.#marks -= 1;
      return;
    }
    if (this.#path.length > 0) {
      setField(this.#fields, this.#path.join('.'), this.#text);
      this.#text = '';
      this.#path.pop();
      return;
    }
    this.#end(this.#fields);
  }

  #begin(): void {
    this.#count += 1;
    this.#fields = new Map();
    this.#chars = 0;
    this.#path = [];
    this.#text = '';
    this.#marks = 0;
  }

  /** The file ended with elements open: said once, of the row in hand or the one that would have followed. */
  #cutShort(): void {
    const row = this.next;
    this.#fields = null;
    if (this.#ready.length === 0) this.#ready.push({ row, fault: 'row-cut-short' });
  }

  #end(fields: Map<string, string>): void {
    const row = this.#count;
    this.#fields = null;
    if (this.#chars > MAX_ROW_CHARS) this.#ready.push({ row, fault: 'row-too-large' });
    else this.#ready.push({ row, fields });
  }
}
