import {
  COMPRESS_ABOVE_BYTES,
  compress,
  isCompressible,
  preferredEncoding,
} from './compression.ts';
import { completePagePolicy } from './security-headers.ts';

/** A plain-text response that is never cached. */
export function textResponse(status: number, text: string, headers: Record<string, string> = {}) {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
}

/** Completes a page's security policy, and compresses the body if worthwhile and `accepted` allows it. */
export async function finishResponse(response: Response, accepted: string | undefined) {
  const { status, headers } = response;
  completePagePolicy(headers);
  if (!isCompressible(headers.get('content-type') ?? '') || headers.has('content-encoding')) {
    return response;
  }
  headers.append('vary', 'accept-encoding');
  const encoding = preferredEncoding(accepted);
  if (encoding === '') return response;
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length < COMPRESS_ABOVE_BYTES) {
    return new Response(body.length > 0 ? body : null, { status, headers });
  }
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  return new Response(await compress(body, encoding), { status, headers });
}
