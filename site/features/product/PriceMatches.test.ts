import { expect, test } from 'vitest';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { audText } from '#site/ui/price-text.ts';
import { drawnOf } from '../../../tests/support/draw.ts';
import { PriceMatches } from './PriceMatches.tsx';
import { PriceProof } from './PriceProof.tsx';

const match = {
  offerId: 'k',
  shop: 'Kite',
  price: 60,
  promised: 47.5,
  text: 'beats a lower price by 5%',
  conditions: ['Not for sellers on marketplaces.'],
  source: 'https://kite.test/promise',
  checkedOn: '2026-11-28',
  against: { offerId: 'e', shop: 'Emu', price: 50 },
} as ProductDetail['priceMatches'][number];

test('a promise says what to show, what it comes to, its conditions and its source', () => {
  const path = '/products/kettle-1';
  const draw = (matches: ProductDetail['priceMatches'], best = 50) =>
    drawnOf(PriceMatches, { matches, best, path, money: audText });
  const page = draw([match]);
  expect(page('.promise').text()).toBe(
    'Kite beats a lower price by 5%. Show them Emu’s $50.00; they ask $60.00.',
  );
  expect(page('.promised').text()).toContain('$47.50');
  expect(page('a.button').attr('href')).toBe('/products/kettle-1/proof?shop=k');
  expect(page('details').text()).toMatch(/marketplaces\..*decides.*Checked 28 Nov 2026/);
  expect(page('h2').text()).toBe('Ask for a lower price');
  expect(draw([match], 47.5).text()).toContain('None goes below today’s best price, $47.50.');
  expect(draw([]).text()).toBe('');
});

test('the proof has the product, both prices with address and Sydney time, and the promise', () => {
  const offer = (offerId: string, productUrl: string, currentPrice: number) => ({
    offerId,
    name: 'Acme Kettle 1.7L',
    productUrl,
    currentPrice,
    availability: 'in_stock',
    seller: null,
    priceMeta: { priceFetchedAt: '2026-11-29T01:05:00Z' },
  });
  const product = {
    name: 'Acme Kettle',
    gtin: '9312345678907',
    offers: [offer('e', 'https://emu.test/kettle', 50), offer('k', 'https://kite.test/k', 60)],
  } as unknown as ProductDetail;
  const page = drawnOf(PriceProof, {
    product,
    match,
    address: 'https://site.test/p',
    printedAt: 'now',
  });
  const text = page('article').text();
  for (const part of [
    'Barcode 9312345678907',
    'Emu asks$50.00',
    'https://emu.test/kettle',
    'Kite asks$60.00',
    'Kite beats a lower price by 5%',
    '$47.50',
    'Checked 28 Nov 2026 at https://kite.test/promise.',
    'https://site.test/p',
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/29 Nov 2026, 12:05\spm/);
});
