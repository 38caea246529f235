import { z } from 'zod';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';
import { docsFile } from '../docs-page.ts';
import { openApiOf } from '../open-api.ts';
import { found } from '../require.ts';
import { NO_JSON, plainly, type RouteTable, route } from '../route.ts';

/** The API's description of itself, for programs and for people; `all` gives the whole table, these calls included. */
export const openApiRoutes = (all: () => RouteTable): RouteTable => ({
  'GET /openapi.json': route({
    summary: 'This description (OpenAPI 3.1)',
    access: 'public',
    sharedForMs: SHARED_FOR_MS.words,
    answer: z.looseObject({ openapi: z.string() }),
    handle: async ({ services }) => ({ body: openApiOf(all(), services.config.siteUrl) }),
  }),

  'GET /docs': route({
    summary: 'This description as a page to read and try out',
    access: 'public',
    answer: NO_JSON,
    handle: async () => plainly(found(await docsFile('index.html'), 'page')),
  }),

  'GET /docs/{file}': route({
    summary: 'A part of that page',
    access: 'public',
    params: z.object({ file: z.string().max(100) }),
    answer: NO_JSON,
    handle: async ({ params }) => plainly(found(await docsFile(params.file), 'page')),
  }),
});
