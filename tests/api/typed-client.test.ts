/*
 * The browser's client is typed by the app itself: input and answers of a call need no cast.
 */
import { hc } from 'hono/client';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Api } from '#site/api/app.ts';
import { topic } from '#site/api/core/call.ts';
import type { PriceHistoryAnswer } from '#site/api/responses/price-history.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openEmptyApi();
});

afterAll(() => api.close());

const client = hc<Api>('http://localhost:4321/api', {
  fetch: (input: string | URL | Request, init?: RequestInit) =>
    api.api(new Request(input, init), { remoteAddress: '203.0.113.7' }),
});

test("an answer has its schema's type", async () => {
  const { data } = await (await client.health.$get()).json();
  expectTypeOf(data.queue).toEqualTypeOf<'postgres' | 'redis'>();
  expectTypeOf(data.crawl.offers).toBeNumber();
  expect(data).toMatchObject({ faults: ['no-worker'], queue: 'postgres', crawl: { offers: 0 } });
});

test('path, query and body have the types of their schemas', async () => {
  const history = client.products[':id'].history.$get;
  expectTypeOf(history).parameter(0).toExtend<{ param: { id: string } }>();
  expectTypeOf<
    Awaited<ReturnType<Awaited<ReturnType<typeof history>>['json']>>['data']['points']
  >().toEqualTypeOf<PriceHistoryAnswer['points']>();
  const id = '01900000-0000-7000-8000-000000000000';
  expect((await history({ param: { id }, query: { range: '90d' } })).status).toBe(404);
  const sent = await client.vitals.$post({ json: { page: 'home', LCP: 1_200 } });
  expectTypeOf(sent.status).toEqualTypeOf<201>();
  expect(await sent.json()).toEqual({ success: true });
});

test("a call must return its schema's type and has a caller where required", () => {
  const { user, anyone } = topic();
  const n = z.object({ n: z.number() });
  type Run = Parameters<typeof user<'GET /n', undefined, undefined, undefined, typeof n>>[2]['run'];
  expectTypeOf<{ n: number }>().toExtend<ReturnType<Run>>();
  expectTypeOf<{ n: string }>().not.toExtend<ReturnType<Run>>();
  expectTypeOf<Parameters<Run>[0]['caller']>().not.toBeNullable();
  expectTypeOf<Parameters<Parameters<typeof anyone>[2]['run']>[0]['caller']>().toBeNullable();
});
