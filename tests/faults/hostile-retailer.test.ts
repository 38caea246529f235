import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FetchRefused } from '#domain/errors.ts';
import type { Fetcher, FetcherOptions } from '#worker/fetch/http.ts';
import { bodyText } from '#worker/fetch/page-body.ts';
import { BEHAVIOURS } from '../support/hostile-behaviours.ts';
import {
  type HostileServer,
  selfSigned,
  startHostileServer,
  startHttp2Server,
  startTlsServer,
} from '../support/hostile-server.ts';
import { limitMs } from '../support/limits.ts';
import { testFetcher } from '../support/test-fetcher.ts';

/** Short enough for the suite, in the same order as the real ones. */
const TIMEOUTS = { connectMs: 1_000, headersMs: 600, bodyMs: 600, totalMs: 1_200 };
/** For refusals that have nothing to do with time: a busy machine reads slowly. */
const PATIENT = { connectMs: 30_000, headersMs: 30_000, bodyMs: 30_000, totalMs: 30_000 };

let shop: HostileServer;
let fetcher: Fetcher;
let patient: Fetcher;

beforeAll(async () => {
  shop = await startHostileServer();
  fetcher = hasty([shop.origin]);
  patient = hasty([shop.origin], { timeouts: PATIENT });
});

afterAll(async () => {
  await fetcher.close();
  await patient.close();
  await shop.close();
});

describe('refuses each hostile answer by its reason, in time', () => {
  test.each([
    // transport
    ['slow-headers', 'timeout'],
    ['silent-headers', 'timeout'],
    ['slow-body', 'timeout'],
    ['silent-body', 'timeout'],
    ['endless-body', 'too-large'],
    ['huge-headers', 'too-large'],
    ['many-headers', 'too-large'],
    ['truncated', 'network'],
    ['truncated-chunks', 'network'],
    ['two-content-lengths', 'network'],
    ['reset-mid-body', 'network'],
    ['not-http', 'network'],
    // size
    ['gzip-bomb', 'too-large'],
    ['brotli-bomb', 'too-large'],
    ['six-layers', 'content-type'],
    ['unknown-encoding', 'content-type'],
    ['broken-gzip', 'network'],
    ['big-json-ld', 'too-large'],
    // redirects
    ['redirect-loop', 'redirect-loop'],
    ['redirect-long', 'redirect-loop'],
    ['redirect-metadata', 'redirected-away'],
    ['redirect-localhost', 'redirected-away'],
    ['redirect-file', 'redirected-away'],
    ['redirect-nowhere', 'redirected-away'],
    // status
    ['status-401', 'forbidden'],
    ['status-403', 'forbidden'],
    ['status-404', 'not-found'],
    ['status-410', 'not-found'],
    ['status-418', 'bad-status'],
    ['status-429-bare', 'rate-limited'],
    ['status-500', 'server-error'],
    ['status-503', 'server-error'],
    // content
    ['wrong-type', 'content-type'],
    ['no-type', 'content-type'],
  ])('%s → %s', async (behaviour, reason) => {
    const by = reason === 'timeout' ? fetcher : patient;
    const refused = await refusalOf(`${shop.origin}/${behaviour}`, by);
    expect(refused).toMatchObject({ name: 'FetchRefused', reason });
  });
});

describe('how long a host asks us to stay away', () => {
  test.each([
    ['status-429-seconds', 120_000, 120_000],
    ['status-429-date', 55_000, 60_000],
    ['status-429-absurd', 86_400_000, 86_400_000],
    ['status-503-retry', 5_000, 5_000],
  ])('%s', async (behaviour, leastMs, mostMs) => {
    const refused = await refusalOf(`${shop.origin}/${behaviour}`);
    expect(refused.reason).toBe('rate-limited');
    expect(refused.retryAfterMs).toBeGreaterThanOrEqual(leastMs);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(mostMs);
  });
});

