import { expect, test } from 'vitest';
import { looserQueries, nearestQueries } from './looser-query.ts';
import { understandQuery } from './understand-query.ts';

function looser(query: string, brands: string[], unsaid: string[] = []) {
  const known = { brands: new Set(brands), unsaid: new Set(unsaid) };
  return [...looserQueries(understandQuery(query), known)].map(({ groups }) =>
    groups.map(([typed]) => typed).join(' '),
  );
}

test.each([
  ['samsung fridge turquoise', ['samsung'], ['samsung fridge']],
  ['sony headphones wireless', [], ['sony headphones', 'headphones wireless']],
  ['sony headphones wireless', ['sony'], ['sony headphones']],
  ['65 inch tv', [], ['65 tv']],
  ['iphone 16 case', [], []],
  ['fridge', [], []],
  ['fish oil capsules', [], ['fish oil', 'fish capsules']],
  ['tinned sardines', [], ['sardines']],
  ['usb c power bank', [], ['power bank']],
])('%s of the brands %j may be %j', (query, brands, queries) => {
  expect(looser(query, brands)).toEqual(queries);
});

test('a word that no offer holds only describes the thing that follows, and is no thing itself', () => {
  expect(looser('dslr camera', [])).toEqual([]);
  expect(looser('dslr camera', [], ['dslr'])).toEqual(['camera']);
  expect(looser('camera zzgrip', [], ['zzgrip'])).toEqual(['camera']);
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
