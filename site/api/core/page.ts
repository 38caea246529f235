import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html, raw } from 'hono/html';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import { SITE_NAME } from '#domain/text/site-name.ts';

/** Escaped HTML, or a promise of it. */
export type Html = ReturnType<typeof html>;

const STYLES = join(REPO_ROOT, 'site/styles');
const STYLE = ['global.css', 'admin.css', 'admin-cards.css'].map(wholeSheet).join('\n');
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** No scripts, and forms to our own origin only. The server adds the other headers (site/server/security-headers.ts). */
const POLICY = `default-src 'none'; script-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; font-src 'self'; connect-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A page without scripts that needs no build: /admin, links in mails, demo identity. Never cached or indexed. */
export async function page(title: string, body: Html, status = 200): Promise<Response> {
  const document = await html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${SITE_NAME}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(STYLE)}</style>
</head>
<body>${body}</body>
</html>`;
  return new Response(String(document), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  });
}

function wholeSheet(name: string): string {
  return readFileSync(join(STYLES, name), 'utf8').replaceAll(
    /@import "\.\/([\w-]+\.css)" layer\((\w+)\);/g,
    (_rule, file: string, layer: string) =>
      `@layer ${layer} {\n${readFileSync(join(STYLES, file), 'utf8')}}`,
  );
}
