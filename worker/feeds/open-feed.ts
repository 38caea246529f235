import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '#domain/errors.ts';
import { parseJson } from '#domain/parse-json.ts';
import type { FeedRow } from './feed-row.ts';
import { readCsvRows } from './read-csv-rows.ts';
import { readJsonRows } from './read-json-rows.ts';
import { readXmlRows } from './read-xml-rows.ts';

export type FeedFormat = 'xml' | 'csv' | 'json' | 'json-lines';

/** Unpacked bytes of one feed: past them it is a bomb, not a catalogue. */
const MAX_FEED_BYTES = 4 * 1024 ** 3;
/** Enough to see what a feed is. */
const PEEK_BYTES = 64 * 1024;

/** The rows of a feed's file, gzipped or not, read as a stream. The format is told by the content, not by the name. */
export async function openFeed(
  path: string,
): Promise<{ format: FeedFormat; rows: AsyncIterable<FeedRow> }> {
  const isPacked = await isGzip(path);
  const format = formatOf(await peek(path, isPacked));
  const chunks = textOf(path, isPacked);
  if (format === 'xml') return { format, rows: readXmlRows(chunks) };
  if (format === 'csv') return { format, rows: readCsvRows(chunks) };
  return { format, rows: readJsonRows(chunks, format === 'json-lines') };
}

/** What a feed is by its first characters. */
export function formatOf(head: string): FeedFormat {
  const text = head.trimStart();
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return 'csv';
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  return second.startsWith('{') && isJson(first) ? 'json-lines' : 'json';
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    // A document over several lines.
    return false;
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path).catch((error: Error) => {
    throw new OperatorError(`The feed cannot be read: ${error.message}`);
  });
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

async function peek(path: string, isPacked: boolean): Promise<string> {
  let head = '';
  for await (const chunk of textOf(path, isPacked)) {
    head += chunk;
    if (head.length >= PEEK_BYTES) break;
  }
  return head;
}

/** Decoded chunks without a byte order mark: UTF-8, or UTF-16 where the mark says so. */
async function* textOf(path: string, isPacked: boolean): AsyncGenerator<string> {
  const file = createReadStream(path);
  const bytes = isPacked ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => bytes.destroy(error));
  let decoder: TextDecoder | null = null;
  let total = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > MAX_FEED_BYTES) throw new OperatorError('The feed is larger than 4 GB unpacked.');
      decoder ??= new TextDecoder(encodingOf(chunk));
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    // A packed file that is cut short: what came before it was read, and the readers see the cut.
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw error;
  } finally {
    file.destroy();
  }
  if (decoder) yield decoder.decode();
}

function encodingOf(first: Buffer): 'utf-8' | 'utf-16le' {
  return first[0] === 0xff && first[1] === 0xfe ? 'utf-16le' : 'utf-8';
}
