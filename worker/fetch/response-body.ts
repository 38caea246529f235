import zlib from 'node:zlib';
import { FetchRefused } from '#domain/errors.ts';

/** Caps on one body, in bytes. `onExcess` 'cut' keeps the beginning of an unpacked body instead of refusing. */
export interface BodyLimits {
  wireBytes: number;
  unpackedBytes: number;
  onExcess: 'refuse' | 'cut';
}

type Unpacker = (packed: Buffer, options: zlib.ZlibOptions) => Buffer;

/**
 * In the event loop on purpose: for a page it takes half the processor time of the thread pool, and
 * the caps bound it (8 MB are unpacked in about 30 ms).
 */
const UNPACKERS = new Map<string, Unpacker>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', zlib.brotliDecompressSync],
  ['deflate', inflateEither],
]);

/**
 * Undoes Content-Encoding. One layer at most: a stack of them is a bomb, never a shop. Throws
 * FetchRefused 'too-large' past the cap, 'network' when the packed data is cut short or corrupt.
 */
export function unpack(packed: Buffer, encoding: string | null, limits: BodyLimits): Buffer {
  const layers = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim())
    .filter((layer) => layer !== '' && layer !== 'identity');
  const name = layers[0];
  if (name === undefined || packed.length === 0) return packed;
  const unpacker = UNPACKERS.get(name);
  if (layers.length > 1 || !unpacker) {
    const what = `packed as '${encoding?.slice(0, 80)}'`;
    throw new FetchRefused('content-type', `${what}, which we do not unpack`);
  }
  return runUnpacker(unpacker, packed, limits.unpackedBytes);
}

/** Unpacks a .gz file such as sitemap.xml.gz; other bytes are returned as they are. */
export function unpackGzipFile(bytes: Buffer, limits: BodyLimits): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? runUnpacker(zlib.gunzipSync, bytes, limits.unpackedBytes) : bytes;
}

function runUnpacker(unpacker: Unpacker, packed: Buffer, maxBytes: number): Buffer {
  try {
    // The unpacker stops at the limit, so a bomb never grows past it in memory.
    return withoutEngine(unpacker(packed, { maxOutputLength: maxBytes, info: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new FetchRefused('network', `the packed body is broken: ${(error as Error).message}`);
  }
}

/** What zlib answers where `info` is asked for, which its types do not say. */
interface Unpacked {
  buffer: Buffer;
  engine: { _outBuffer: Buffer | null };
}

/**
 * Node's engines outlive their work until the next full collection, each with the piece it wrote into: up to 64 MB of
 * unpacked pages in a busy worker. Without the piece nothing of the page is held.
 */
function withoutEngine(unpacked: Buffer): Buffer {
  const { buffer, engine } = unpacked as unknown as Unpacked;
  engine._outBuffer = null;
  return buffer;
}

/** A larger body comes in pieces of this size, whatever its trailer says. */
const LARGEST_PIECE_BYTES = 1024 * 1024;
const SMALLEST_PIECE_BYTES = 16 * 1024;

/** In one piece where its trailer tells the truth of its size (RFC 1952 §2.3.1), which saves the joining of many. */
function gunzip(packed: Buffer, options: zlib.ZlibOptions): Buffer {
  const stated = packed.length >= 18 ? packed.readUInt32LE(packed.length - 4) : 0;
  // One byte is left over: a piece that is full to the end is followed by another.
  const piece = Math.min(stated + 1, LARGEST_PIECE_BYTES);
  return zlib.gunzipSync(packed, { ...options, chunkSize: Math.max(piece, SMALLEST_PIECE_BYTES) });
}

/** 'deflate' should be zlib data; some servers send it raw. Zlib's two first bytes tell (RFC 1950 §2.2). */
function inflateEither(packed: Buffer, options: zlib.ZlibOptions): Buffer {
  const hasZlibHeader = ((packed[0] ?? 0) & 0x0f) === 8 && packed.readUInt16BE(0) % 31 === 0;
  return hasZlibHeader ? zlib.inflateSync(packed, options) : zlib.inflateRawSync(packed, options);
}

/** The refusal of a body past its cap. */
export function tooLarge(maxBytes: number): FetchRefused {
  return new FetchRefused('too-large', `the body is larger than ${maxBytes} bytes`);
}
