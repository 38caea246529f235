import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { codeOf, OperatorError } from '#domain/errors.ts';
import { parseJsonIfValid } from '#domain/text/parse-json.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FeedRow } from './feed-row.ts';
import { readCsvRows } from './read-csv-rows.ts';
import { readJsonRows } from './read-json-rows.ts';
import { readXmlRows } from './read-xml-rows.ts';

export type FeedFormat = 'xml' | 'csv' | 'json' | 'json-lines';

/** Maximum unpacked bytes of a feed; a larger one is a decompression bomb. */
const MAX_FEED_BYTES = 4 * 1024 ** 3;
/** Maximum unpacked bytes in a row without a readable row: spaces, or one open quote. */
const MAX_UNREADABLE_BYTES = 32 * 1024 ** 2;
/** More than any shop's products; the import remembers each row. */
const MAX_ROWS = 5_000_000;
const MAX_IMPORT_MS = 3 * 60 * MINUTE_MS;
/** Enough to detect the format and the byte order mark. */
const HEAD_BYTES = 64 * 1024;

const READERS: Record<FeedFormat, (chunks: AsyncIterable<string>) => AsyncIterable<FeedRow>> = {
  xml: readXmlRows,
  csv: readCsvRows,
  json: (chunks) => readJsonRows(chunks, false),
  'json-lines': (chunks) => readJsonRows(chunks, true),
};

/**
 * Opens a feed file as a stream of rows; detects packing, format and encoding by its content. `digest` identifies its unpacked bytes,
 * and `share` returns the part read so far, 0–1. Throws OperatorError if the file is not a feed, and while reading when it exceeds a limit.
 */
export async function openFeed(path: string): Promise<{
  format: FeedFormat;
  digest: string;
  rows: AsyncIterable<FeedRow>;
  share(): number;
}> {
  const survey = await surveyFeed(path);
  const head = new TextDecoder(survey.encoding).decode(survey.head);
  if (/^\s*<(?:!doctype html|html)\b/i.test(head)) {
    throw new OperatorError('The feed is a web page: its address now returns something else.');
  }
  const format = formatOf(head.trimStart());
  const rows = bounded(READERS[format](textOf(survey)), survey);
  const share = () => survey.bytesRead / Math.max(survey.bytes, 1);
  const { digest, isCut } = survey;
  return { format, digest, rows: isCut ? withoutLast(rows) : rows, share };
}

/** The result of a first pass over a feed file. */
interface FeedSurvey {
  path: string;
  isPacked: boolean;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** The gzip stream ends too early. */
  isCut: boolean;
  head: Buffer;
  /** SHA-256 of the unpacked bytes. */
  digest: string;
  /** Unpacked bytes in all, and those that rows were read from so far. */
  bytes: number;
  bytesRead: number;
  /** `bytesRead` at the newest readable row. */
  bytesAtRow: number;
}

/** Reads the whole file first, as only the end of a gzip stream shows that it is complete, and any row may not be UTF-8. */
async function surveyFeed(path: string): Promise<FeedSurvey> {
  const start = await firstBytes(path);
  if (start.startsWith('PK\x03\x04')) {
    throw new OperatorError('The feed is a zip archive: unpack it, or ask for it as gzip.');
  }
  const isPacked = start.startsWith('\x1f\x8b');
  let head = Buffer.alloc(0);
  let isUtf8 = true;
  let isCut = false;
  let bytes = 0;
  const hash = createHash('sha256');
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of feedBytes(path, isPacked)) {
      bytes += chunk.length;
      hash.update(chunk);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]);
      isUtf8 &&= decodes(strict, chunk);
    }
  } catch (error) {
    const code = codeOf(error);
    isCut = code === 'Z_BUF_ERROR';
    if (code.startsWith('Z_') && !isCut) {
      throw new OperatorError(
        'The feed is damaged, its packing does not add up: ask for it again.',
      );
    }
    if (!isCut) throw error;
  }
  const encoding = encodingOf(head, isUtf8);
  const digest = hash.digest('base64url');
  return { path, isPacked, encoding, isCut, head, digest, bytes, bytesRead: 0, bytesAtRow: 0 };
}

/** A feed's bytes, unpacked. Throws OperatorError for a bomb, and Node's errors of zlib. */
async function* feedBytes(path: string, isPacked: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const bytes = isPacked ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => bytes.destroy(error));
  let total = 0;
  try {
    for await (const chunk of bytes) {
      total += chunk.length;
      if (total > MAX_FEED_BYTES) throw new OperatorError('The feed is larger than 4 GB unpacked.');
      yield chunk;
    }
  } finally {
    file.destroy();
  }
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path).catch((error: Error) => {
    const why = codeOf(error) === 'ENOENT' ? 'there is no such file' : error.message;
    throw new OperatorError(`The feed ${path} cannot be read: ${why}.`);
  });
  try {
    if ((await file.stat()).isDirectory()) {
      throw new OperatorError(`The feed ${path} is a folder: name a file in it.`);
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function decodes(strict: TextDecoder, chunk: Buffer): boolean {
  try {
    strict.decode(chunk, { stream: true });
    return true;
  } catch {
    // Not UTF-8: encodingOf decides.
    return false;
  }
}

/** A byte order mark decides; without one, bytes that are not UTF-8 are windows-1252 (WHATWG reads ISO-8859-1 as that, too). */
function encodingOf(head: Buffer, isUtf8: boolean): FeedSurvey['encoding'] {
  const mark = head.toString('latin1', 0, 2);
  if (mark === '\xff\xfe') return 'utf-16le';
  if (mark === '\xfe\xff') return 'utf-16be';
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

function formatOf(text: string): FeedFormat {
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  // The first line of a document over several lines is not JSON.
  const isLine = second.startsWith('{') && parseJsonIfValid(first) !== undefined;
  return isLine ? 'json-lines' : 'json';
}

/** Decoded chunks without a byte order mark; they end where a truncated gzip stream does. */
async function* textOf(survey: FeedSurvey): AsyncGenerator<string> {
  const { path, isPacked, encoding, isCut } = survey;
  const decoder = new TextDecoder(encoding);
  try {
    for await (const chunk of feedBytes(path, isPacked)) {
      survey.bytesRead += chunk.length;
      if (survey.bytesRead - survey.bytesAtRow > MAX_UNREADABLE_BYTES) {
        throw new OperatorError('The feed has no readable row in 32 MB: inspect the file.');
      }
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (!isCut) throw error;
  }
  yield decoder.decode();
}

/** The rows up to the limits of number and time. */
async function* bounded(rows: AsyncIterable<FeedRow>, survey: FeedSurvey): AsyncGenerator<FeedRow> {
  const endsAt = performance.now() + MAX_IMPORT_MS;
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > MAX_ROWS) throw new OperatorError(`The feed has more than ${MAX_ROWS} rows.`);
    if (performance.now() > endsAt) throw new OperatorError('The import took more than 3 hours.');
    if ('fields' in row) survey.bytesAtRow = survey.bytesRead;
    yield row;
  }
}

/** The rows of a truncated feed without the last one, which may be incomplete. */
async function* withoutLast(rows: AsyncIterable<FeedRow>): AsyncGenerator<FeedRow> {
  let last: FeedRow | null = null;
  for await (const row of rows) {
    if (last) yield last;
    last = row;
  }
  yield { row: last?.row ?? 1, fault: 'row-cut-short' };
}
