/*
 * /demo-shops/<shop>/… of the site, fetched from the demo shops' own server on 127.0.0.1, so that links and
 * pictures of demo offers work from any machine that reaches the site.
 */

import type { IncomingMessage } from 'node:http';
import { Agent, request as httpRequest } from 'node:http';
import { type Answer, textAnswer } from './answer.ts';
import { DEMO_ANSWER_LIMIT_BYTES, DEMO_TIMEOUT_MS } from './limits.ts';
import { sandboxPolicy } from './sandbox-policy.ts';
import { isPage } from './security-headers.ts';

/** The site's path under which all demo shops lie. */
export const DEMO_PATH = '/demo-shops/';

/** Connections stay open between pictures; no more than a handful at once. */
const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: DEMO_TIMEOUT_MS });

const FORWARDED = ['content-type', 'cache-control', 'etag', 'last-modified'] as const;

/** Fetches the page of a demo shop that `message` asks for. Only GET and HEAD; 502 and 504 when the shop does not answer. */
export async function fetchDemoShop(message: IncomingMessage, demoPort: number): Promise<Answer> {
  if (message.method !== 'GET' && message.method !== 'HEAD') {
    return textAnswer(405, 'Demo shops can only be looked at.', { allow: 'GET, HEAD' });
  }
  let fetched: Answer;
  try {
    fetched = await fetchOnce(message.url ?? DEMO_PATH, demoPort);
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return textAnswer(late ? 504 : 502, 'The demo shops do not answer.');
  }
  if (isPage(String(fetched.headers['content-type'] ?? ''))) {
    fetched.headers['content-security-policy'] = sandboxPolicy(fetched.body.toString('utf8'));
    fetched.headers['x-robots-tag'] = 'noindex';
  }
  return fetched;
}

function fetchOnce(path: string, port: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const signal = AbortSignal.timeout(DEMO_TIMEOUT_MS);
  const outgoing = httpRequest({ host: '127.0.0.1', port, path, agent, signal }, (incoming) => {
    readAnswer(incoming).then(resolve, reject);
  });
  outgoing.once('error', () => reject(signal.aborted ? signal.reason : new Error('unreachable')));
  outgoing.end();
  return promise;
}

async function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    length += chunk.length;
    if (length > DEMO_ANSWER_LIMIT_BYTES) throw new Error('larger than any demo shop sends');
    chunks.push(chunk);
  }
  const headers: Answer['headers'] = {};
  for (const name of FORWARDED) {
    const value = incoming.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  // Within the demo shops only: their server must not send a shopper elsewhere.
  const { location } = incoming.headers;
  if (location?.startsWith(DEMO_PATH)) Object.assign(headers, { location });
  return { status: incoming.statusCode ?? 502, headers, body: Buffer.concat(chunks) };
}
