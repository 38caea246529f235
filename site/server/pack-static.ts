/*
 * The last step of the build: a .br and a .gz beside every file that shrinks, at the highest quality.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from './content-types.ts';
import { compress, isCompressible } from './encodings.ts';
import { COMPRESS_ABOVE_BYTES } from './limits.ts';

/** Packs every file under `folder` and answers how many were packed. */
export async function packStatic(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && isCompressible(contentTypeOf(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const packed = await Promise.all(names.map(packFile));
  return packed.filter(Boolean).length;
}

async function packFile(name: string): Promise<boolean> {
  const body = await readFile(name);
  if (body.length < COMPRESS_ABOVE_BYTES) return false;
  await writeFile(`${name}.br`, await compress(body, 'br', true));
  await writeFile(`${name}.gz`, await compress(body, 'gzip', true));
  return true;
}
