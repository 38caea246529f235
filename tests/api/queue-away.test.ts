import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#db/runtime/free-port.ts';
import { JOBS } from '#domain/jobs.ts';
import { openAdminSite, signedIn } from '../support/admin-site.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';
import { PATIENCE } from '../support/limits.ts';
import { type Person, register } from '../support/person.ts';
import { startTestRedis } from '../support/redis.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

/* The queues' store is away, the database is not: shoppers notice nothing, mails wait in the outbox for the clock. */
let world: ShopWorld;
let api: TestApi;
let person: Person;
let productId = '';

beforeAll(async () => {
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' };
  world = await openShopWorld({ 'kettle-100001': kettle });
  await world.crawl();
  [{ id: productId }] = await world.em().execute<[{ id: string }]>('select id from product');
  const redis = await startTestRedis();
  api = await openTestApi(world.databaseUrl, {
    REDIS_URL: redis.url,
    OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    OPENAI_MODEL: 'nobody',
  });
  person = await register(api);
  await redis.stop();
});

afterAll(async () => {
  await api.close();
  await world.close();
});

const waiting = async () => {
  const mails = await world
    .em()
    .execute<{ kind: string }[]>(`select kind from mail where state = 'waiting' order by kind`);
  return mails.map(({ kind }) => kind);
};

test('alerts, newsletters and reset links are taken, and their mails wait', async () => {
  const { token, email } = person;
  const alert = { productId, email: 'other@example.com', targetPrice: 100 };
  expect((await api.call('POST', '/alerts', { token, body: alert })).status).toBe(201);
  const newsletter = { email: 'news@example.com' };
  expect((await api.call('POST', '/newsletter', { body: newsletter })).status).toBe(201);
  expect((await api.call('POST', '/auth/forgot-password', { body: { email } })).status).toBe(200);
  await expect.poll(waiting).toEqual(['confirmation', 'confirmation', 'reset', 'welcome']);
});

test('smart search answers by rules', async () => {
  const answer = await api.call('POST', '/recommend/smart-recommend', {
    body: { query: 'kettle' },
  });
  expect(answer.status).toBe(200);
  expect(answer.body['dataSource']).toContain('by fixed rules');
});

test('the site stays ready and health names what is unavailable', async () => {
  const health = await api.call('GET', '/health');
  expect(health.status).toBe(200);
  expect(health.body).toMatchObject({
    data: { status: 'degraded', faults: expect.arrayContaining(['queue-away']) },
  });
});

test('a site that starts meanwhile serves at once, and uses the store when it comes', async () => {
  const port = await freePort(0);
  const other = await openTestApi(world.databaseUrl, { REDIS_URL: `redis://127.0.0.1:${port}` });
  const faults = async () => {
    const { body } = await other.call('GET', '/health');
    return (body['data'] as { faults: string[] }).faults;
  };
  const newsletter = { email: 'late@example.com' };
  expect((await other.call('POST', '/newsletter', { body: newsletter })).status).toBe(201);
  expect(await faults()).toContain('queue-away');
  const browser = await signedIn(await openAdminSite(other));
  const board = await browser.get('/admin/queues');
  expect([board.status, await board.text()]).toEqual([
    503,
    expect.stringContaining('The queue store does not respond.'),
  ]);
  await expect(other.services.queues.add(JOBS.vocabulary, {})).rejects.toThrow('not reached yet');
  const redis = await startTestRedis(port);
  await expect.poll(faults).not.toContain('queue-away');
  const isAdded = () => other.services.queues.add(JOBS.vocabulary, {}).then(() => true);
  await vi.waitFor(isAdded, PATIENCE);
  expect((await browser.get('/admin/queues')).status).toBe(200);
  await other.close();
  await redis.stop();
});