describe('passes on odd but complete answers', () => {
  test.each([
    ['honest', 'Breville'],
    ['redirect-thrice', 'Breville'],
    ['invalid-utf8', '$549.00 \ufffd(\ufffd<'],
    ['wrong-charset', 'Café €9'],
    ['meta-charset', 'Café €9'],
    ['long-content-length', '<p>whole'],
    ['soft-404', 'not found'],
    ['captcha', 'human'],
    ['deep-dom', '549.00'],
    ['deep-json', '[[[['],
    ['proto-key', '__proto__'],
  ])('%s', async (behaviour, text) => {
    const page = await fetcher.fetchPage({ url: `${shop.origin}/${behaviour}` });
    expect(bodyText(page.body)).toContain(text);
  });

  test('never takes a smuggled answer for the next page', async () => {
    await fetcher.fetchPage({ url: `${shop.origin}/smuggled-answer` });
    const next = await fetcher.fetchPage({ url: `${shop.origin}/honest` });
    expect(bodyText(next.body)).toContain('Breville');
    expect(bodyText(next.body)).not.toContain('forged');
  });
});

describe('TLS and HTTP/2', () => {
  test('refuses an untrusted, mismatched or expired certificate', async () => {
    const trusted = selfSigned('localhost');
    const otherName = selfSigned('other.example.com');
    const expired = selfSigned('localhost', new Date('2020-01-01'), new Date('2021-01-01'));
    for (const [certificate, trust, works] of [
      [trusted, trusted, true],
      [trusted, otherName, false],
      [otherName, otherName, false],
      [expired, expired, false],
    ] as const) {
      const server = await startTlsServer(certificate);
      const client = hasty([server.origin], { trustedCa: trust.cert });
      const answer = client.fetchPage({ url: `${server.origin}/honest` });
      if (works) expect(bodyText((await answer).body)).toContain('Breville');
      else await expect(answer).rejects.toMatchObject({ reason: 'network' });
      await client.close();
      await server.close();
    }
  });

  test('a redirect from https to http is refused even to an origin that is let through', async () => {
    const certificate = selfSigned('localhost');
    const server = await startTlsServer(certificate);
    const client = hasty([server.origin, shop.origin], { trustedCa: certificate.cert });
    const before = shop.requests.length;
    const url = `${server.origin}/redirect-anywhere?to=${encodeURIComponent(`${shop.origin}/honest`)}`;
    await expect(client.fetchPage({ url })).rejects.toMatchObject({ reason: 'redirected-away' });
    expect(shop.requests.length).toBe(before);
    await client.close();
    await server.close();
  });

  test('HTTP/2 serves; resets, GOAWAY and short bodies are refused', async () => {
    const server = await startHttp2Server();
    const client = hasty([server.origin], { trustedCa: server.certificate.cert });
    for (const path of ['rst', 'rst-mid-body', 'goaway', 'truncated']) {
      const answer = client.fetchPage({ url: `${server.origin}/${path}` });
      await expect(answer, path).rejects.toMatchObject({
        reason: expect.stringMatching(/network|timeout/),
      });
    }
    const page = await client.fetchPage({ url: `${server.origin}/honest` });
    expect(bodyText(page.body)).toBe('<p>whole');
    await client.close();
    await server.close();
  });
});

test('all behaviours cost a worker at most 64 MB and 200 ms per event-loop turn', async () => {
  const script = join(import.meta.dirname, '../support/fetch-figures.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    shop.origin,
    ...Object.keys(BEHAVIOURS),
  ]);
  const figures: { peakGrowthMb: number; longestTurnMs: number } = JSON.parse(stdout);
  expect(figures.peakGrowthMb).toBeLessThanOrEqual(64);
  // Processor time, which a busy machine lengthens too: its caches are shared.
  expect(figures.longestTurnMs).toBeLessThan(limitMs(200));
});

const hasty = (allowedOrigins: string[], own: Partial<FetcherOptions> = {}) =>
  testFetcher({ allowedOrigins, timeouts: TIMEOUTS, ...own });

async function refusalOf(url: string, by = fetcher): Promise<FetchRefused> {
  return by.fetchPage({ url }).then(
    () => Promise.reject(new Error(`${url} gave a page`)),
    (error: FetchRefused) => error,
  );
}
