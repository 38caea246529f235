import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PriceBar } from './PriceBar.tsx';

test('a bar is as long as its price, so that a small difference looks small', () => {
  const bar = (price: number) =>
    renderToStaticMarkup(createElement(PriceBar, { price, lowest: 90, highest: 100 }));
  expect(bar(90)).toContain('<rect width="90%"');
  expect(bar(100)).toContain('<rect width="100%"');
});
