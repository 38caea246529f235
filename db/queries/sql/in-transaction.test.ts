import { expect, test } from 'vitest';
import { createRetailer } from '../../../tests/support/factory.ts';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { Retailer } from '../../entities/retailer.ts';
import { inTransaction } from './in-transaction.ts';

const orm = ormForFile();

test('two writers that lock two rows in opposite order both finish', async () => {
  const [one, two] = [await createRetailer(orm.em()), await createRetailer(orm.em())];
  const met = Promise.withResolvers<void>();
  let begun = 0;
  const write = (name: string, ids: string[]) =>
    inTransaction(orm.em(), async (tx) => {
      begun += 1;
      for (const id of ids) {
        await tx.nativeUpdate(Retailer, { id }, { name });
        if (begun >= 2) met.resolve();
        await met.promise;
      }
    });
  await Promise.all([write('a', [one.id, two.id]), write('b', [two.id, one.id])]);
  expect(begun).toBe(3);
  const names = (await orm.em().findAll(Retailer)).map(({ name }) => name);
  expect(new Set(names).size).toBe(1);
});
