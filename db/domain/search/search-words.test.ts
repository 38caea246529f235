import { expect, test } from 'vitest';
import { cutQuery, normaliseQuery } from './query-text.ts';
import { queryWords, searchText, searchWords } from './search-words.ts';

test.each([
  ['65inch tv', 'LG 65 inch TV'],
  ['65inch tv', 'LG 65" TV'],
  ['65 inch tv', 'LG 65inch TV'],
  ['128gb', 'Phone 128 GB'],
  ['6pack', 'Cola 6pack'],
  ['wh1000xm5', 'Sony WH-1000XM5'],
  ['1.5kg', 'Rice 1.5kg'],
  ['iphone 5s', 'iPhone 5s'],
  ['5ah battery', 'Battery 5.0Ah'],
  ['sony xm5', 'Sony WH-1000XM5'],
  ['weetbix', 'Weet-Bix'],
  ['galaxy fold', 'Samsung Galaxy Z Fold6'],
  ['sugar free cola', 'Cola No Added Sugar'],
])('%j finds %j', (query, name) => {
  const words = searchWords(name);
  expect(queryWords(query).filter((word) => !words.includes(word))).toEqual([]);
});

test('does not match a decimal number by its parts', () => {
  expect(searchWords('Washer 8.5kg')).not.toContain('8');
  expect(searchWords('Washer 8.5kg')).not.toContain('5kg');
});

test('keeps a single letter with its number, as in a name', () => {
  expect(queryWords('pixel 7a 5g')).toEqual(['pixel', '7a', '5g']);
});

test('cuts long text between characters, never within one', () => {
  const party = '🎉';
  const long = `  ${'a'.repeat(199)}${party} balloons  `;
  expect(cutQuery(long)).toBe('a'.repeat(199));
  expect(cutQuery(`${'a'.repeat(198)}${party}s`)).toBe(`${'a'.repeat(198)}${party}`);
  expect(normaliseQuery(`${'a'.repeat(99)}${party}`)).toBe('a'.repeat(99));
  expect(queryWords(`${'a'.repeat(39)}𐐀`)).toEqual(['a'.repeat(39)]);
});

test('drops characters that no search contains', () => {
  expect(cutQuery('\0 tea\0 ')).toBe('tea');
  expect(cutQuery(`${'a'.repeat(199)}   b`)).toBe('a'.repeat(199));
});

test('joins names, shelves and head noun into a search text', () => {
  const milk = searchText('Pura Full Cream Milk 2L', ['Pura', null], ['Groceries', 'Milk & Dairy']);
  expect(milk).toBe('pura full cream milk 2l 2 l | groceries milk |  | milk');
  const cheese = searchText('Bega Tasty 500g', [], ['Groceries > Milk & Dairy']);
  expect(cheese).toBe('bega tasty 500g 500 g | groceries | milk dairy | tasty');
  expect(searchText('500 g', [], [])).toBe('500 g 500g |  |  | ');
});
