import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Agent } from 'undici';
import { FetchRefused } from '#domain/errors.ts';
import { REDIRECTS, statusRefusal } from '#worker/fetch/answer.ts';
import { guardedConnector } from '../fetch/guarded-connect.ts';
import type { Fetcher } from '../fetch/http.ts';
import { atHostRules } from '../fetch/polite-fetch.ts';
import { followRedirects, type Hop } from '../fetch/redirect.ts';
import { transportRefusal } from '../fetch/transport-error.ts';

const MAX_WIRE_BYTES = 1024 ** 3;
const TOTAL_MS = 10 * 60_000;

/** Downloads a feed to a file by the same rules as all fetches, with larger limits. Throws FetchRefused unless the whole body arrives. */
export async function downloadFeed(em: EntityManager, fetcher: Fetcher, url: string, path: string) {
  const agent = new Agent({
    connect: guardedConnector(fetcher.policy, { timeoutMs: 5_000 }),
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });
  const pace = { paceMs: 1_000 };
  try {
    await followRedirects<{ saved: true }>(
      url,
      fetcher.policy,
      (hop, exchange) => atHostRules({ em, fetcher, pace }, hop, exchange),
      (hop) => saveBody(agent, fetcher.userAgentHeader, hop, path),
    );
  } finally {
    await agent.destroy();
  }
}

async function saveBody(
  agent: Agent,
  userAgent: string,
  url: URL,
  path: string,
): Promise<Hop<{ saved: true }>> {
  const signal = AbortSignal.timeout(TOTAL_MS);
  try {
    const response = await agent.request({
      method: 'GET',
      origin: url.origin,
      path: url.pathname + url.search,
      // Gzipped feeds are recognised by their content and need no transfer compression.
      headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity' },
      signal,
    });
    const { location } = response.headers;
    if (REDIRECTS.has(response.statusCode) && typeof location === 'string') {
      await response.body.dump();
      return { location };
    }
    if (response.statusCode !== 200) {
      await response.body.dump();
      const retryAfter = response.headers['retry-after'];
      const wait = typeof retryAfter === 'string' ? retryAfter : null;
      throw statusRefusal(response.statusCode, wait, url.href);
    }
    await pipeline(capped(response.body, url), createWriteStream(path));
    return { saved: true };
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    if (signal.aborted) throw new FetchRefused('timeout', `${url} took longer than 10 minutes`);
    throw transportRefusal(error, url.href);
  }
}

/** Yields the body up to its size limit. */
async function* capped(body: AsyncIterable<Buffer>, url: URL): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_WIRE_BYTES) {
      throw new FetchRefused('too-large', `${url} is larger than ${MAX_WIRE_BYTES} bytes`);
    }
    yield chunk;
  }
}
