import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SITE_NAME } from '#domain/text/site-name.ts';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const INDEX = `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SITE_NAME} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });
`;

/** Name → type and how to read it: nothing else of the package is served. */
const FILES: Readonly<Record<string, readonly [type: string, read: () => Promise<string>]>> = {
  'index.html': ['text/html', async () => INDEX],
  'start.js': ['text/javascript', async () => START],
  'swagger-ui.css': ['text/css', () => readFile(join(SWAGGER_UI, 'swagger-ui.css'), 'utf8')],
  'swagger-ui-bundle.js': [
    'text/javascript',
    () => readFile(join(SWAGGER_UI, 'swagger-ui-bundle.js'), 'utf8'),
  ],
};

/** A file of the page at /api/docs, from our own origin; null when there is none of the name. */
export async function docsFile(name: string): Promise<Response | null> {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!file) return null;
  const [type, read] = file;
  return new Response(await read(), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': name === 'index.html' ? 'no-cache' : 'public, max-age=3600',
      'x-robots-tag': 'noindex',
    },
  });
}
