import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

export const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

/** The text of a file, gzipped or not. Throws if it cannot be read or exceeds 32 MB unpacked. */
export async function readPackedText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }) : bytes;
  return text.toString('utf8');
}
