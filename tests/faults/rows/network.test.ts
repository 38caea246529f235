/*
 * Every fault of the network × everything that is reached over it: nothing hangs for more than 10 s, nothing crashes (an unhandled
 * rejection fails the run), and 5 s after the network is well again so is the work.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import { askModel } from '#worker/ask/model-client.ts';
import { createFetcher } from '#worker/fetch/http.ts';
import { createSmtpMailer } from '#worker/mail/mailers.ts';
import { createMigratedDatabase, type TestDatabase } from '../../support/database.ts';
import { startFakeModel } from '../../support/fake-model.ts';
import { startFakeSmtp } from '../../support/fake-smtp.ts';
import { type FaultProxy, NETWORK_FAULTS, startFaultProxy } from '../../support/fault-proxy.ts';
import { figure } from '../../support/figure.ts';
import { startHostileServer } from '../../support/hostile-server.ts';
import { limitMs } from '../../support/limits.ts';
import { TEST_JOBS } from '../../support/queue-jobs.ts';
import { startTestRedis } from '../../support/redis.ts';
import { openTestApi, TEST_SECRET } from '../../support/test-api.ts';

const HANG_MS = limitMs(10_000);
const RECOVERY_MS = limitMs(5_000);

/** Something that is reached over the network; `work` throws, in words, where it could not be done. */
interface Target {
  name: string;
  proxy: FaultProxy;
  work(): Promise<unknown>;
  close(): Promise<void>;
}

const portOf = (url: string) => Number(new URL(url).port);

/** The same address with the port of the proxy in front. */
function through(url: string, { port }: FaultProxy): string {
  return Object.assign(new URL(url), { port: String(port) }).href;
}

let database: TestDatabase;
let targets: Target[] = [];
const held: string[] = [];
const slowest = { answer: 0, recovery: 0 };

beforeAll(async () => {
  database = await createMigratedDatabase();
  targets = await Promise.all([postgres(), redis(), model(), shop(), mail()]);
}, limitMs(120_000));

afterAll(async () => {
  for (const target of targets) await target.close();
  await database.drop();
  const total = NETWORK_FAULTS.length * 5;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  figure(
    `${held.length}/${total} held, longest answer ${seconds(slowest.answer)}, longest recovery ${seconds(slowest.recovery)}`,
  );
}, limitMs(120_000));

test.each(
  ['Postgres', 'Redis', 'model', 'shop', 'mail'].flatMap((target) =>
    NETWORK_FAULTS.map((fault) => ({ target, fault })),
  ),
)('$target: $fault', async ({ target, fault }) => {
  const found = targets.find(({ name }) => name === target);
  if (!found) throw new Error(`no target ${target}`);
  const { proxy, work } = found;
  await work();
  proxy.strike(fault);
  const startedAt = performance.now();
  const outcome = await Promise.race([
    work().then(
      () => 'done',
      (error: unknown) => (error instanceof Error && error.message ? 'told' : `bare ${error}`),
    ),
    new Promise<string>((resolve) => setTimeout(resolve, 3 * HANG_MS, 'hung').unref()),
  ]);
  const answerMs = performance.now() - startedAt;
  proxy.strike(null);
  const wellAt = performance.now();
  let isWell = false;
  while (!isWell && performance.now() - wellAt < 3 * RECOVERY_MS) {
    isWell = await work().then(
      () => true,
      () => false,
    );
    if (!isWell) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const recoveryMs = performance.now() - wellAt;
  slowest.answer = Math.max(slowest.answer, answerMs);
  slowest.recovery = Math.max(slowest.recovery, recoveryMs);
  expect(outcome).toMatch(/^(done|told)$/);
  expect(isWell).toBe(true);
  expect(answerMs).toBeLessThan(HANG_MS);
  expect(recoveryMs).toBeLessThan(RECOVERY_MS);
  held.push(`${target} ${fault}`);
});

/** Shoppers' calls; those that the database cannot serve get an error. */
async function postgres(): Promise<Target> {
  const proxy = await startFaultProxy(portOf(database.url));
  const api = await openTestApi(through(database.url, proxy));
  const work = async () => {
    const { status, body } = await api.call(
      'GET',
      '/products/01900000-0000-7000-8000-000000000000',
    );
    if (status === 503) throw new Error(String(body['error']));
    expect(status).toBe(404);
  };
  const close = async () => {
    await api.close();
    await proxy.close();
  };
  return { name: 'Postgres', proxy, work, close };
}

async function redis(): Promise<Target> {
  const store = await startTestRedis();
  const proxy = await startFaultProxy(portOf(store.url));
  const queues: Queues = await openQueues({
    redisUrl: through(store.url, proxy),
    databaseUrl: database.url,
  });
  let added = 0;
  const work = async () => {
    added += 1;
    await queues.add(TEST_JOBS.plain, { key: `job ${added}` });
  };
  const close = async () => {
    await queues.close();
    await proxy.close();
    await store.stop();
  };
  return { name: 'Redis', proxy, work, close };
}

/** As a shopper's question: 8 s. */
async function model(): Promise<Target> {
  const server = await startFakeModel();
  server.reply = () => ({ content: '{"answer":"yes"}' });
  const proxy = await startFaultProxy(portOf(server.baseUrl));
  const config = { apiKey: 'none', baseUrl: through(server.baseUrl, proxy), model: 'fake' };
  const schema = z.object({ answer: z.string() });
  const request = { name: 'test', schema, system: 'x', user: 'y' };
  const close = async () => {
    await proxy.close();
    await server.close();
  };
  return { name: 'model', proxy, work: () => askModel(config, request, 8_000), close };
}

/** As shops are fetched, whose pages have 15 s; here 8 s, so that the row can be run in minutes. */
async function shop(): Promise<Target> {
  const server = await startHostileServer();
  const proxy = await startFaultProxy(portOf(server.origin));
  const origin = `http://127.0.0.1:${proxy.port}`;
  const fetcher = createFetcher({
    userAgent: 'PricerooBot/1.0',
    contactUrl: 'http://localhost/bot',
    demoPort: null,
    allowedOrigins: [origin],
    timeouts: { headersMs: 4_000, bodyMs: 4_000, totalMs: 8_000 },
  });
  const close = async () => {
    await fetcher.close();
    await proxy.close();
    await server.close();
  };
  return {
    name: 'shop',
    proxy,
    work: () => fetcher.fetchPage({ url: `${origin}/honest` }),
    close,
  };
}

async function mail(): Promise<Target> {
  const server = await startFakeSmtp();
  const proxy = await startFaultProxy(portOf(server.url));
  const mailer = createSmtpMailer({
    authSecret: TEST_SECRET,
    smtpUrl: through(server.url, proxy),
    mailFrom: 'Priceroo <hello@prices.example>',
    siteUrl: 'https://prices.example',
  });
  const work = async () => {
    const delivery = await mailer.send(
      {
        id: '1',
        key: 'alert:1',
        kind: 'alert',
        recipient: 'kylie@example.com',
        subject: 'x',
        text: 'x',
        html: '<p>x',
        attempts: 1,
        ageMs: 0,
      },
      async () => {},
    );
    if (delivery.outcome !== 'sent') throw new Error(delivery.error);
  };
  const close = async () => {
    await proxy.close();
    await server.close();
  };
  return { name: 'mail', proxy, work, close };
}
