import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { codeOf, FetchRefused, messageOf } from '#domain/errors.ts';
import { AT_ONCE_BYTES } from './page-body.ts';

/** Caps on one body, in bytes. `onExcess` 'cut' keeps the beginning of an unpacked body instead of refusing. */
export interface BodyLimits {
  wireBytes: number;
  unpackedBytes: number;
  onExcess: 'refuse' | 'cut';
}

/** Bodies up to a page's size are unpacked in the event loop, for half the processor time; larger ones (8 MB: 180 ms) in threads. */
interface Unpacker {
  atOnce: (packed: Buffer, options: zlib.ZlibOptions) => Buffer | Unpacked;
  inThread: (packed: Buffer, options: zlib.ZlibOptions) => Promise<Buffer | Unpacked>;
}

/** What zlib returns with the option `info`, which its types do not say. */
interface Unpacked {
  buffer: Buffer;
  engine: { _outBuffer: Buffer | null };
}

const GZIP: Unpacker = { atOnce: gunzip, inThread: promisify(zlib.gunzip) };
const DEFLATE: Unpacker = { atOnce: zlib.inflateSync, inThread: promisify(zlib.inflate) };
const RAW: Unpacker = { atOnce: zlib.inflateRawSync, inThread: promisify(zlib.inflateRaw) };
const BROTLI: Unpacker = {
  atOnce: (packed, options) => zlib.brotliDecompressSync(packed, options),
  inThread: promisify(zlib.brotliDecompress),
};

function unpackerOf(encoding: string, packed: Buffer): Unpacker | null {
  if (encoding === 'gzip' || encoding === 'x-gzip') return GZIP;
  if (encoding === 'br') return BROTLI;
  if (encoding !== 'deflate') return null;
  return hasZlibHeader(packed) ? DEFLATE : RAW;
}

/** Undoes one layer of Content-Encoding. Rejects with FetchRefused 'too-large' past the cap, 'network' for broken data. */
export async function unpack(
  packed: Buffer,
  encoding: string | null,
  limits: BodyLimits,
): Promise<Buffer> {
  const layers = (encoding?.toLowerCase().match(/[^\s,]+/g) ?? []).filter(
    (one) => one !== 'identity',
  );
  const [layer] = layers;
  if (layer === undefined || packed.length === 0) return packed;
  const unpacker = layers.length === 1 ? unpackerOf(layer, packed) : null;
  if (unpacker) return runUnpacker(unpacker, packed, limits.unpackedBytes);
  const what = `packed as '${encoding?.slice(0, 80)}'`;
  throw new FetchRefused('content-type', `${what}, which we do not unpack`);
}

/** Unpacks a .gz file such as sitemap.xml.gz; other bytes are returned as they are. */
export async function unpackGzipFile(bytes: Buffer, limits: BodyLimits): Promise<Buffer> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? runUnpacker(GZIP, bytes, limits.unpackedBytes) : bytes;
}

async function runUnpacker(unpacker: Unpacker, packed: Buffer, maxBytes: number): Promise<Buffer> {
  if (!isKnownLarge(unpacker, packed)) {
    // The unpacker stops at the limit, so a bomb never grows past it in memory.
    const atOnce = { maxOutputLength: Math.min(maxBytes, AT_ONCE_BYTES), info: true };
    try {
      return withoutEngine(unpacker.atOnce(packed, atOnce));
    } catch (error) {
      if (!isTooLarge(error)) throw broken(error);
    }
  }
  // In one piece: joining many would copy all of them in the event loop.
  const whole = {
    maxOutputLength: maxBytes,
    chunkSize: pieceOf(unpacker, packed, maxBytes),
    info: true,
  };
  try {
    return withoutEngine(await unpacker.inThread(packed, whole));
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(maxBytes) : broken(error);
  }
}

/** Pages of shops become five to ten times as large. */
const LEAST_RATIO = 5;
/** Few are packed better. */
const LARGEST_RATIO = 15;

/** True when a body is likely too large for the event loop. Gzip states its size, others are guessed; a wrong guess costs time only. */
function isKnownLarge(unpacker: Unpacker, packed: Buffer): boolean {
  const size = unpacker === GZIP ? statedSize(packed) : packed.length * LEAST_RATIO;
  return size > AT_ONCE_BYTES;
}

function isTooLarge(error: unknown): boolean {
  return codeOf(error) === 'ERR_BUFFER_TOO_LARGE';
}

function broken(error: unknown): FetchRefused {
  return new FetchRefused('network', `the packed body is broken: ${messageOf(error)}`);
}

/** Drops the engine's last chunk: engines stay until the next full collection, with up to 64 MB of unpacked pages in a busy worker. */
function withoutEngine(unpacked: Buffer | Unpacked): Buffer {
  if (Buffer.isBuffer(unpacked)) return unpacked;
  unpacked.engine._outBuffer = null;
  return unpacked.buffer;
}

/**
 * Memory for the whole of it, as gzip states it. A piece of the largest size for each page, most of it never used, made V8 collect its old
 * generation every few pages.
 */
function pieceOf(unpacker: Unpacker, packed: Buffer, maxBytes: number): number {
  const stated = unpacker === GZIP ? statedSize(packed) : packed.length * LARGEST_RATIO;
  return Math.min(Math.max(stated, AT_ONCE_BYTES), maxBytes) + 1;
}

const SMALLEST_PIECE_BYTES = 16 * 1024;

/** Unpacks into one piece, where the trailer states the right size (RFC 1952 §2.3.1): joining pieces takes time. */
function gunzip(packed: Buffer, options: zlib.ZlibOptions): Buffer {
  // One byte is left over: a piece that is full to the end is followed by another.
  const piece = Math.min(statedSize(packed) + 1, AT_ONCE_BYTES);
  return zlib.gunzipSync(packed, { ...options, chunkSize: Math.max(piece, SMALLEST_PIECE_BYTES) });
}

/** The size that a gzip's trailer states; 0 where it is too short to have one. */
function statedSize(packed: Buffer): number {
  return packed.length >= 18 ? packed.readUInt32LE(packed.length - 4) : 0;
}

/** 'deflate' should be zlib data; some servers send it raw. The first two bytes tell (RFC 1950 §2.2). */
function hasZlibHeader([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

/** The refusal of a body past its cap. */
export function tooLarge(maxBytes: number): FetchRefused {
  return new FetchRefused('too-large', `the body is larger than ${maxBytes} bytes`);
}
