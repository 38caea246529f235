import { afterAll, beforeAll, expect, test } from 'vitest';
import { workersSeen } from '#db/queries/operators/workers.ts';
import { openQueues, type Queues } from '#db/queues/open-queues.ts';
import { freePort } from '#db/runtime/free-port.ts';
import { crawlRetailer } from '#worker/crawl/crawl-retailer.ts';
import { createWorkerMetrics, startProbe } from '#worker/probe.ts';
import { openShopWorld, type ShopWorld } from '../support/crawl-world.ts';

let world: ShopWorld;
let queues: Queues;

beforeAll(async () => {
  const kettle = { name: 'Breville Smart Kettle', brand: 'Breville', price: '149.00' };
  world = await openShopWorld({ 'kettle-100001': kettle });
  queues = await openQueues({ databaseUrl: world.databaseUrl, redisUrl: null });
});
afterAll(async () => {
  await queues.close();
  await world.close();
});

test('a worker reports its health and counts its fetches', async () => {
  const metrics = createWorkerMetrics('.');
  const { orm, log } = world.services;
  const port = await freePort(0);
  const on = { host: '127.0.0.1', port, lanes: ['fetch'] };
  const probe = await startProbe({ orm, queues, metrics, log, ...on });
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  expect(await workersSeen(world.em())).toMatchObject({ alive: 1 });
  const services = { ...world.services, fetcher: metrics.counting(world.services.fetcher) };
  await crawlRetailer(services, world.retailer.id, new AbortController().signal);
  expect(await ask('/livez')).toMatchObject({ status: 200 });
  expect(await ask('/readyz')).toMatchObject({ status: 200 });
  expect(await ask('/other')).toMatchObject({ status: 404 });
  const { text } = await ask('/metrics');
  expect(text).toMatch(/^priceroo_fetch_seconds_count\{outcome="ok"\} [1-9]/m);
  expect(text).toMatch(/^priceroo_fetched_bytes_total [1-9]/m);
  expect(text).toMatch(/^bullmq_job_count\{.*queue="fetch"/m);
  await probe.close();
  expect(await workersSeen(world.em())).toEqual({ alive: 0, lastSeenAt: null });
});
