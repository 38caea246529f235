import { expect, test } from 'vitest';
import { htmlOf } from '../../tests/support/draw.ts';
import { PriceBar } from './PriceBar.tsx';

test('a bar is as long as its price, so that a small difference looks small', () => {
  const bar = (price: number) => htmlOf(PriceBar, { price, lowest: 90, highest: 100 });
  expect(bar(90)).toContain('<rect width="90%"');
  expect(bar(100)).toContain('<rect width="100%"');
});
