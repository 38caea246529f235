import { z } from 'zod';
import { openDataFiles } from '#db/queries/open-data/files.ts';
import { isoDay } from '#domain/calendar.ts';
import { OPEN_DATA_FORMATS, openDataName } from '#domain/open-data/change-file.ts';
import type { ApiServices } from '../core/services.ts';

export const openDataDay = z.object({
  day: z.iso.date().describe('In Sydney, with daylight saving'),
  changes: z.number().int(),
  files: z.array(
    z.object({
      format: z.enum(OPEN_DATA_FORMATS),
      name: z.string(),
      path: z.string(),
      bytes: z.number().int(),
      sha256: z.string().describe('SHA-256 of the compressed file'),
      madeAt: z.iso.datetime(),
    }),
  ),
});
export type OpenDataDay = z.infer<typeof openDataDay>;

/** All days with their files, newest first. */
export async function openDataDays({ em }: ApiServices): Promise<OpenDataDay[]> {
  const days = Map.groupBy(await openDataFiles(em()), ({ day }) => day);
  return [...days].map(([day, files]) => ({
    day: isoDay(day),
    changes: files[0]?.changes ?? 0,
    files: files.map(({ format, bytes, sha256, madeAt }) => ({
      format,
      bytes,
      sha256,
      madeAt: madeAt.toISOString(),
      name: openDataName(day, format),
      path: `/api/open-data/${openDataName(day, format)}`,
    })),
  }));
}
