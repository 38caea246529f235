import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { parsePackSize } from '../pack/pack-size.ts';
import { readPaidLines } from './docket-lines.ts';
import { likeliestOffers } from './likeliest.ts';

const offers = (...rows: (readonly [name: string, dollars: number, points?: number])[]) =>
  rows.map(([name, dollars, points = 30]) => ({
    ...{ offerId: name, productId: name, shop: 'gumnut', isMachine: false, points },
    ...{ priceCents: cents(Math.round(dollars * 100)), pack: parsePackSize(name) },
  }));

function likeliest(receipt: string, ...rows: Parameters<typeof offers>) {
  const [line] = readPaidLines(receipt);
  if (!line) throw new Error('no line');
  return likeliestOffers(line, offers(...rows), line.paidCents).map(({ offerId }) => offerId);
}

test('the price paid tells which of the matching products was bought', () => {
  const milks = [
    ['Long life skim milk 2 L', 2.05],
    ['Full cream milk 2 L', 3.6],
    ['Organic milk 2 L', 6.5],
    ['Full cream milk 1 L', 3.6],
  ] as const;
  expect(likeliest('2 L milk $3.60', ...milks)).toEqual([
    'Full cream milk 2 L',
    'Long life skim milk 2 L',
    'Organic milk 2 L',
  ]);
});

test('no size is assumed: the pack whose price was paid comes first', () => {
  const biscuits = [
    ['Weet-Bix 375 g', 3.2],
    ['Weet-Bix 575 g', 4],
    ['Weet-Bix 1.2 kg', 5.5],
    ['Weet-Bix 750 g', 4.6],
  ] as const;
  expect(likeliest('weet-bix $5.50', ...biscuits)).toEqual([
    'Weet-Bix 1.2 kg',
    'Weet-Bix 750 g',
    'Weet-Bix 575 g',
  ]);
});

test('without a price the best match comes first, and a better match outweighs a price a little nearer', () => {
  expect(likeliest('kettle', ['Kettle cleaner', 5, 20], ['Kettle', 49, 30])[0]).toBe('Kettle');
  expect(likeliest('kettle $45', ['Kettle mat', 45, 22], ['Kettle', 49, 30])[0]).toBe('Kettle');
});

test('a stated size that the shop does not have leaves its other sizes', () => {
  expect(likeliest('3 L milk $4', ['Milk 2 L', 3.6])).toEqual(['Milk 2 L']);
  expect(likeliest('3 L milk $4')).toEqual([]);
});
