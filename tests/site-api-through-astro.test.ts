/*
 * Astro's node adapter serves the API (site/pages/api). It changes nothing: status, headers and body are those of a
 * server whose handler passes each request to the API without a framework (support/built-site.ts), whatever is asked.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logger } from '#db/runtime/log.ts';
import { REPO_ROOT } from '#db/runtime/repo-root.ts';
import type { HandleApi } from '#site/api/app.ts';
import { createPublicPages } from '#site/server/public-pages/public-pages.ts';
import { type RunningSite, startSite } from '#site/server/start-site.ts';
import { buildPages } from '#worker/cli/start/site-build.ts';
import { type AskOptions, ask, type Reply, startBuiltSite } from './support/built-site.ts';
import { addProduct, addShops } from './support/landing-rows.ts';
import { limitMs } from './support/limits.ts';
import { type Person, register } from './support/person.ts';
import { openEmptyApi, type TestApi } from './support/test-api.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let api: TestApi;
let plain: RunningSite;
let startAstro: (handleApi: HandleApi) => Promise<RunningSite>;
let throughAstro: RunningSite;
let person: Person;
let productId: string;

beforeAll(async () => {
  await buildPages();
  api = await openEmptyApi();
  await addShops(api.services.em(), ['kite', 'wren']);
  productId = await addProduct(
    api.services.em(),
    { name: 'Breville Smart Kettle', category: 'Kettles' },
    [
      { shop: 'kite', price: 14_900, past: [[40, 19_900]] },
      { shop: 'wren', price: 15_900 },
    ],
  );
  person = await register(api);
  const options = {
    siteUrl: 'https://prices.test',
    trustedHops: 1,
    nodeEnv: 'production',
    publicPages: createPublicPages(api.services),
  };
  plain = await startBuiltSite(api.api, options);
  startAstro = (handleApi) =>
    startSite({
      ...options,
      host: '127.0.0.1',
      port: 0,
      demoPort: 0,
      builtFolder: join(REPO_ROOT, 'dist'),
      handleApi,
      handleAdmin: handleApi,
      log: logger('site', {}).child({}, { level: 'silent' }),
    });
  throughAstro = await startAstro(api.api);
}, limitMs(180_000));

afterAll(async () => {
  await Promise.all([plain.stop(), throughAstro.stop()]);
  await api.close();
});

type Call = [method: string, path: string, options?: Partial<AskOptions> & { signedIn?: true }];

const json = (body: unknown): Partial<AskOptions> => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const form = (headers: Record<string, string> = {}): Partial<AskOptions> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: 'List-Unsubscribe=One-Click',
});
const accepts = (encoding: string) => ({ headers: { 'accept-encoding': encoding } });
const signedIn = { signedIn: true } as const;

/** By what they show; PRODUCT stands for the id of a product. */
const CALLS: Record<string, Call[]> = {
  success: [
    ['GET', '/api/products'],
    ['GET', '/api/products?limit=1&category=Kettles', accepts('br, gzip')],
    ['GET', '/api/products/PRODUCT', accepts('gzip')],
    ['GET', '/api/products/PRODUCT/similar'],
    ['GET', '/api/products/PRODUCT/alert-backtest?targetPrice=150'],
    ['GET', '/api/search?q=kettle'],
    ['GET', '/api/search/suggestions?q=ket'],
    ['GET', '/api/retailers'],
    ['POST', '/api/search/ai-search', json({ query: 'kettle' })],
    ['POST', '/api/recommendations/feedback', json({ helpful: true })],
    ['GET', '/api/auth/me', signedIn],
    ['GET', '/api/favorites', signedIn],
    ['PUT', '/api/auth/preferences', { ...json({ categories: ['Kettles'] }), ...signedIn }],
    ['DELETE', '/api/user/search-history', signedIn],
  ],
  refusals: [
    ['GET', '/api/nothing'],
    ['GET', `/api/products/${UNKNOWN_ID}`],
    ['GET', '/api/products/kettle'],
    ['POST', '/api/products/PRODUCT'],
    ['DELETE', '/api/retailers'],
    ['PUT', '/api/search', json({})],
    ['GET', '/api/search/ai-search'],
    ['GET', '/api/products?limit=many'],
    ['POST', '/api/search/ai-search', json('{"query":')],
    ['POST', '/api/search/ai-search', json({ question: 1 })],
    ['POST', '/api/search/ai-search', json({ query: 'a\0b' })],
    ['POST', '/api/search/ai-search', { headers: { 'content-type': 'text/plain' }, body: 'hi' }],
    ['POST', '/api/search/ai-search', form()],
    ['POST', '/api/search/ai-search', { body: '{"query":"kettle"}' }],
    ['POST', '/api/search/ai-search'],
    ['POST', '/api/search/ai-search', json(`"${'x'.repeat(70_000)}"`)],
    [
      'POST',
      '/api/search/ai-search',
      {
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        body: `"${'x'.repeat(300_000)}"`,
      },
    ],
    ['GET', '/api/auth/me'],
    ['GET', '/api/auth/me', { headers: { authorization: 'Bearer made-up' } }],
    ['PATCH', '/api/favorites/1/notes', json({ notes: 'x' })],
    ['PATCH', `/api/favorites/${UNKNOWN_ID}/notes`, { ...json({ notes: 'x' }), ...signedIn }],
    ['POST', '/api/auth/login', json({ email: 'nobody@example.com', password: 'gum-tree-77' })],
  ],
  'HEAD, redirects and texts': [
    ['HEAD', '/api/products'],
    ['HEAD', '/api/products', accepts('br')],
    ['HEAD', '/api/nothing'],
    ['HEAD', '/api/search/ai-search'],
    ['GET', '/api/auth/provider/callback/google'],
    ['GET', '/api/openapi.json', accepts('br')],
    ['GET', '/api/docs'],
    ['GET', '/api/docs/swagger-ui.css', accepts('gzip')],
    ['GET', '/api/newsletter/confirm?token=made.up'],
    ['POST', '/api/newsletter/unsubscribe?token=made.up', form()],
    ['POST', '/api/newsletter/unsubscribe?token=made.up', form({ origin: 'https://mail.example' })],
    ['GET', '/api/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ],
  'odd addresses': [
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api?x=1'],
    ['GET', '/api/products/'],
    ['GET', '/api//products'],
    ['GET', '/api/./products'],
    ['GET', '/api/nothing/../products'],
    ['GET', '/api/%70roducts'],
    ['GET', '/api/PRODUCTS'],
    ['GET', '/api/products/%zz'],
    ['GET', '/api/products/%2e%2e'],
    ['GET', '/api/products%2Fcategories%2Flist'],
    ['GET', '/api/products/%00'],
    ['GET', '/api/products/caf%C3%A9'],
    ['GET', '/api/products/caf%E9'],
    ['GET', '/api/products/search/smart%20kettle'],
    ['GET', '/api/search?q=%zz'],
    ['GET', '/api/search?q=smart+kettle&q=toaster'],
    ['GET', '/api/search?q=caf%C3%A9'],
    ['GET', '/api/products/x;y=1'],
    ['GET', '/api/products\\categories'],
    ['GET', '/api/__proto__'],
    ['GET', '/api/products.json'],
    ['GET', '/api/products/index.html'],
  ],
};

describe.each(Object.entries(CALLS))('%s', (_, calls) => {
  test.each(calls)('%s %s', async (method, path, { signedIn, ...options } = {}) => {
    const asked = {
      ...options,
      method,
      headers: {
        host: 'prices.test',
        'x-forwarded-for': '203.0.113.7',
        ...(signedIn && { authorization: `Bearer ${person.token}` }),
        ...options.headers,
      },
    };
    const address = path.replace('PRODUCT', productId);
    const bare = await ask(plain.port, address, asked);
    const astro = await ask(throughAstro.port, address, asked);
    expect(seen(astro)).toEqual(seen(bare));
  });
});

test('passes a file on as it arrives, and stops reading it when the shopper leaves', async () => {
  const left = Promise.withResolvers<void>();
  const site = await startAstro(async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('first')),
      cancel: () => left.resolve(),
    });
    const headers = { 'content-type': 'application/gzip', 'content-length': '9' };
    return new Response(body, { headers });
  });
  const headers = { host: 'prices.test' };
  const call = request({ port: site.port, path: '/api/open-data/file', headers }).end();
  const [response] = await once(call, 'response');
  const [chunk] = await once(response, 'data');
  expect(String(chunk)).toBe('first');
  call.on('error', () => {}).destroy();
  await left.promise;
  await site.stop();
});

/** What must be the same: all but the date and the request's id. */
function seen({ status, headers, body }: Reply) {
  const requestId = headers.get('x-request-id') ?? 'none';
  headers.delete('date');
  headers.delete('x-request-id');
  return {
    status,
    headers: [...headers],
    body: body.toString('latin1').replaceAll(requestId, 'the id'),
  };
}
