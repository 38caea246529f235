import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';
import { topic } from '../core/call.ts';
import type { ApiEnv } from '../core/env.ts';
import { found } from '../core/failures.ts';
import { SHARED_FOR_MS } from '../core/shared-answers.ts';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const INFO = {
  title: `${SITE_NAME} API`,
  version: '1.0.0',
  license: { name: 'MIT', identifier: 'MIT' },
  description: `Prices of Australian retailers. Money is in dollars (AUD), times are UTC. Sign in at POST /auth/login and send \`Authorization: Bearer <token>\`; programs read public data with an API key of a profile. [Back to ${SITE_NAME}](/)`,
};

const OWN = join(REPO_ROOT, 'site/api/docs');
const STYLES = join(REPO_ROOT, 'site/styles');

/** Files of the page by name: media type and parts. Our colours and type follow Swagger UI's own. */
const FILES: Readonly<Record<string, readonly [type: string, ...parts: string[]]>> = {
  'index.html': ['text/html', join(OWN, 'index.html')],
  'start.js': ['text/javascript', join(OWN, 'start.js')],
  'swagger-ui.css': ['text/css', join(SWAGGER_UI, 'swagger-ui.css')],
  'site.css': ['text/css', join(STYLES, 'tokens.css'), join(STYLES, 'api-docs.css')],
  'swagger-ui-bundle.js': ['text/javascript', join(SWAGGER_UI, 'swagger-ui-bundle.js')],
};

/** A file of the page at /api/docs. Throws PublicError 404 for an unknown name. */
async function docsFile(name: string): Promise<Response> {
  const [type, ...parts] = found(Object.hasOwn(FILES, name) && FILES[name], 'page');
  const texts = await Promise.all(parts.map((part) => readFile(part, 'utf8')));
  return new Response(texts.join('\n'), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': name === 'index.html' ? 'no-cache' : 'public, max-age=3600',
      'x-robots-tag': 'noindex',
    },
  });
}

export const docsRoutes = (app: OpenAPIHono<ApiEnv>) =>
  topic()
    .shared('GET /openapi.json', 'This description (OpenAPI 3.1)', {
      sharedForMs: SHARED_FOR_MS.words,
      answer: z.object({ openapi: z.string() }).describe('An OpenAPI document'),
      run: ({ env: { config } }) => {
        const servers = [{ url: `${config.siteUrl}/api` }];
        return app.getOpenAPI31Document({ openapi: '3.1.1', info: INFO, servers });
      },
    })
    .page('GET /docs', 'This description as an interactive page', {
      run: () => docsFile('index.html'),
    })
    .page('GET /docs/{file}', 'A file of that page', {
      params: z.object({ file: z.string().max(100).describe('Name of the file') }),
      run: ({ param }) => docsFile(param.file),
    });
