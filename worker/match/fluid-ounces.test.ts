import { expect, test } from 'vitest';
import { compareTexts } from './compare.ts';
import { inMillilitres } from './fluid-ounces.ts';
import { productText } from './product-text.ts';

test.each([
  ['Frank Green 34oz Ceramic Bottle', 'Frank Green 1005ml Ceramic Bottle'],
  ['Dior Sauvage EDT 3.4 fl oz', 'Dior Sauvage EDT 101ml'],
  ['Hydro Flask 32 oz (946ml)', 'Hydro Flask   (946ml)'],
  ['Bison 8oz Duck Canvas', 'Bison 8oz Duck Canvas'],
])('rewrites %s as %s', (name, metric) => {
  expect(inMillilitres(name)).toBe(metric);
});

test('compares vessels across both systems', () => {
  const bottle = productText({
    name: 'Frank Green Ceramic Bottle Straw Lid 1L Midnight',
    price: 74,
  });
  const sameAs = (ounces: number) =>
    compareTexts(
      bottle,
      productText({
        name: `Frank Green ${ounces}oz Ceramic Bottle Straw Lid - Midnight`,
        price: 69,
      }),
    ).same;
  expect([34, 20].map(sameAs)).toEqual([true, false]);
});
