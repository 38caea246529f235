import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct } from '../../../tests/support/factory.ts';
import { openTestOrm, type TestOrm } from '../../../tests/support/test-orm.ts';
import { specificationsOf } from './found-offers.ts';

let open: TestOrm;
beforeAll(async () => {
  open = await openTestOrm();
});
afterAll(() => open.close());

test('leaves out identifiers of shops and makers', async () => {
  const specifications = {
    'Item number': '607198',
    SKU: 'X-1',
    'Model No.': 'EM7300',
    'Number of cups': '2',
    Pump: '15 bar',
  };
  const { id } = await createProduct(open.em(), { specifications });
  expect((await specificationsOf(open.em(), [id])).get(id)).toEqual({
    'Number of cups': '2',
    Pump: '15 bar',
  });
});
