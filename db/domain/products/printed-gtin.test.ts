import { expect, test } from 'vitest';
import { printedGtin } from './printed-gtin.ts';

test.each([
  ['an EAN', '09312345678907', '9312345678907'],
  ['a UPC as its EAN', '00009800895007', '0009800895007'],
  ['a short one', '00000096385074', '96385074'],
  ['a carton', '19312345678904', '19312345678904'],
])('%s', (_what, stored, printed) => {
  expect(printedGtin(stored)).toBe(printed);
});
