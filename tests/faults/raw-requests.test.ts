/* Malformed HTTP over raw sockets: the server answers or closes at once and keeps serving. */
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningSite } from '#site/server/start-site.ts';
import { ask, startBuiltSite } from '../support/built-site.ts';
import { figure } from '../support/figure.ts';
import { limitMs } from '../support/limits.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

const { RAW_REQUESTS = '300' } = process.env;
const runs = Number(RAW_REQUESTS);
const HANG_MS = limitMs(2_000);

let api: TestApi;
let site: RunningSite;

beforeAll(async () => {
  api = await openEmptyApi();
  site = await startBuiltSite(api.api);
});

afterAll(async () => {
  await site.stop();
  await api.close();
});

const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Host: localhost:4321', 'Connection: close') },
  fc.constantFrom(
    ...['Content-Length: 5', 'Content-Length: -1', 'Content-Length: 5, 6', 'Content-Length: 1e3'],
    ...[
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding: ,',
    ],
    ...['Expect: 100-continue', 'Upgrade: websocket', 'Connection: upgrade', 'Range: bytes=9-1,,'],
    ...[
      'Host: a, b',
      'Host:',
      'Host: localhost:4321@evil.example',
      'Cookie: \t;=;;=',
      ': nameless',
    ],
    ...['Accept-Encoding: br;q=9, *;q=x', 'If-None-Match: "', 'Content-Type: application/json'],
    ...[' folded: line', 'No-Colon', `Long: ${'x'.repeat(20_000)}`, 'Authorization: Bearer'],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const path = fc.oneof(
  fc.constantFrom('/', '*', '//', '/%', '/%00', '/api/search?q=%ff', '/..%2f..%2fetc', 'http://x/'),
  fc.constantFrom(
    '/api/auth/login',
    '/api/products/x',
    '/search?q=tv',
    '/admin',
    `/${'a'.repeat(9_000)}`,
  ),
  fc.string({ maxLength: 40 }),
);
const start = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('GET', 'POST', 'HEAD', 'TRACE', 'CONNECT', 'OPTIONS', 'PRI', 'get', '\u0000'),
      path,
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.1 ', 'FTP/1', ''),
    )
    .map((words) => words.join(' ')),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const end = fc.constantFrom('\r\n', '\n', '\r', '\r\n\r\n');
const body = fc.oneof(
  fc.constantFrom(
    '',
    '5\r\nhello\r\n0\r\n\r\n',
    'fffffffff\r\n',
    '-1\r\n',
    '{"a":',
    'GET / HTTP/1.1\r\n',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const request = fc
  .tuple(start, fc.array(line, { maxLength: 6 }), end, fc.constantFrom('\r\n', '\n', ''), body)
  .map(
    ([first, lines, ending, blank, rest]) => `${[first, ...lines, ''].join(ending)}${blank}${rest}`,
  );

/** Sends the text, ends our half of the connection, and measures until the server has ended its own, in ms. */
async function send(text: string): Promise<{ ms: number; answer: string }> {
  const sentAt = performance.now();
  const socket = connect({ port: site.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.setTimeout(2 * HANG_MS, () => socket.destroy());
  // A server that closes while we still write resets the connection.
  const read = buffer(socket).catch(() => Buffer.alloc(0));
  socket.end(text);
  const answer = (await read).toString('latin1');
  return { ms: performance.now() - sentAt, answer };
}

test(`${runs} malformed requests: no fault of ours, no wait of more than 2 s, the next is served`, {
  timeout: limitMs(60_000 + runs * 100),
}, async () => {
  let slowestMs = 0;
  let answered = 0;
  const property = fc.asyncProperty(request, async (text) => {
    const { ms, answer } = await send(text);
    slowestMs = Math.max(slowestMs, ms);
    answered += answer === '' ? 0 : 1;
    expect(ms).toBeLessThan(HANG_MS);
    expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
    expect(answer).not.toMatch(/\bat .*\.(?:ts|js):\d+/);
    expect((await ask(site.port, '/', { headers: { host: 'localhost:4321' } })).status).toBe(200);
  });
  await fc.assert(property, { numRuns: runs });
  figure(
    `${runs} malformed requests, ${answered} answered, 0 × 5xx, the slowest ${slowestMs.toFixed(0)} ms`,
  );
});
