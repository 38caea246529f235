import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRetailer } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { closeRuns, openRun } from './runs.ts';

const orm = ormForFile();

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
