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

const INDEX = `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SITE_NAME} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/site.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
`;

/** Our colours and type for Swagger UI. */
async function siteStyles(): Promise<string> {
  const names = ['tokens.css', 'api-docs.css'];
  const sheets = names.map((name) => readFile(join(REPO_ROOT, 'site/styles', name), 'utf8'));
  return (await Promise.all(sheets)).join('\n');
}

/** Files by name: media type and reader. */
const FILES: Readonly<Record<string, readonly [type: string, read: () => Promise<string>]>> = {
  'index.html': ['text/html', async () => INDEX],
  'start.js': ['text/javascript', async () => START],
  'swagger-ui.css': ['text/css', () => readFile(join(SWAGGER_UI, 'swagger-ui.css'), 'utf8')],
  'site.css': ['text/css', siteStyles],
  'swagger-ui-bundle.js': [
    'text/javascript',
    () => readFile(join(SWAGGER_UI, 'swagger-ui-bundle.js'), 'utf8'),
  ],
};

/** A file of the page at /api/docs. Throws PublicError 404 for an unknown name. */
async function docsFile(name: string): Promise<Response> {
  const [type, read] = found(Object.hasOwn(FILES, name) && FILES[name], 'page');
  return new Response(await read(), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': name === 'index.html' ? 'no-cache' : 'public, max-age=3600',
      'x-robots-tag': 'noindex',
    },
  });
}

/** The OpenAPI document of `app`, and a page that shows it. */
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
