import { createHash } from 'node:crypto';

/**
 * The policy of a demo shop's page: a sandbox without an origin, so that its scripts see nothing of the site's
 * storage or cookies, and a hash for each inline script and style, so that it needs no 'unsafe-inline'.
 */
export function sandboxPolicy(html: string): string {
  return [
    'sandbox allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation',
    "default-src 'self'",
    `script-src 'self'${hashesOf(html, 'script')}`,
    `style-src 'self'${hashesOf(html, 'style')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** " 'sha256-…' 'sha256-…'" of what stands between the tags. */
function hashesOf(html: string, tag: 'script' | 'style'): string {
  const elements = html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'));
  const contents = new Set(Array.from(elements, ([, content = '']) => content));
  contents.delete('');
  const hashes = Array.from(contents, (content) =>
    createHash('sha256').update(content).digest('base64'),
  );
  return hashes.map((hash) => ` 'sha256-${hash}'`).join('');
}
