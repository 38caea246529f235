/* Proxies /demo-shops/<shop>/… to the demo shops on 127.0.0.1, so that their links and pictures work from any machine. */
import type { IncomingMessage } from 'node:http';
import { textResponse } from './response.ts';
import { isPage } from './security-headers.ts';

export const DEMO_PATH = '/demo-shops/';

/** Maximum size of a page or picture, in bytes. */
const RESPONSE_LIMIT_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 8_000;
const FORWARDED = ['content-type', 'cache-control', 'etag', 'last-modified'];

/** Fetches `target` from the demo shops, GET only. Returns 502 or 504 if they do not respond. */
export async function fetchDemoShop({ method }: IncomingMessage, target: string, demoPort: number) {
  if (method !== 'GET') {
    return textResponse(405, 'Demo shops can only be read.', { allow: 'GET, HEAD' });
  }
  try {
    const response = await fetch(`http://127.0.0.1:${demoPort}${target}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await forward(response);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return textResponse(isLate ? 504 : 502, 'The demo shops do not answer.');
  }
}

async function forward(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > RESPONSE_LIMIT_BYTES)
      throw new Error('the response of the demo shop is too large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const headers = new Headers();
  for (const name of FORWARDED) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // Redirects must stay within the demo shops.
  const location = response.headers.get('location');
  if (location?.startsWith(DEMO_PATH)) headers.set('location', location);
  if (isPage(headers.get('content-type') ?? '')) {
    headers.set('content-security-policy', SANDBOX_POLICY);
    headers.set('x-robots-tag', 'noindex');
  }
  return new Response(body.length > 0 ? body : null, { status: response.status, headers });
}

/**
 * A sandbox without an origin, so that the page's scripts cannot read the site's storage or cookies. The server adds the other directives.
 */
const SANDBOX_POLICY =
  'sandbox allow-scripts allow-forms allow-popups allow-top-navigation-by-user-activation';
