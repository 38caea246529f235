import { expect, test } from 'vitest';
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import { readPage } from '../../tests/support/small-pages.ts';
import { guardReading, guardShopOffer } from './guard-reading.ts';

const SHOP = { name: 'Tuckerbox', currency: 'AUD' };

function stored(reading: PageReading) {
  return guardReading(reading, SHOP).offers.map(({ reading: offer, content }) => [
    offer.url,
    offer.seller,
    content.variant,
  ]);
}

function answer(products: object[]): PageReading {
  return readPage({
    body: JSON.stringify({ products }),
    url: 'https://tuckerbox.example/api/list',
    contentType: 'application/json',
  });
}

test('codes distinguish the items of a list without links', () => {
  const reading = answer([
    { name: 'Bananas Cavendish', price: 3.5, sku: '1001' },
    { name: 'Bananas Lady Finger', price: 5.9, sku: '1002' },
    { name: 'Royal Gala Apples', price: 4.5, sku: '1003' },
  ]);
  expect(stored(reading).map(([, , variant]) => variant)).toEqual(['1001', '1002', '1003']);
});

/** A kettle at an address. */
function offer(url: string, seller: string | null): OfferReading {
  return {
    name: 'Kettle',
    url,
    price: '49.00',
    currency: 'AUD',
    originalPrice: null,
    availability: 'in_stock',
    brand: null,
    gtin: null,
    mpn: null,
    sku: 'K1',
    rating: null,
    imageUrl: null,
    category: null,
    description: null,
    specifications: {},
    seller,
    variant: 'Red',
    unitPrice: null,
    memberPrice: null,
    multiBuy: null,
    deliveryCost: null,
    source: 'json-ld',
  };
}

test('an offer with its own address needs no label, and the shop itself is not a seller', () => {
  const page = {
    product: null,
    variants: [],
    canonicalUrl: null,
    links: { products: [], lists: [], others: [] },
    rejected: null,
  };
  const here = 'https://tuckerbox.example/p/1';
  const items = [offer(here, 'Tuckerbox'), offer(here, 'Tin Shed'), offer(`${here}?v=2`, null)];
  expect(stored({ ...page, items })).toEqual([
    [here, null, ''],
    [here, 'Tin Shed', ''],
    [`${here}?v=2`, null, ''],
  ]);
});

test('refuses a price above the limit of its category', () => {
  const reading = answer([
    { name: 'Full Cream Milk 2L', price: 1300123.45, sku: '1' },
    { name: 'Full Cream Milk 3L', price: 130012.34, sku: '2' },
    { name: 'Full Cream Milk 1L', price: 2.45, sku: '3' },
  ]);
  const { offers, refusals } = guardReading(reading, SHOP);
  expect(offers.map(({ reading: { name } }) => name)).toEqual(['Full Cream Milk 1L']);
  expect(refusals).toEqual({ 'price-implausible': 2 });
});

test.each([
  ['JB Hi-Fi', 'JBHIFI', true],
  ['JB Hi-Fi', 'JB Hi-Fi Pty Ltd', true],
  ['Street shop', 'Street', true],
  ['Kogan', 'Kogan.com.au', true],
  ['Kogan', 'Orbit Traders', false],
  ['Amazon AU', 'Amazon US', false],
  ['Tuckerbox', 'Online Store', false],
])('%s: the seller %s is the shop: %s', (name, seller, isShop) => {
  const { reading } = guardShopOffer(offer('https://x.example/p', seller), { ...SHOP, name });
  expect(reading.seller).toBe(isShop ? null : seller);
});
