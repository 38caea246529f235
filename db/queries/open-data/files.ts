import type { EntityManager } from '@mikro-orm/postgresql';
import type { OpenDataFormat } from '#domain/open-data/change-file.ts';
import { OpenDataFile, OpenDataPart } from '../../entities/open-data.ts';

/** All files, the newest day first. */
export function openDataFiles(em: EntityManager) {
  return em.findAll(OpenDataFile, { orderBy: { day: 'desc', format: 'asc' } });
}

/** The file of a day; null when there is none. */
export function openDataFile(em: EntityManager, day: number, format: OpenDataFormat) {
  return em.findOne(OpenDataFile, { day, format });
}

/** The bytes of a file, a part at a time. Throws when the file was made anew meanwhile: what came so far is of the one before. */
export async function* openDataBytes(
  em: EntityManager,
  { id, bytes }: { id: string; bytes: number },
): AsyncGenerator<Buffer> {
  for (let part = 0, sent = 0; sent < bytes; part += 1) {
    const found = await em.fork().findOne(OpenDataPart, { file: id, part });
    if (!found) throw new Error(`part ${part} of open data ${id} is gone`);
    sent += found.bytes.length;
    yield found.bytes;
  }
}

/** What a file is made of. */
export interface NewOpenDataFile {
  day: number;
  format: OpenDataFormat;
  /** Compressed, in pieces that fit into memory. */
  pieces: AsyncIterable<Buffer>;
  /** What is known once all pieces are through. */
  figures(): { changes: number; bytes: number; sha256: string };
}

/** Stores a file in place of the one of its day and format; readers see the one or the other. */
export async function storeOpenDataFile(em: EntityManager, made: NewOpenDataFile): Promise<void> {
  const { day, format, pieces, figures } = made;
  await em.transactional(async (tx) => {
    await tx.nativeDelete(OpenDataFile, { day, format });
    const file = { day, format, changes: 0, bytes: 0, sha256: '' };
    const id = await tx.insert(OpenDataFile, file);
    let part = 0;
    for await (const bytes of pieces) {
      await tx.insert(OpenDataPart, { file: id, part, bytes });
      part += 1;
    }
    await tx.nativeUpdate(OpenDataFile, { id }, figures());
  });
}

/** Deletes the files of days before `day`. */
export function dropOpenDataBefore(em: EntityManager, day: number): Promise<number> {
  return em.nativeDelete(OpenDataFile, { day: { $lt: day } });
}
