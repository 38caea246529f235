import { MAX_ROW_CHARS } from './feed-row.ts';

/** The list of products lies at most this deep: `{"feed": {"entry": [ … ]}}`. */
const LIST_DEPTH = 3;

/**
 * Cuts a JSON document into the texts of its products without holding more than one: the objects of the first array of
 * objects, or each object on the top level where the file is JSON lines.
 */
export class JsonObjects {
  readonly #isLines: boolean;
  #depth = 0;
  /** Depth of the products; null until their list is found. */
  #productDepth: number | null;
  #isDone = false;
  #inString = false;
  #isEscaped = false;
  /** The last mark outside a string: '[' before '{' opens the list. */
  #lastMark = '';
  #text: string | null = null;
  #isTooLarge = false;

  constructor(isLines: boolean) {
    this.#isLines = isLines;
    this.#productDepth = isLines ? 0 : null;
  }

  /** The texts of the objects that this chunk completes; null for one past the size cap. */
  *read(chunk: string): Generator<string | null> {
    let from = this.#text === null ? -1 : 0;
    for (let at = 0; at < chunk.length && !this.#isDone; at += 1) {
      const mark = chunk[at] ?? '';
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (mark === '\\') this.#isEscaped = true;
        else if (mark === '"') this.#inString = false;
        continue;
      }
      if (mark === '"') this.#inString = true;
      else if (mark === '{' || mark === '[') {
        if (this.#opensProduct(mark)) {
          this.#text = '';
          from = at;
        }
        this.#depth += 1;
      } else if (mark === '}' || mark === ']') {
        this.#depth -= 1;
        if (this.#text !== null && this.#depth === this.#productDepth) {
          this.#keep(chunk.slice(from, at + 1));
          yield this.#isTooLarge ? null : this.#text;
          this.#text = null;
          this.#isTooLarge = false;
          from = -1;
        } else if (this.#productDepth !== null && this.#depth < this.#productDepth) {
          this.#isDone = !this.#isLines;
        }
      }
      if (mark > ' ') this.#lastMark = mark;
    }
    if (from !== -1) this.#keep(chunk.slice(from));
  }

  /** True when the file ended within an object or before its list was closed. */
  get isCutShort(): boolean {
    return this.#text !== null || (!this.#isLines && this.#productDepth !== null && !this.#isDone);
  }

  #opensProduct(mark: string): boolean {
    if (mark !== '{' || this.#text !== null) return false;
    const isFirstOfList = this.#lastMark === '[' && this.#depth <= LIST_DEPTH;
    if (this.#productDepth === null && isFirstOfList) this.#productDepth = this.#depth;
    return this.#depth === this.#productDepth;
  }

  #keep(part: string): void {
    if (this.#text === null || this.#isTooLarge) return;
    this.#isTooLarge = this.#text.length + part.length > MAX_ROW_CHARS;
    this.#text = this.#isTooLarge ? '' : this.#text + part;
  }
}
