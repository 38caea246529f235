import { type FeedRow, faultyRow, fieldName, MAX_ROW_CHARS, setField } from './feed-row.ts';

const DELIMITERS = [',', '\t', ';', '|'];
/** What spreadsheet programs write above the header. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * The rows of a delimited feed (RFC 4180; comma, tab, semicolon or bar, as its header line shows), read as a stream.
 * The first record names the fields. A record that is not well formed, or has not as many cells as the header, is a
 * fault, and reading goes on with the next line: shifted cells would put a wrong number in the price.
 */
export async function* readCsvRows(chunks: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  let text = '';
  let header: string[] | null = null;
  let delimiter = ',';
  let row = 0;

  let stated: string | null = null;

  function* drain(isEnd: boolean): Generator<FeedRow> {
    let at = 0;
    if (!header && stated === null) {
      const line = SEPARATOR_LINE.exec(text);
      if (line) {
        stated = line[1] ?? null;
        at = line[0].length;
      }
    }
    while (at < text.length) {
      if (!header) delimiter = stated ?? delimiterOf(text.slice(at));
      const record = readRecord(text, at, delimiter, isEnd);
      if (record === 'incomplete' && text.length - at <= MAX_ROW_CHARS && !isEnd) break;
      if (typeof record === 'string') {
        row += 1;
        const next = nextLine(text, at);
        const isCut = isEnd && record === 'incomplete' && !goesOn(text, next, delimiter, header);
        const isOpen = record === 'incomplete' && !isEnd;
        const fault = isCut ? 'row-cut-short' : isOpen ? 'row-too-large' : 'row-malformed';
        yield faultyRow(row, fault, text.slice(at, next));
        // The rest of a row that is cut is no row.
        at = isCut ? text.length : next;
        continue;
      }
      const from = at;
      at = record.next;
      if (record.cells.length === 1 && record.cells[0]?.trim() === '') continue;
      if (!header) {
        header = record.cells.map(fieldName);
        continue;
      }
      row += 1;
      yield rowOf(row, header, record.cells, () => text.slice(from, record.next));
    }
    text = text.slice(at);
  }

  for await (const chunk of chunks) {
    text += chunk;
    yield* drain(false);
  }
  yield* drain(true);
}

type CsvRecord = { cells: string[]; next: number };

/** One record from `at`; 'incomplete' when the text ends within it. */
function readRecord(
  text: string,
  at: number,
  delimiter: string,
  isEnd: boolean,
): CsvRecord | 'incomplete' | 'malformed' {
  const cells: string[] = [];
  let from = at;
  for (;;) {
    const cell = text[from] === '"' ? readQuoted(text, from) : readPlain(text, from, delimiter);
    if (cell === null) return 'incomplete';
    cells.push(cell.value);
    const mark = text[cell.next];
    if (mark === delimiter) {
      from = cell.next + 1;
      continue;
    }
    if (mark === undefined) return isEnd ? { cells, next: cell.next } : 'incomplete';
    if (mark === '\n') return { cells, next: cell.next + 1 };
    if (mark !== '\r') return 'malformed';
    const after = text[cell.next + 1];
    if (after === undefined && !isEnd) return 'incomplete';
    return { cells, next: cell.next + (after === '\n' ? 2 : 1) };
  }
}

function readQuoted(text: string, from: number): { value: string; next: number } | null {
  let end = from;
  do {
    end = text.indexOf('"', end + 1);
    // A doubled quote is one quote of the text: look behind it.
    if (end !== -1 && text[end + 1] === '"') end += 1;
    else break;
  } while (end !== -1);
  if (end === -1) return null;
  return { value: text.slice(from + 1, end).replaceAll('""', '"'), next: end + 1 };
}

function readPlain(text: string, from: number, delimiter: string): { value: string; next: number } {
  let next = from;
  while (next < text.length) {
    const mark = text[next];
    if (mark === delimiter || mark === '\n' || mark === '\r') break;
    next += 1;
  }
  return { value: text.slice(from, next), next };
}

/** True when a whole row follows: the file did not end within a quote that was opened before. */
function goesOn(
  text: string,
  from: number,
  delimiter: string,
  header: readonly string[] | null,
): boolean {
  for (let at = from; at < text.length; at = nextLine(text, at)) {
    const record = readRecord(text, at, delimiter, true);
    if (typeof record !== 'string' && record.cells.length === header?.length) return true;
  }
  return false;
}

function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** The delimiter that splits the header line most often. */
function delimiterOf(text: string): string {
  const line = (text.split(/[\r\n]/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((mark) => line.split(mark).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function rowOf(
  row: number,
  header: readonly string[],
  cells: readonly string[],
  textOf: () => string,
): FeedRow {
  if (cells.length !== header.length) return faultyRow(row, 'row-malformed', textOf());
  const fields = new Map<string, string>();
  header.forEach((name, index) => {
    setField(fields, name, cells[index] ?? '');
  });
  return { row, fields };
}
