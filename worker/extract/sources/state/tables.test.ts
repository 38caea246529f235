import { expect, it } from 'vitest';
import { tableRows } from './wrappers.ts';

const HEADER = ['sku', 'title', 'price'];
const ROW = ['A-1', 'Kettle', 49.95];
const KETTLE = { sku: 'A-1', title: 'Kettle', price: 49.95 };

it('rows are objects by the columns beside them or in their first row', () => {
  expect(tableRows({ columns: HEADER, rows: [ROW] })).toEqual([KETTLE]);
  expect(tableRows({ data: [HEADER, ROW] })).toEqual([KETTLE]);
});

it('lists of lists without a price are no table', () => {
  expect(tableRows({ columns: ['a', 'b', 'c'], rows: [[1, 2, 3]] })).toBeNull();
  expect(
    tableRows({
      points: [
        [1, 2],
        [3, 4],
      ],
      price: 3,
    }),
  ).toBeNull();
});
