import { load } from 'cheerio';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { audText } from '#site/ui/price-text.ts';
import { ShopOffers } from './ShopOffers.tsx';

const offerOf = (name: string, own = {}) =>
  ({
    offerId: name,
    productUrl: `https://${name}.test/kettle`,
    currentPrice: 49,
    availability: 'in_stock',
    canBuy: true,
    groupedBy: 'grouped by barcode',
    retailer: { name, trustScore: 8 },
    ...own,
  }) as unknown as ProductDetail['offers'][number];

test('each link to a shop names its shop, also in a list of links', () => {
  const product = { offerId: 'Kite', offers: [offerOf('Kite'), offerOf('Emu')] };
  const page = load(renderToStaticMarkup(createElement(ShopOffers, { product, money: audText })));
  const texts = page('a.view')
    .toArray()
    .map((link) => page(link).text());
  expect(texts).toEqual(['View at Kite(opens in a new tab)', 'View at Emu(opens in a new tab)']);
});

test('one offer alone is not compared with itself', () => {
  const isCompared = (...offers: string[]) => {
    const product = { offerId: 'Kite', offers: offers.map((name) => offerOf(name)) };
    const page = renderToStaticMarkup(createElement(ShopOffers, { product, money: audText }));
    return page.includes('best offer');
  };
  expect([isCompared('Kite', 'Emu'), isCompared('Kite')]).toEqual([true, false]);
});

test('lists buyable offers first, each against the best, even where a cheaper one is sold out', () => {
  const gone = { availability: 'sold_out', canBuy: false };
  const offers = [
    offerOf('Gone', { ...gone, currentPrice: 45 }),
    offerOf('Kite'),
    offerOf('Emu', { currentPrice: 69 }),
  ];
  const product = { offerId: 'Kite', offers };
  const page = load(renderToStaticMarkup(createElement(ShopOffers, { product, money: audText })));
  const rows = page('li').toArray();
  const texts = rows.map((row) => [
    page(row).find('.shop > .strong').text(),
    page(row).find('.asks').text(),
  ]);
  expect(texts).toEqual([
    ['Kite', '$49.00best offer'],
    ['Emu', '$69.00+$20.00'],
    ['Gone', '$45.00'],
  ]);
});
