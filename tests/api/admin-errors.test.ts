import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorGroup } from '#db/entities/operations.ts';
import { openOrm } from '#db/orm.ts';
import { keepErrors } from '#db/queries/operators/errors.ts';
import { purgeExpired } from '#db/queries/operators/retention.ts';
import { logger, logTo } from '#db/runtime/log.ts';
import type { HandleApi } from '#site/api/app.ts';
import { openAdminSite, signedIn } from '../support/admin-site.ts';
import { daysAgo } from '../support/factory.ts';
import { openEmptyApi, type TestApi } from '../support/test-api.ts';

let base: TestApi;
let site: { api: HandleApi };

beforeAll(async () => {
  logTo({ write: () => true });
  base = await openEmptyApi();
  site = await openAdminSite(base);
});
afterAll(async () => {
  await base.close();
  logTo(process.stdout);
});

const em = () => base.services.em();
const kinds = () => em().find(ErrorGroup, {}, { orderBy: { lastAt: 'desc' } });
const pageText = async () => (await (await signedIn(site)).get('/admin/errors')).text();

test('a flood of one kind is one row with its count, and passwords are masked', async () => {
  expect(await pageText()).toContain('No errors in the last 30 days.');
  const log = logger('till');
  for (let receipt = 1; receipt <= 1_000; receipt += 1) {
    const err = new TypeError(`receipt ${receipt} of "shop ${receipt}" has no total`);
    log.error({ err, call: 'GET /receipts/{id}', password: 'gum-tree' }, 'call failed');
  }
  log.warn({ err: new Error('the drawer is stuck') }, 'job failed');
  log.warn({ reason: 'closed' }, 'nothing went wrong with us');
  await base.services.errors.store();
  expect((await kinds()).map(({ count }) => count).toSorted()).toEqual([1, 1_000]);
  const page = await pageText();
  expect(page).toContain('call failed: receipt 1000 of &quot;shop 1000&quot; has no total');
  expect(page).toContain('till GET /receipts/{id}');
  expect(page).toContain(`:${process.pid}`);
  expect(page).toContain('at ');
  expect(page).toContain('job failed: the drawer is stuck');
  expect(page).not.toContain('gum-tree');
  expect(page).not.toContain('nothing went wrong');
  const overview = await (await signedIn(site)).get('/admin');
  expect(await overview.text()).toMatch(/Kinds of errors in 24 hours<\/a>[\s\S]{0,200}?>2</);
});

test('the same kind in another process adds to its row', async () => {
  logger('till').error(
    { err: new TypeError('receipt 7 of "x" has no total'), call: 'GET /receipts/{id}' },
    'call failed',
  );
  await keepErrors(em).close();
  const [newest] = await kinds();
  expect(newest).toMatchObject({
    count: 1_001,
    message: 'call failed: receipt 7 of "x" has no total',
  });
});

test('what could not be stored is stored once the database answers again', async () => {
  const { databaseUrl } = base.services.config;
  const away = await openOrm(databaseUrl ?? '');
  await away.close();
  logger('till').error('the roof leaks');
  const errors = keepErrors(() => away.em.fork());
  await errors.close();
  await base.services.errors.store();
  expect((await kinds()).map(({ message }) => message)).toContain('the roof leaks');
});

test('kinds go 30 days after their last error', async () => {
  await em().nativeUpdate(ErrorGroup, { message: 'the roof leaks' }, { lastAt: daysAgo(31) });
  await purgeExpired(em(), new AbortController().signal);
  expect((await kinds()).map(({ message }) => message)).not.toContain('the roof leaks');
});
