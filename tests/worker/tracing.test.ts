/* Spans reach an OTLP collector over HTTP: of requests, jobs, and the shop fetches inside them. */
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Job } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { listen } from '#db/runtime/free-port.ts';
import { nameSpan, startTracing } from '#db/runtime/tracing.ts';
import { defineJob } from '#domain/jobs.ts';
import { tracedFetcher } from '#worker/probe.ts';
import { jobRunner } from '#worker/queues/run-job.ts';
import { startBuiltSite } from '../support/built-site.ts';
import { startShopServer } from '../support/shop-server.ts';
import { testFetcher } from '../support/test-fetcher.ts';

const values = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }));
const spanShape = z.object({
  name: z.string(),
  kind: z.number(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  attributes: values,
});
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: values }),
      scopeSpans: z.array(z.object({ spans: z.array(spanShape) })),
    }),
  ),
});

let collector: Server;
let endpoint: string;
let posts: { path: string; body: z.output<typeof exported> }[] = [];
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    posts.push({ path: request.url ?? '', body: exported.parse(await json(request)) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  endpoint = `http://127.0.0.1:${await listen(collector)}/`;
});
afterAll(() => collector.close());

const plain = (list: z.output<typeof values>) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The recorded spans, in the order of their ends. */
async function spansOf(work: () => Promise<void>) {
  posts = [];
  const end = await startTracing(endpoint, 'worker');
  await work();
  await end();
  expect(posts.every(({ path }) => path === '/v1/traces')).toBe(true);
  const all = posts.flatMap(({ body }) => body.resourceSpans);
  expect(plain(all[0]?.resource.attributes ?? [])).toMatchObject({
    'service.name': 'priceroo-worker',
  });
  const spans = all.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return spans.map((span) => ({ ...span, attributes: plain(span.attributes) }));
}

test('a request has a span with route and status, without its query', async () => {
  const site = await startBuiltSite(async () => {
    nameSpan('GET /search', { 'http.route': '/search' });
    return Response.json({}, { status: 404 });
  });
  const spans = await spansOf(async () => {
    for (const path of ['/api/search?q=hunter2', '/about'])
      await (await fetch(`http://127.0.0.1:${site.port}${path}`)).text();
  });
  await site.stop();
  expect(spans).toMatchObject([
    {
      name: 'GET /search',
      attributes: { 'http.route': '/search', 'http.response.status_code': 404 },
    },
    { name: 'GET', attributes: { 'url.path': '/about', 'http.response.status_code': 200 } },
  ]);
  expect(JSON.stringify(spans)).not.toContain('hunter2');
});

test('a shop fetch is a span inside that of its job; a refused one says why', async () => {
  const shop = await startShopServer({ 'kettle-100001': { name: 'Kettle', price: '9.00' } });
  const fetcher = tracedFetcher(testFetcher({ allowedOrigins: [shop.origin] }));
  const contract = defineJob({ name: 'look', lane: 'fetch', payload: z.object({}) });
  const handle = async () => {
    await fetcher.fetchPage({ url: `${shop.origin}/product/kettle-100001` });
    await fetcher.fetchPage({ url: `${shop.origin}/nowhere?key=hunter2` });
  };
  const run = jobRunner([{ contract, handle }], new AbortController().signal, 30_000);
  const job = { name: 'look', id: '7', data: {}, attemptsMade: 0, extendLock: async () => 1 };
  const spans = await spansOf(async () => {
    await expect(run(job as unknown as Job<unknown>)).rejects.toThrow('404');
  });
  await fetcher.close();
  await shop.close();
  const outer = spans.at(-1);
  expect(outer).toMatchObject({ name: 'job look', attributes: { 'messaging.message.id': '7' } });
  expect(spans).toMatchObject([
    { name: 'fetch 127.0.0.1', parentSpanId: outer?.spanId },
    {
      parentSpanId: outer?.spanId,
      attributes: { 'url.path': '/nowhere', 'error.type': 'not-found' },
    },
    {},
  ]);
  expect(JSON.stringify(spans)).not.toContain('hunter2');
});

test('without an endpoint nothing is sent', async () => {
  posts = [];
  const end = await startTracing(null, 'site');
  const site = await startBuiltSite(async () => Response.json({}));
  await fetch(`http://127.0.0.1:${site.port}/about`);
  await site.stop();
  await end();
  expect(posts).toEqual([]);
});
