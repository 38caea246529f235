import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { codeOf, OperatorError } from '#domain/errors.ts';

/** What a feed's file is, from one reading of all of it. */
export interface FeedSurvey {
  path: string;
  isPacked: boolean;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Its packing ends before its end. */
  isCut: boolean;
  /** Its first characters, without a byte order mark. */
  head: string;
}

/** Unpacked bytes of one feed: past them it is a bomb, not a catalogue. */
const MAX_FEED_BYTES = 4 * 1024 ** 3;
/** Enough to see what a feed is. */
const HEAD_BYTES = 64 * 1024;

/**
 * Reads a feed's file once before anything is stored of it: what is packed tells at its end only whether it came whole, and
 * a byte that is no UTF-8 may stand in its last row. Throws OperatorError for what is no feed, or a damaged one.
 */
export async function surveyFeed(path: string): Promise<FeedSurvey> {
  const start = await firstBytes(path);
  if (start.startsWith('PK\x03\x04')) {
    throw new OperatorError('The feed is a zip archive: unpack it, or ask for it as gzip.');
  }
  const isPacked = start.startsWith('\x1f\x8b');
  let head = Buffer.alloc(0);
  let isUtf8 = true;
  let isCut = false;
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of feedBytes(path, isPacked)) {
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
  const text = new TextDecoder(encoding).decode(head);
  if (/^\s*<(?:!doctype html|html)\b/i.test(text)) {
    throw new OperatorError('The feed is a web page: its address answers something else now.');
  }
  return { path, isPacked, encoding, isCut, head: text };
}

/** A feed's bytes, unpacked. Throws OperatorError for a bomb, and Node's errors of zlib. */
export async function* feedBytes(path: string, isPacked: boolean): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const bytes = isPacked ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => bytes.destroy(error));
  let total = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
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
    throw new OperatorError(`The feed cannot be read: ${error.message}`);
  });
  try {
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
    // Some other encoding: encodingOf says which.
    return false;
  }
}

/** Its mark says it; without one, what is no UTF-8 is the other encoding of spreadsheets (ISO-8859-1 is read as that, by WHATWG's rule). */
function encodingOf(head: Buffer, isUtf8: boolean): FeedSurvey['encoding'] {
  const mark = head.toString('latin1', 0, 2);
  if (mark === '\xff\xfe') return 'utf-16le';
  if (mark === '\xfe\xff') return 'utf-16be';
  return isUtf8 ? 'utf-8' : 'windows-1252';
}
