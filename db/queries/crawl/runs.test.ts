import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRetailer } from '../../../tests/support/factory.ts';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import { closeRuns, openRun } from './runs.ts';

let orm: TestOrm;

beforeAll(async () => {
  orm = await openTestOrm();
});

afterAll(() => orm.close());

test('a process that opens a run while another is adding it joins that run, until it is closed', async () => {
  const { id: retailer } = await createRetailer(orm.em());
  const open = () => openRun(orm.em(), retailer, 'crawl');
  let joined = Promise.resolve('');
  const first = await orm.em().transactional(async (tx) => {
    const id = await openRun(tx, retailer, 'crawl');
    joined = open();
    await Promise.race([joined, delay(300)]);
    return id;
  });
  expect(await joined).toBe(first);
  expect(await openRun(orm.em(), retailer, 'feed')).not.toBe(first);
  await closeRuns(orm.em(), { retailer, kind: 'crawl' });
  expect(await open()).not.toBe(first);
});
