import type { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { audText } from '#site/ui/price-text.ts';
import { drawnOf, htmlOf } from '../../../tests/support/draw.ts';
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
  const page = drawnOf(ShopOffers, { product, money: audText });
  const texts = page('a.view')
    .toArray()
    .map((link) => page(link).text());
  expect(texts).toEqual(['View at Kite(opens in a new tab)', 'View at Emu(opens in a new tab)']);
});

test('one offer alone is not compared with itself', () => {
  const isCompared = (...offers: string[]) => {
    const product = { offerId: 'Kite', offers: offers.map((name) => offerOf(name)) };
    const page = htmlOf(ShopOffers, { product, money: audText });
    return page.includes('lowest price');
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
  const page = drawnOf(ShopOffers, { product, money: audText });
  const rows = page('li').toArray();
  const texts = rows.map((row) => [
    page(row).find('.shop > .strong').text(),
    page(row).find('.asks').text(),
  ]);
  expect(texts).toEqual([
    ['Kite', '$49.00lowest price'],
    ['Emu', '$69.00+$20.00'],
    ['Gone', '$45.00'],
  ]);
});

describe('with delivery', () => {
  const known = (price: number, isFrom = false) => ({
    delivered: { price, cost: 5, isFrom, by: 'shop' },
    delivery: {
      rates: [],
      text: 'Delivery $5.00.',
      source: 'https://emu.test/',
      checkedOn: '2026-11-29',
    },
  });
  const offers = [
    offerOf('Gull', { delivered: null, delivery: null, currentPrice: 40 }),
    offerOf('Kite', known(70)),
    offerOf('Emu', { ...known(65, true), currentPrice: 60 }),
  ];
  const drawn = (by: 'price' | 'delivered', of = offers) => {
    const product = { offerId: 'Gull', offers: of };
    const choice = { by, postcode: '' };
    return drawnOf(ShopOffers, { product, money: audText, choice });
  };
  const rows = (page: ReturnType<typeof load>) =>
    page('li')
      .toArray()
      .map((row) => [page(row).find('.shop > .strong').text(), page(row).find('.asks').text()]);

  test('the item price comes first unless chosen otherwise', () => {
    expect(rows(drawn('price'))).toEqual([
      ['Gull', '$40.00lowest price'],
      ['Kite', '$49.00+$9.00$70.00 delivered'],
      ['Emu', '$60.00+$20.00from $65.00 delivered'],
    ]);
  });

  test('sorted by it, the shops whose delivery is not known stand apart', () => {
    const page = drawn('delivered');
    expect(page('h3').text()).toBe('Delivery not known');
    expect(rows(page)).toEqual([
      ['Emu', 'from $65.00item $60.00'],
      ['Kite', '$70.00item $49.00'],
      ['Gull', '$40.00lowest price'],
    ]);
    expect(page('details').text()).toContain('Checked 29 Nov 2026: source');
    expect(page('details').last().text()).toContain('Nobody has read');
  });

  test('asks for a postcode only where a shop goes by it, and for nothing where all is unknown', () => {
    expect(drawn('price')('[data-postcode]')).toHaveLength(0);
    const rates = [{ cost: 5, postcodes: ['3000-3207'] }];
    const asking = offers.map((offer) => ({
      ...offer,
      delivery: offer.delivery && { ...offer.delivery, rates },
    }));
    expect(drawn('price', asking)('[data-postcode]')).toHaveLength(1);
    const unknown = drawn('delivered', [offerOf('Kite'), offerOf('Emu')]);
    expect([unknown('form').length, unknown('h3').length]).toEqual([0, 0]);
    expect(unknown('section > p').text()).toContain('not known');
  });
});
