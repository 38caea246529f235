import { expect, test } from 'vitest';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { drawnOf, htmlOf } from '../../../tests/support/draw.ts';
import { Badges, Reasons } from './detail-parts.tsx';

test.each([
  ['in_stock', 'has stock'],
  ['out_of_stock', 'out of stock'],
  ['limited', 'limited stock'],
  ['limited_availability', 'limited stock'],
  ['pre_order', 'pre-order'],
  ['preorder', 'pre-order'],
  ['unknown', 'unknown'],
])('availability %s reads %s', (availability, text) => {
  const product = { availability, aiScore: { overall: 71.6 } } as ProductDetail;
  const page = drawnOf(Badges, { product });
  expect(
    page('.badge')
      .toArray()
      .map((badge) => page(badge).text()),
  ).toEqual(['AI score 72/100', text]);
});

test('gives the reasons of the score', () => {
  const reasons = [
    { reason: 'Cheapest of eight shops.' },
  ] as ProductDetail['recommendationReasons'];
  const html = htmlOf(Reasons, { reasons });
  expect(html).toContain('Why the score');
  expect(html).toContain('<li>Cheapest of eight shops.</li>');
});
