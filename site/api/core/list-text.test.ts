import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { toCsv, toJsonLines } from './list-text.ts';

const ROWS = [
  { name: 'Kettle, 1.7 L "Smart"', price: 149.5, retailer: { name: 'Koala' }, shops: [1, 2] },
  { name: 'two\nlines', price: -3, retailer: { name: null }, isNew: true },
];

test('CSV keeps commas, quotes and line breaks, and names nested fields by their path', () => {
  expect(parse(toCsv(ROWS), { columns: true })).toEqual([
    { name: 'Kettle, 1.7 L "Smart"', price: '149.5', 'retailer.name': 'Koala', isNew: '' },
    { name: 'two\nlines', price: '-3', 'retailer.name': '', isNew: 'true' },
  ]);
});

test.each(['=1+1', '+61', '-2', '@SUM(A1)', '\t=1'])(
  'escapes %j, which a spreadsheet would read as a formula',
  (name) => {
    expect(parse(toCsv([{ name }]), { columns: true })).toEqual([{ name: `'${name}` }]);
  },
);

test('JSON lines keep rows unchanged, and an empty list gives an empty text', () => {
  const read = toJsonLines(ROWS).trimEnd().split('\n');
  expect(read.map((line) => JSON.parse(line))).toEqual(ROWS);
  expect(toJsonLines([])).toBe('');
});
