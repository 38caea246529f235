import { afterAll, beforeAll, expect, test } from 'vitest';
import { Ask } from '#db/entities/ask.ts';
import { WorkerProcess } from '#db/entities/operations.ts';
import { beat } from '#db/queries/operators/workers.ts';
import { openAdminSite, signedIn } from '../support/admin-site.ts';
import { createRetailer, createRun, daysAgo } from '../support/factory.ts';
import type { SmallBrowser } from '../support/small-browser.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let base: TestApi;
let operator: SmallBrowser;

beforeAll(async () => {
  base = await openEmptyApi({
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    MODEL_DOLLARS_PER_MILLION: '1,4',
    MODEL_DOLLARS_A_DAY: '5',
  });
  const em = base.services.em();
  const { id: retailer } = await createRetailer(em, { slug: 'kettle-hut' });
  await createRetailer(em, { slug: 'new-shop' });
  const add = (nth: number, run: Partial<Parameters<typeof createRun>[1]>) =>
    createRun(em, {
      retailer,
      pagesDone: 10,
      offersSeen: 8,
      startedAt: daysAgo(nth),
      finishedAt: daysAgo(nth),
      ...run,
    });
  await add(0, {});
  await add(1, {});
  await add(1, { status: 'quarantined' });
  // Most of its pages were refused.
  await add(1, { offersSeen: 1, refusals: { blocked: 9 } });
  await add(1, { refusals: { 'no-price': 2 } });
  await add(5, {});
  // Not counted: too old, still open, without a page, a replay.
  await add(40, { status: 'undone' });
  await add(0, { status: 'running', finishedAt: null });
  await add(2, { pagesDone: 0, offersSeen: 0 });
  await add(2, { kind: 'replay', status: 'undone' });
  operator = await signedIn(await openAdminSite(base));
});
afterAll(() => base.close());

const LINE =
  'aria-label="66 % of 6 runs in 30 days went well; worst 50 %, 1 day ago; no run on 27 days"';

test.each(['/admin/retailers', '/admin/retailers/kettle-hut'])('%s draws it', async (path) => {
  const page = await (await operator.get(path)).text();
  expect(page).toContain(LINE);
  // A dot, a gap, then yesterday and today.
  expect(page).toMatch(/<path d="M[\d.]+ 2\.0h0M[\d.]+ 12\.0h0L118\.0 2\.0"\/>/);
});

test.each(['/admin/retailers', '/admin/runs'])(
  '%s says that an open run waits while no worker lives, and runs while one does',
  async (path) => {
    const em = base.services.em();
    await em.nativeDelete(WorkerProcess, {});
    expect(await (await operator.get(path)).text()).toMatch(/No worker[\s\S]+aiting for a worker/);
    await beat(em, 'one', ['fetch']);
    const page = await (await operator.get(path)).text();
    expect(page).toMatch(/1 worker[\s\S]+unning/);
    expect(page).not.toContain('aiting for a worker');
  },
);

test('a shop without runs says so', async () => {
  expect(await (await operator.get('/admin/retailers/new-shop')).text()).toContain('no runs');
});

test('the overview names what the model cost, by model, and the limit', async () => {
  expect(await (await operator.get('/admin')).text()).not.toContain('The model');
  const ask = { kind: 'score' as const, key: '', input: {} };
  await base.services
    .em()
    .insert(Ask, { ...ask, model: 'tiny', tokensIn: 500_000, tokensOut: 250_000 });
  const page = await (await operator.get('/admin')).text();
  expect(page).toContain('The model rests at US$5.00 a day.');
  expect(page).toMatch(/>tiny<[\s\S]+>500,000<[\s\S]+>250,000<[\s\S]+>US\$1\.50</);
});
