import { expect, test } from 'vitest';
import { checkedText, deliverySentences, promiseConditions, promiseText } from './facts-text.ts';
import type { DeliveryFact, PriceMatchFact } from './retailer-facts.ts';

const read = { source: 'https://kite.test/', checkedOn: '2026-11-29' };
const delivery = { rates: [], freeFromCents: null, pickUpCents: null, ...read };
const NSW = { costCents: 700, postcodes: ['2000-2234'] };

test.each<[Partial<DeliveryFact>, string[]]>([
  [{}, ['Delivery varies.']],
  [{ freeFromCents: 9_900 }, ['Delivery varies, free from $99.00.']],
  [
    { rates: [{ costCents: 995 }], freeFromCents: 9_900, pickUpCents: 0, note: 'Bulky is more.' },
    ['Delivery $9.95, free from $99.00.', 'Pick-up free.', 'Bulky is more.'],
  ],
  [{ rates: [{ costCents: 0 }], pickUpCents: 500 }, ['Delivery free.', 'Pick-up $5.00.']],
  [{ rates: [{ costCents: 900, area: 'metro areas' }] }, ['Delivery $9.00 to metro areas.']],
  [
    { rates: [NSW, { costCents: 1_400 }] },
    ['Delivery $7.00 to postcodes 2000-2234, $14.00 elsewhere.'],
  ],
])('%o reads %o', (own, sentences) => {
  expect(deliverySentences({ ...delivery, ...own })).toEqual(sentences);
});

test('a promise says what it does and what it leaves out', () => {
  const beats: PriceMatchFact = {
    promise: 'beat',
    percent: 5,
    excludes: ['marketplace', 'online-only'],
    note: 'Bring proof.',
    ...read,
  };
  expect(promiseText(beats)).toBe('beats a lower price by 5%');
  expect(promiseConditions(beats)).toEqual([
    'Not for sellers on marketplaces and shops without stores.',
    'Bring proof.',
  ]);
  expect(promiseConditions({ ...beats, excludes: [], note: undefined as never })).toEqual([]);
  expect(checkedText(read)).toBe('Checked 29 Nov 2026');
});
