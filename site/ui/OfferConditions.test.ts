import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { htmlOf } from '../../tests/support/draw.ts';
import { OfferConditions } from './OfferConditions.tsx';
import { audText } from './price-text.ts';

type Conditions = Parameters<typeof OfferConditions>[0]['conditions'];

/** Rendered text of the conditions. */
function textsOf(conditions: Conditions): string[] {
  const html = htmlOf(OfferConditions, { conditions, money: audText });
  const page = load(html);
  return page('.conditions > span')
    .toArray()
    .map((part) => page(part).text());
}

test('describes a shop’s conditions in words', () => {
  const multiBuy = { quantity: 2, total: 12, each: 6 };
  expect(textsOf({ memberPrice: 8, multiBuy, delivery: 9.95 })).toEqual([
    'Members pay $8.00',
    '2 for $12 ($6.00 each)',
    '+ $9.95 delivery',
  ]);
  expect(textsOf({ delivery: 0 })).toEqual(['Free delivery']);
  expect(textsOf(undefined)).toEqual([]);
});
