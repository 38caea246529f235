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

/** Bodies of ordinary pages are unpacked in the event loop, which halves the CPU time; larger ones (8 MB: 180 ms) in threads. */
interface Unpacker {
  atOnce: (packed: Buffer, options: zlib.ZlibOptions) => Buffer | Unpacked;
  inThread: (packed: Buffer, options: zlib.ZlibOptions) => Promise<Buffer | Unpacked>;
}

/** The result of zlib with the option `info`, missing from its types. */
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

/** Decodes one layer of Content-Encoding. Rejects with FetchRefused 'too-large' past the cap and 'network' for invalid data. */
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
  throw new FetchRefused('content-type', `${what}, which is not supported`);
}

/** Unpacks a .gz file such as sitemap.xml.gz; returns other bytes unchanged. */
export async function unpackGzipFile(bytes: Buffer, limits: BodyLimits): Promise<Buffer> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? runUnpacker(GZIP, bytes, limits.unpackedBytes) : bytes;
}

async function runUnpacker(unpacker: Unpacker, packed: Buffer, maxBytes: number): Promise<Buffer> {
  if (!isKnownLarge(unpacker, packed)) {
    // The unpacker stops at the limit, so a bomb cannot exceed it in memory.
    const atOnce = { maxOutputLength: Math.min(maxBytes, AT_ONCE_BYTES), info: true };
    try {
      return withoutEngine(unpacker.atOnce(packed, atOnce));
    } catch (error) {
      if (!isTooLarge(error)) throw broken(error);
    }
  }
  // Unpack into one chunk: joining many would copy them in the event loop.
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

/** Shop pages typically expand five to ten times. */
const LEAST_RATIO = 5;
/** Few pages expand more. */
const LARGEST_RATIO = 15;

/**
 * True for a body that is probably too large for the event loop. Gzip states its size; others are estimated, and a wrong estimate costs
 * only time.
 */
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

/** Releases the engine's last chunk: otherwise engines keep up to 64 MB of pages in a busy worker until the next full collection. */
function withoutEngine(unpacked: Buffer | Unpacked): Buffer {
  if (Buffer.isBuffer(unpacked)) return unpacked;
  unpacked.engine._outBuffer = null;
  return unpacked.buffer;
}

/**
 * The chunk size for a whole body. Chunks of the maximum size, mostly unused, made V8 collect its old generation every few pages.
 */
function pieceOf(unpacker: Unpacker, packed: Buffer, maxBytes: number): number {
  const stated = unpacker === GZIP ? statedSize(packed) : packed.length * LARGEST_RATIO;
  return Math.min(Math.max(stated, AT_ONCE_BYTES), maxBytes) + 1;
}

const SMALLEST_PIECE_BYTES = 16 * 1024;

/** Unpacks into one chunk if the trailer states the right size (RFC 1952 §2.3.1), which saves joining chunks. */
function gunzip(packed: Buffer, options: zlib.ZlibOptions): Buffer {
  // Add a byte: zlib allocates another chunk when one is exactly full.
  const piece = Math.min(statedSize(packed) + 1, AT_ONCE_BYTES);
  return zlib.gunzipSync(packed, { ...options, chunkSize: Math.max(piece, SMALLEST_PIECE_BYTES) });
}

/** The unpacked size in a gzip's trailer; 0 if the data is too short for a trailer. */
function statedSize(packed: Buffer): number {
  return packed.length >= 18 ? packed.readUInt32LE(packed.length - 4) : 0;
}

/** 'deflate' means zlib data, but some servers send raw deflate. The first two bytes tell (RFC 1950 §2.2). */
function hasZlibHeader([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

/** The refusal of a body past its cap. */
export function tooLarge(maxBytes: number): FetchRefused {
  return new FetchRefused('too-large', `the body is larger than ${maxBytes} bytes`);
}
