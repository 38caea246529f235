import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ormForFile } from '../../../tests/support/orm-for-file.ts';
import { inBatches } from './in-batches.ts';

const orm = ormForFile();

const numbers = (most: number) => sql<{ n: number }>`select n from generate_series(1, ${most}) n`;

test('gives all rows in their order, a batch at a time', async () => {
  const sizes: number[] = [];
  let next = 1;
  for await (const batch of inBatches(orm.em(), numbers(7), 3)) {
    sizes.push(batch.length);
    for (const { n } of batch) expect(n).toBe(next++);
  }
  expect(sizes).toEqual([3, 3, 1]);
  for await (const batch of inBatches(orm.em(), numbers(0), 3)) expect(batch).toBe('no batch');
});

test('a reader that stops early or fails gives its connection back', async () => {
  for (let time = 0; time < 12; time += 1) {
    for await (const _ of inBatches(orm.em(), numbers(7), 3)) break;
    const failing = async () => {
      for await (const _ of inBatches(orm.em(), numbers(7), 3)) throw new Error('failed');
    };
    await expect(failing()).rejects.toThrow('failed');
  }
  const open = `select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  expect(await orm.em().execute(open)).toEqual([{ open: 0 }]);
});
