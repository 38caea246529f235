import { Readable } from 'node:stream';
import { z } from 'zod';
import { openDataBytes, openDataFile } from '#db/queries/open-data/files.ts';
import {
  OPEN_DATA_COLUMNS,
  OPEN_DATA_LICENCE,
  OPEN_DATA_VERSION,
  openDataFileNamed,
} from '#domain/open-data/change-file.ts';
import { topic } from '../core/call.ts';
import { found } from '../core/failures.ts';
import type { ApiServices } from '../core/services.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { openDataDay, openDataDays } from '../responses/open-data.ts';

/** Short, because a late observation replaces a day's file. */
const CACHING = 'public, max-age=600';

export const openDataRoutes = topic()
  .shared('GET /open-data', 'The daily files of price changes with their checksums', {
    limit: 'search',
    sharedForMs: SHARED_FOR_MS.words,
    data: z.object({
      version: z.number().int(),
      licence: z.object({ name: z.string(), url: z.url() }),
      columns: z
        .array(z.object({ name: z.string(), type: z.string(), meaning: z.string() }))
        .describe('Columns of each line, in order; a type with a ? may be empty'),
      days: z.array(openDataDay).describe('Newest first'),
    }),
    run: async ({ env }) => ({
      version: OPEN_DATA_VERSION,
      licence: OPEN_DATA_LICENCE,
      columns: OPEN_DATA_COLUMNS.map(({ name, type, meaning }) => ({ name, type, meaning })),
      days: await openDataDays(env),
    }),
  })
  .page('GET /open-data/{file}', 'A file of price changes, or SHA256SUMS of all files', {
    limit: 'files',
    params: z.object({ file: z.string().max(60).describe('Name of a file') }),
    run: ({ env, param: { file }, c }) =>
      file === 'SHA256SUMS' ? checksums(env) : download(env, file, c.req.header('if-none-match')),
  });

async function checksums(env: ApiServices): Promise<Response> {
  const files = (await openDataDays(env)).flatMap((day) => day.files);
  return new Response(files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHING },
  });
}

/** Streams a file from the database. Throws PublicError 404 if it does not exist. */
async function download({ em }: ApiServices, name: string, known = ''): Promise<Response> {
  const { day, format } = found(openDataFileNamed(name), 'file');
  const file = found(await openDataFile(em(), day, format), 'file');
  const etag = `"${file.sha256}"`;
  const headers = { etag, 'cache-control': CACHING };
  if (known.includes(etag)) return new Response(null, { status: 304, headers });
  const body = Readable.toWeb(Readable.from(openDataBytes(em(), file)));
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      ...headers,
      'content-type': 'application/gzip',
      'content-length': String(file.bytes),
      'content-disposition': `attachment; filename="${name}"`,
      'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
    },
  });
}
