import { expect, test } from 'vitest';
import { looserQueries, nearestQueries } from './looser-query.ts';
import { understandQuery } from './understand-query.ts';

function looser(query: string, ...brands: string[]) {
  return [...looserQueries(understandQuery(query), new Set(brands))].map(({ groups }) =>
    groups.map(([typed]) => typed).join(' '),
  );
}

test.each([
  ['samsung fridge turquoise', ['samsung'], ['samsung fridge']],
  ['sony headphones wireless', [], ['headphones wireless', 'sony headphones']],
  ['sony headphones wireless', ['sony'], ['sony headphones']],
  ['65 inch tv', [], ['65 tv']],
  ['iphone 16 case', [], []],
  ['fridge', [], []],
])('%s of the brands %j may be %j', (query, brands, queries) => {
  expect(looser(query, ...brands)).toEqual(queries);
});

test('what is near is the query without a limit, a word, or the thing', () => {
  expect(nearestQueries(understandQuery('laptop under $20'))).toEqual(['laptop']);
  expect(nearestQueries(understandQuery('iphone 16 case'))).toEqual([
    'iphone case',
    '16 case',
    'iphone 16',
    'case',
  ]);
});
