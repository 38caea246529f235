import { expect, test } from 'vitest';
import type { RankedProduct } from '#site/api/responses/search-product.ts';
import { bestOfferPerShop, docketsOf, usualUnit } from './dockets.ts';

const IDS = {
  kettle: '0190a000-0000-7000-8000-000000000001',
  toaster: '0190a000-0000-7000-8000-000000000002',
};

function offer(
  productName: keyof typeof IDS,
  shop: string,
  currentPrice: number,
  over: Partial<RankedProduct> & { trust?: number } = {},
): RankedProduct {
  const { trust = 8, ...rest } = over;
  const id = IDS[productName];
  return {
    _id: id,
    productId: id,
    productName,
    productPath: `/products/${productName}`,
    offerId: `${shop} ${currentPrice}`,
    currentPrice,
    name: `${productName} at ${shop}`,
    imageUrl: '',
    productUrl: `https://${shop}.test/`,
    originalPrice: null,
    discountPercentage: 0,
    isOnSale: false,
    category: 'Kitchen',
    brand: null,
    description: '',
    availability: 'in_stock',
    seller: null,
    unitPrice: null,
    rating: { average: 0, count: 0 },
    retailer: { name: shop, trustScore: trust, category: '', region: '', website: '' },
    aiScore: { overall: 5, price: 5, quality: 5, value: 5, by: 'rules' },
    aiRecommendation: { reason: '', highlights: [] },
    priceMeta: { priceSource: 'demo', priceFetchedAt: '2026-11-22T00:00:00.000Z' },
    isTheThing: true,
    isSimilar: false,
    offersOfProduct: 1,
    variantsOfProduct: 1,
    shopsOfProduct: 1,
    shopsSelling: 1,
    lowest: null,
    highest: null,
    history: [],
    canBuy: !['out_of_stock', 'sold_out'].includes(rest.availability ?? 'in_stock'),
    ...rest,
  };
}

test('groups one docket per product in response order with the cheapest available offer as best', () => {
  const [kettle, toaster] = docketsOf([
    offer('kettle', 'Dear', 90),
    offer('toaster', 'Only', 20, { availability: 'sold_out' }),
    offer('kettle', 'Gone', 40, { availability: 'out_of_stock' }),
    offer('kettle', 'Silent', 60, { availability: 'unknown' }),
  ]);
  expect(kettle?.offers.map(({ retailer }) => retailer.name)).toEqual(['Silent', 'Dear', 'Gone']);
  expect(kettle?.best.currentPrice).toBe(60);
  expect([kettle?.canBuy, toaster?.canBuy]).toEqual([true, false]);
});

test('puts the more trusted of two shops with the same price first', () => {
  const [kettle] = docketsOf([
    offer('kettle', 'New', 50, { trust: 6.1 }),
    offer('kettle', 'Known', 50, { trust: 9 }),
  ]);
  expect(kettle?.best.retailer.name).toBe('Known');
});

test('keeps only the offers of the chosen shops', () => {
  const answered = [offer('kettle', 'A', 50), offer('kettle', 'B', 60)];
  expect(docketsOf(answered, ['B'])[0]?.best.currentPrice).toBe(60);
});

test('lists a shop with several sellers once, at its lowest price', () => {
  const [kettle] = docketsOf([
    offer('kettle', 'Market', 61, { seller: 'Mallee Mart' }),
    offer('kettle', 'Fair', 57),
    offer('kettle', 'Market', 58, { seller: 'Outpost' }),
    offer('kettle', 'Depot', 60),
  ]);
  const named = bestOfferPerShop(kettle?.offers ?? []).map((one) => [
    one.retailer.name,
    one.currentPrice,
  ]);
  expect(named).toEqual([
    ['Fair', 57],
    ['Market', 58],
    ['Depot', 60],
  ]);
});

test('names the unit that most products are priced by, if there is one', () => {
  const per100g = { unitPrice: { price: '0.50', quantity: 100, unit: 'g' } };
  const [sauce] = docketsOf([offer('kettle', 'A', 2, per100g)]);
  const [barbecue] = docketsOf([offer('toaster', 'A', 900)]);
  if (!sauce || !barbecue) throw new Error('no dockets');
  expect(usualUnit([sauce, barbecue, sauce])).toBe('per 100 g');
  expect(usualUnit([barbecue, sauce])).toBeNull();
  expect(usualUnit([barbecue, barbecue, sauce])).toBeNull();
  expect(usualUnit([])).toBeNull();
});
