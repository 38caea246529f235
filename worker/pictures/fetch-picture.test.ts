import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test, vi } from 'vitest';
import { PictureRefused, pictureHash, reEncode } from './fetch-picture.ts';

/** A picture of one colour; `alpha` 0 is transparent. */
const plain = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 40, alpha } } });

async function refusalOf(content: Uint8Array): Promise<string> {
  const error = await reEncode(content).catch((thrown: unknown) => thrown);
  if (!(error instanceof PictureRefused)) throw new Error(`not refused: ${String(error)}`);
  return error.reason;
}

/** A PNG whose header states `side` × `side` pixels and whose data is a decompression bomb. */
function hugePng(side: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (crcTable[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(4_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('encodes two widths of WebP, inside the square, never enlarged', async () => {
  const large = await reEncode(await plain(1200, 600).png().toBuffer());
  const sizes = await Promise.all(large.map(({ bytes }) => sharp(bytes).metadata()));
  expect(large.map(({ width }) => width)).toEqual([320, 640]);
  expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['webp', 320, 160],
    ['webp', 640, 320],
  ]);
  const [, small] = await reEncode(await plain(100, 80).jpeg().toBuffer());
  expect((await sharp(small?.bytes).metadata()).width).toBe(100);
});

test('applies the orientation, then removes metadata', async () => {
  const exif = { IFD0: { Copyright: 'Where I live', Orientation: '6' } };
  const photo = await plain(400, 200)
    .jpeg()
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  const [small] = await reEncode(photo);
  const { exif: left, icc, xmp, width, height } = await sharp(small?.bytes).metadata();
  expect([left, icc, xmp]).toEqual([undefined, undefined, undefined]);
  expect([width, height]).toEqual([160, 320]);
});

test.for([
  ['a red thing keeps its see-through ground', '#d0202a', 4],
  ['a black thing is laid on white: it would vanish on a dark page', '#101010', 3],
] as const)('%s', async ([, background, channels]) => {
  const thing = await sharp({ create: { width: 64, height: 32, channels: 4, background } })
    .extend({ top: 16, bottom: 16, background: '#0000' })
    .png()
    .toBuffer();
  const [small] = await reEncode(thing);
  expect((await sharp(small?.bytes).metadata()).channels).toBe(channels);
});

test('puts an empty picture on white and keeps only the first frame', async () => {
  const [small] = await reEncode(await plain(64, 64, 0).png().toBuffer());
  const { data, info } = await sharp(small?.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  expect([...data.subarray(0, 3)].every((value) => value > 250)).toBe(true);
  const frames = await sharp(
    await Promise.all([plain(64, 64).png().toBuffer(), plain(64, 64, 0.2).png().toBuffer()]),
    { join: { animated: true } },
  )
    .gif()
    .toBuffer();
  expect((await sharp(frames).metadata()).pages).toBe(2);
  const [still] = await reEncode(frames);
  expect((await sharp(still?.bytes).metadata()).pages ?? 1).toBe(1);
});

test('refuses an animation by the pixels of all its frames', async () => {
  const one = await plain(2_000, 2_000).gif().toBuffer();
  const palette = (one[10] ?? 0) & 0x80 ? 3 * 2 ** (((one[10] ?? 0) & 7) + 1) : 0;
  const [head, frame] = [one.subarray(0, 13 + palette), one.subarray(13 + palette, -1)];
  const animation = (frames: number) =>
    Buffer.concat([head, ...Array.from({ length: frames }, () => frame), one.subarray(-1)]);
  expect(await reEncode(animation(3))).not.toEqual([]);
  expect(await refusalOf(animation(300))).toBe('too-many-pixels');
});

test('refuses bombs, disguised and broken files, each with its reason', async () => {
  const whole = await plain(300, 300).png().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>');
  expect(await refusalOf(hugePng(50_000))).toBe('too-many-pixels');
  expect(await refusalOf(svg)).toBe('not-a-picture');
  expect(await refusalOf(Buffer.from('%PDF-1.4'))).toBe('not-a-picture');
  expect(await refusalOf(new Uint8Array())).toBe('not-a-picture');
  expect(await refusalOf(whole.subarray(0, whole.length >> 1))).toBe('unreadable');
  expect(await refusalOf(await plain(1, 1).gif().toBuffer())).toBe('too-small');
});

test('names a picture by its bytes', async () => {
  const bytes = await plain(64, 64).png().toBuffer();
  expect(pictureHash(bytes)).toMatch(/^[0-9a-f]{32}$/);
  expect(pictureHash(Buffer.from(bytes))).toBe(pictureHash(bytes));
  expect(pictureHash(Buffer.concat([bytes, Buffer.from([0])]))).not.toBe(pictureHash(bytes));
});

test('decodes large pictures one at a time, which bounds memory', async () => {
  const large = await plain(2_100, 2_100).png().toBuffer();
  const { toBuffer } = sharp.prototype;
  let decoding = 0;
  let most = 0;
  const watched = vi.spyOn(sharp.prototype, 'toBuffer').mockImplementation(async function (
    this: Sharp,
  ) {
    decoding += 1;
    most = Math.max(most, decoding);
    const bytes = await toBuffer.call(this);
    decoding -= 1;
    return bytes as never;
  });
  const encoded = await Promise.all([large, large, large].map(reEncode));
  watched.mockRestore();
  expect(encoded.map((renditions) => renditions.length)).toEqual([2, 2, 2]);
  expect(most).toBe(1);
});
