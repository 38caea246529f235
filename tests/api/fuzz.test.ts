import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiCalls } from '../support/api-calls.ts';
import { figure } from '../support/figure.ts';
import { limitMs } from '../support/limits.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

/** `npm test` takes a sample; FUZZ_RUNS=20000 runs the full measure. */
const { FUZZ_RUNS = '1000', FUZZ_HANG_MS = 'Infinity' } = process.env;
const RUNS = Number(FUZZ_RUNS);

/** Links of mails answer with a page, refusals included. */
const MAIL_LINK =
  /^\/(?:alerts|newsletter|price-pass|watched-searches)\/(?:confirm|unsubscribe)(?:\?|$)/;

let api: TestApi;
let slowestMs = 0;

beforeAll(async () => {
  api = await openEmptyApi();
});

afterAll(() => api.close());

test(
  `${RUNS} generated requests: never a fault of ours, always the error form`,
  async () => {
    const property = fc.asyncProperty(fuzzRequest, async (request) => {
      const { body, headers, method, path } = request;
      const askedAt = performance.now();
      const answer = await api.api(
        new Request(`http://localhost:4321/api${path}`, {
          method,
          headers,
          ...(body !== null && { body }),
        }),
        { remoteAddress: `203.0.113.${Math.floor(Math.random() * 250)}` },
      );
      const text = await answer.text();
      slowestMs = Math.max(slowestMs, performance.now() - askedAt);
      expect(answer.status, text).toBeLessThan(500);
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      if (answer.status >= 400) {
        expect(text).not.toMatch(/\bat .*\.(?:ts|js):\d+|select .* from|node_modules/i);
      }
      // Pages for people (the documentation, the local sign-in) and redirects are no JSON.
      if ((answer.status < 400 || MAIL_LINK.test(path)) && !isJson) return;
      const told = JSON.parse(text);
      if ('success' in told) expect(told.success).toBe(answer.status < 400);
      if (answer.status >= 400) {
        expect(typeof told.error).toBe('string');
        expect(typeof told.code).toBe('string');
      }
    });
    await fc.assert(property, { numRuns: RUNS });
    figure(`${RUNS} requests, 0 × 5xx, the slowest ${slowestMs.toFixed(0)} ms`);
    expect(slowestMs).toBeLessThan(limitMs(Number(FUZZ_HANG_MS)));
  },
  limitMs(20 * 60_000),
);

/** A request as a hostile or broken client might send it. */
interface FuzzRequest {
  method: string;
  /** Below /api. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

const SEGMENTS = [
  '0',
  'me',
  '-1',
  '%00',
  '%ff',
  '..',
  '{id}',
  "' or 1=1 --",
  '01900000-0000-7000-8000-000000000000',
];
const VALUES = [
  ...'0 -1 1e309 NaN null true 🦘'.split(' '),
  '',
  'a'.repeat(300),
  '%',
  "';drop table offer;--",
  '\u0000',
  '__proto__',
];
const WORDS = `
  query email password name token productUrl productUrls productId limit page sort q category
  targetPrice enabled notes rating comment productSnapshot preferences timeframe newPassword
  __proto__ constructor
`
  .trim()
  .split(/\s+/);

const segment = fc.oneof(fc.constantFrom(...SEGMENTS), fc.string({ maxLength: 20 }));
const value = fc.oneof(fc.constantFrom(...VALUES), fc.string({ maxLength: 50 }));
const known = fc.constantFrom(...apiCalls).chain(({ key }) => {
  const [method = 'GET', pattern = '/'] = key.split(' ');
  return fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(method) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
      },
    ),
    path: fc.array(segment, { minLength: 3, maxLength: 3 }).map((fill) => {
      let index = 0;
      return pattern.replace(/\{\w+\}/g, () => encodeURIComponent(fill[index++] ?? ''));
    }),
  });
});
const unknown = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE'),
  path: fc
    .array(segment, { maxLength: 5 })
    .map((parts) => `/${parts.map(encodeURIComponent).join('/')}`),
});
const query = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), value), { maxLength: 4 })
  .map((pairs) => (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''));
const json = fc.oneof(
  fc.dictionary(fc.constantFrom(...WORDS), fc.oneof(value, fc.jsonValue({ maxDepth: 2 }))),
  fc.jsonValue({ maxDepth: 3 }),
);
const body = fc.oneof(
  { weight: 6, arbitrary: json.map((data) => JSON.stringify(data)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constant('['.repeat(5_000)) },
  { weight: 1, arbitrary: fc.constant(JSON.stringify({ query: 'x'.repeat(70_000) })) },
);
const headers = fc.record(
  {
    authorization: fc.oneof(
      fc.constantFrom('Bearer ', 'Bearer a.b', 'Basic eDp5', 'bearer '.repeat(50)),
      fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
    ),
    'content-type': fc.constantFrom(
      'application/json',
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
    ),
  },
  { requiredKeys: [] },
);

/** Any request at all, most of them to calls that exist. */
const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: unknown }),
    query,
    headers,
    body,
  )
  .map(([{ method, path }, search, head, text]) => ({
    method,
    path: path + search,
    headers: { 'content-type': 'application/json', ...head },
    body: method === 'GET' || method === 'HEAD' ? null : text,
  }));
