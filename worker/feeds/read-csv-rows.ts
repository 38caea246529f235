import { CsvError, type Options, parse } from 'csv-parse/sync';
import { type FeedRow, faultyRow, fieldName, MAX_ROW_CHARS, setField } from './feed-row.ts';

const DELIMITERS = [',', '\t', ';', '|'];
/** The line that spreadsheet programs write above the header. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Streams the rows of a delimited feed (RFC 4180; comma, tab, semicolon or bar); the first record names the fields. A malformed
 * record, or one whose cell count differs from the header's, is a fault: shifted cells could put a wrong number in the price.
 */
export async function* readCsvRows(chunks: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  const reader = new CsvReader();
  for await (const chunk of chunks) yield* reader.read(chunk, false);
  yield* reader.read('', true);
}

class CsvReader {
  /** Unparsed input, as bytes because csv-parse counts bytes. */
  #rest: Buffer = Buffer.alloc(0);
  #delimiter: string | null = null;
  #header: string[] | null = null;
  #row = 0;

  /** The rows that `chunk` completes; at the end of the file also the last one. */
  *read(chunk: string, isEnd: boolean): Generator<FeedRow> {
    this.#rest = Buffer.concat([this.#rest, Buffer.from(chunk)]);
    this.#delimiter ??= this.#findDelimiter(isEnd);
    if (this.#delimiter === null) return;
    for (;;) {
      const { records, fault } = this.#readRecords(this.#delimiter, isEnd);
      // Without a fault the last record may go on in the next chunk.
      if (fault === null && !isEnd) records.pop();
      yield* this.#rowsOf(records);
      if (fault === null && isEnd) return;
      const isOpen = fault === null || fault === QUOTE_NOT_CLOSED;
      if (!isEnd && isOpen && this.#rest.length <= MAX_ROW_CHARS) return;
      if (isEnd && isOpen) return yield* this.#endOpen();
      yield this.#skipLine(isOpen ? 'row-too-large' : 'row-malformed');
    }
  }

  /** An incomplete line is not parsed: it may be long, and is read again with each chunk. */
  #readRecords(delimiter: string, isEnd: boolean): Records {
    this.#skipBlankLines();
    const isWhole = isEnd || this.#rest.includes(LINE_FEED) || this.#rest.includes(CARRIAGE_RETURN);
    return isWhole ? readRecords(this.#rest, delimiter) : { records: [], fault: QUOTE_NOT_CLOSED };
  }

  #skipBlankLines(): void {
    const start = this.#rest.findIndex((byte) => byte !== LINE_FEED && byte !== CARRIAGE_RETURN);
    this.#rest = this.#rest.subarray(start === -1 ? this.#rest.length : start);
  }

  *#rowsOf(records: readonly CsvRecord[]): Generator<FeedRow> {
    let from = 0;
    for (const { cells, end } of records) {
      const text = this.#rest.subarray(from, end);
      from = end;
      if (cells.length === 1 && cells[0]?.trim() === '') continue;
      if (!this.#header) this.#header = cells.map(fieldName);
      else yield rowOf(++this.#row, this.#header, cells, text);
    }
    this.#rest = this.#rest.subarray(from);
  }

  /** The file ends within a quote. If whole rows follow the quote's line, only that line is lost; otherwise the file was truncated. */
  *#endOpen(): Generator<FeedRow> {
    const fault = this.#skipLine('row-malformed');
    const later = this.#header ? [...this.read('', true)] : [];
    if (later.some((row) => 'fields' in row)) yield* [fault, ...later];
    else yield { ...fault, fault: 'row-cut-short' };
  }

  #skipLine(fault: 'row-too-large' | 'row-malformed') {
    const end = this.#rest.indexOf(LINE_FEED) + 1 || this.#rest.length;
    const text = this.#rest.subarray(0, end).toString();
    this.#rest = this.#rest.subarray(end);
    return faultyRow(++this.#row, fault, text);
  }

  /** The stated delimiter, or the one that splits the first line most often; null while that line is incomplete. */
  #findDelimiter(isEnd: boolean): string | null {
    const text = this.#rest.toString();
    const [separatorLine, stated] = SEPARATOR_LINE.exec(text) ?? [];
    if (separatorLine !== undefined && stated !== undefined) {
      this.#rest = this.#rest.subarray(Buffer.byteLength(separatorLine));
      return stated;
    }
    const start = text.trimStart();
    const end = start.search(/[\r\n]/);
    if (end === -1 && !isEnd && text.length <= MAX_ROW_CHARS) return null;
    const unquoted = (end === -1 ? start : start.slice(0, end)).replace(/"[^"]*"/g, '');
    const counts = DELIMITERS.map((mark) => unquoted.split(mark).length);
    return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
  }
}

/** `end` is the byte after the record. */
type CsvRecord = { cells: string[]; end: number };
type Records = { records: CsvRecord[]; fault: CsvError['code'] | null };

/** The records of `text` up to the first malformed one, with its error code. */
function readRecords(text: Buffer, delimiter: string): Records {
  const all: CsvRecord[] = [];
  for (;;) {
    const strict = parseFrom(text, all.at(-1)?.end ?? 0, { delimiter });
    for (const record of strict.records) all.push(record);
    if (strict.fault !== OPENING_QUOTE) return { records: all, fault: strict.fault };
    // A quote within a plain cell, such as an inch mark, is text for the relaxed rules.
    const relaxed = parseFrom(text, all.at(-1)?.end ?? 0, { delimiter, relax_quotes: true });
    if (relaxed.records.length === 0) return { records: all, fault: relaxed.fault };
    for (const record of relaxed.records) all.push(record);
  }
}

const OPENING_QUOTE = 'INVALID_OPENING_QUOTE';
const QUOTE_NOT_CLOSED = 'CSV_QUOTE_NOT_CLOSED';
/** Thrown to end a relaxed parse. */
const DOUBTFUL = new Error('text behind a closing quote');

/**
 * The records of `text` up to the first malformed one. The relaxed rules also allow text behind a closing quote; that cell then begins
 * with its opening quote. The parse ends there, so that a feed full of such cells costs no parse of the whole rest for each.
 */
function parseFrom(text: Buffer, from: number, options: Options): Records {
  const records: CsvRecord[] = [];
  try {
    parse(text.subarray(from), {
      ...options,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: (cells: string[], { bytes }) => {
        if (options.relax_quotes && cells.some((cell) => cell.startsWith('"'))) throw DOUBTFUL;
        records.push({ cells, end: from + bytes });
        return null;
      },
    });
    return { records, fault: null };
  } catch (error) {
    if (error === DOUBTFUL) return { records, fault: OPENING_QUOTE };
    if (!(error instanceof CsvError)) throw error;
    return { records, fault: error.code };
  }
}

function rowOf(row: number, header: readonly string[], cells: string[], text: Buffer): FeedRow {
  if (cells.length !== header.length) return faultyRow(row, 'row-malformed', text.toString());
  const fields = new Map<string, string>();
  header.forEach((name, index) => {
    setField(fields, name, cells[index] ?? '');
  });
  return { row, fields };
}
