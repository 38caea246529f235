import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiKey } from '#db/entities/user.ts';
import { proveAddress } from '#db/queries/accounts/sign-in.ts';
import { LIMITS } from '#site/api/core/limits.ts';
import { answerSchema } from '../support/api-calls.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { makeKey, register } from '../support/person.ts';
import type { TestApi } from '../support/test-api.ts';

let world: ApiWorld;
let api: TestApi;

beforeAll(async () => {
  world = await openApiWorld({
    'k-100001': { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' },
    'k-100002': { name: 'Sunbeam "Quick" Kettle, 1.7 L', brand: 'Sunbeam', price: '59.00' },
  });
  api = world.api;
});

afterAll(() => world.close());

const read = (key: string, path = '/search?q=kettle') => api.call('GET', path, { token: key });
const keysOf = async (token: string) => {
  const answer = await api.call('GET', '/user/api-keys', { token });
  answerSchema('GET /user/api-keys').parse(answer.body);
  return answer.body['data'] as Record<string, unknown>[];
};

test('shows a key once; neither its row nor its list contains it', async () => {
  const { token } = await register(api);
  const { id, key } = await makeKey(api, token, 'Spreadsheet');
  expect(key).toMatch(/^prk_[\w-]{32}$/);
  const [seen] = await keysOf(token);
  expect(seen).toMatchObject({
    id,
    name: 'Spreadsheet',
    prefix: key.slice(0, 8),
    lastUsedAt: null,
  });
  const row = await world.em().findOneOrFail(ApiKey, id);
  expect(JSON.stringify([seen, row])).not.toContain(key.slice(0, 12));
});

test('reads by either header, and its owner sees when', async () => {
  const { token } = await register(api);
  const { key } = await makeKey(api, token);
  const beforeMs = Date.now();
  expect((await read(key)).status).toBe(200);
  const byHeader = await api.call('GET', '/search?q=kettle', { headers: { 'x-api-key': key } });
  expect(byHeader.status).toBe(200);
  const [seen] = await keysOf(token);
  expect(Date.parse(String(seen?.['lastUsedAt']))).toBeGreaterThanOrEqual(beforeMs - 1_000);
});

test('is refused once revoked, invented or without its account', async () => {
  const { token } = await register(api);
  const [kept, revoked] = [await makeKey(api, token), await makeKey(api, token)];
  await api.call('DELETE', `/user/api-keys/${revoked.id}`, { token });
  for (const key of [revoked.key, 'prk_made-up', `${kept.key}x`]) {
    const answer = await read(key);
    expect([answer.status, answer.body['code']]).toEqual([401, 'unknown-key']);
  }
  expect((await read(kept.key)).status).toBe(200);
  await api.call('DELETE', '/auth/account', { token, body: { currentPassword: 'gum-tree-77' } });
  expect((await read(kept.key)).status).toBe(401);
});

test('of a stranger who opened the account ends when the address is proven by its owner', async () => {
  const { id: userId, email, token } = await register(api);
  const { key } = await makeKey(api, token);
  await proveAddress(world.em(), { userId, email }, true);
  expect((await read(key)).status).toBe(401);
});

test('all keys of a person share a budget, and each response states the remainder', async () => {
  const { token } = await register(api);
  const [one, other] = [await makeKey(api, token), await makeKey(api, token)];
  const { points } = LIMITS.readByKey;
  const first = await read(one.key, '/features');
  expect(first.headers.get('ratelimit-policy')).toBe(`"key";q=${points};w=60`);
  expect(first.headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${points - 1};t=(?:60|59)$`));
  for (let left = points - 1; left > 0; left -= 1) await read(one.key, '/features');
  const refused = await read(other.key, '/features');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const stranger = await makeKey(api, (await register(api)).token);
  expect((await read(stranger.key, '/features')).status).toBe(200);
  expect((await api.call('GET', '/features')).headers.has('ratelimit')).toBe(false);
});

test('nobody has more than ten, and each has a name', async () => {
  const { token } = await register(api);
  const unnamed = await api.call('POST', '/user/api-keys', { token, body: { name: ' ' } });
  expect([unnamed.status, unnamed.body['field']]).toEqual([400, 'name']);
  for (let made = 0; made < 10; made += 1) await makeKey(api, token);
  const more = await api.call('POST', '/user/api-keys', { token, body: { name: 'More' } });
  expect([more.status, more.body['code']]).toEqual([409, 'too-many-keys']);
});

/** The text of an answer, and its type. */
async function text(path: string) {
  const request = new Request(`http://localhost:4321/api${path}`);
  const answer = await api.api(request, { remoteAddress: '203.0.113.7' });
  return { type: answer.headers.get('content-type'), text: await answer.text() };
}

test.each(['/search?q=kettle', '/products?category=', '/products/search/kettle?sort=price'])(
  '%s is sent as CSV and as JSON lines, with the rows of its JSON',
  async (path) => {
    const glue = path.includes('?') ? '&' : '?';
    const { body } = await api.call('GET', path);
    const { products } = body['data'] as { products: { name: string; currentPrice: number }[] };
    expect(products).toHaveLength(2);
    const lines = await text(`${path}${glue}format=jsonl`);
    expect(lines.type).toBe('application/jsonl; charset=utf-8');
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(products);
    const csv = await text(`${path}${glue}format=csv`);
    expect(csv.type).toMatch(/^text\/csv;/);
    const rows = parse(csv.text, { columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [row['name'], Number(row['currentPrice'])])).toEqual(
      products.map(({ name, currentPrice }) => [name, currentPrice]),
    );
  },
);

test('retailers, refused specials and price histories are lists as well; an unknown format is refused', async () => {
  const [offer] = await world.offers();
  const history = `/products/${offer?.productId}/history`;
  expect((await text('/retailers?format=csv')).text).toMatch(/^\w.*\r\n/);
  for (const path of ['/refused-specials', history]) {
    expect((await text(`${path}?format=jsonl`)).type).toBe('application/jsonl; charset=utf-8');
  }
  expect((await api.call('GET', '/retailers?format=xml')).status).toBe(400);
});
