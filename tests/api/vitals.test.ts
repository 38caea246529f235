/* What visitors' browsers report of a page's speed ends in histograms, and in nothing else. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RateLimit } from '#db/entities/operations.ts';
import { Session } from '#db/entities/user.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openEmptyApi();
});
afterAll(() => api.close());

async function metrics(): Promise<string> {
  const request = new Request('http://localhost:4321/metrics');
  return (await api.api(request, { remoteAddress: '::1' })).text();
}

test('counts web vitals by kind of page, in seconds', async () => {
  const body = { page: 'products', LCP: 2_400, INP: 90, CLS: 0.02 };
  expect((await api.call('POST', '/vitals', { body })).status).toBe(201);
  expect(
    (await api.call('POST', '/vitals', { body: { page: 'products', LCP: 2_600 } })).status,
  ).toBe(201);
  const text = await metrics();
  for (const line of [
    'priceroo_web_vital_seconds_bucket{le="2.5",page="products",vital="LCP"} 1',
    'priceroo_web_vital_seconds_count{page="products",vital="LCP"} 2',
    'priceroo_web_vital_seconds_sum{page="products",vital="INP"} 0.09',
    'priceroo_web_vital_layout_shift_bucket{le="0.02",page="products"} 1',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
});

/** Screens of the shop; pages that a mail or sign-in leads to count as 'other'. */
const SCREENS = globSync('*', { cwd: 'site/pages', withFileTypes: true })
  .filter((entry) => entry.isDirectory() || entry.name.endsWith('.astro'))
  .map((entry) => basename(entry.name, '.astro'))
  .filter(
    (name) => !/^(\[page\]|404|index|api|sitemaps|auth|reset-password|sorry|offline)$/.test(name),
  );

test.each([...new Set(SCREENS)])('%s is a kind of page of its own', async (page) => {
  await api.call('POST', '/vitals', { body: { page, FCP: 300 } });
  expect(await metrics()).toContain(
    `priceroo_web_vital_seconds_count{page="${page}",vital="FCP"} 1\n`,
  );
});

test('an unknown page adds no new counter', async () => {
  for (let n = 0; n < 50; n += 1) {
    await api.call('POST', '/vitals', { body: { page: `made-up-${n}`, LCP: 1 } });
  }
  const text = await metrics();
  expect(text).not.toContain('made-up');
  expect(text).toContain('priceroo_web_vital_seconds_count{page="other",vital="LCP"} 50\n');
});

test.each([
  {},
  { page: 'home', LCP: -1 },
  { page: 'home', LCP: 1e9 },
  { page: 'home', CLS: '0.1' },
  { page: 'x'.repeat(41) },
])('%j is refused', async (body) => {
  expect((await api.call('POST', '/vitals', { body })).status).toBe(400);
});

test('sets no cookie and stores no row', async () => {
  const em = api.services.em();
  const rows = async () => [await em.count(RateLimit), await em.count(Session)];
  const before = await rows();
  const { headers } = await api.call('POST', '/vitals', { body: { page: 'home', FCP: 300 } });
  expect(headers.get('set-cookie')).toBeNull();
  expect(await rows()).toEqual(before);
});
