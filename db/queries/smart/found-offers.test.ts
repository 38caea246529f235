import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct } from '../../../tests/support/factory.ts';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import { specificationsOf } from './found-offers.ts';

let open: TestOrm;
beforeAll(async () => {
  open = await openTestOrm();
});
afterAll(() => open.close());

test('reads specifications by product', async () => {
  const specifications = { SKU: 'X-1', 'Number of cups': '2' };
  const { id } = await createProduct(open.em(), { specifications });
  expect(await specificationsOf(open.em(), [id])).toEqual(new Map([[id, specifications]]));
});
