import fc from 'fast-check';
import { apiCalls } from './api-calls.ts';

/** A request as a hostile or broken client might send it. */
export interface FuzzRequest {
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
  '',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '🦘',
  'a'.repeat(300),
  '%',
  "';drop table offer;--",
  '\u0000',
  '__proto__',
];
const WORDS = [
  'query',
  'email',
  'password',
  'name',
  'token',
  'productUrl',
  'productUrls',
  'productId',
  'limit',
  'page',
  'sort',
  'q',
  'category',
  'targetPrice',
  'enabled',
  'notes',
  'rating',
  'comment',
  'productSnapshot',
  'preferences',
  'timeframe',
  'newPassword',
  '__proto__',
  'constructor',
];

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
export const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc
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
