import { expect, test } from 'vitest';
import { cents } from '../money.ts';
import { type ComparedOffer, priceMatches } from './price-match.ts';
import { type PriceMatchFact, retailerFacts } from './retailer-facts.ts';

const NOW_MS = Date.parse('2026-11-29T00:00Z');
const HOUR_MS = 3_600_000;

const promise = (own: Partial<PriceMatchFact> = {}): PriceMatchFact => ({
  promise: 'beat',
  percent: 5,
  excludes: ['marketplace'],
  source: 'https://kite.test/promise',
  checkedOn: '2026-11-29',
  ...own,
});
const offer = (name: string, price: number, own: Partial<ComparedOffer> = {}): ComparedOffer => ({
  offerId: `${name} ${price}`,
  name: 'Kettle',
  retailerName: name,
  retailerCategory: 'Electronics',
  retailerRegion: 'National',
  seller: '',
  priceCents: cents(price),
  availability: 'in_stock',
  lastSeenAt: new Date(NOW_MS - HOUR_MS),
  priceMatch: null,
  ...own,
});
const kite = offer('Kite', 6_000, { priceMatch: promise() });
const found = (...offers: ComparedOffer[]) =>
  priceMatches(offers, NOW_MS).map(({ offer: own, against, promisedCents }) => [
    own.retailerName,
    against.retailerName,
    promisedCents,
  ]);

test.each([
  ['beats the lower price by 5 %, parts of a cent to the shop', promise(), 4_700],
  ['matches it', promise({ promise: 'match', percent: null }), 4_947],
  [
    'goes 10 % of the difference below it',
    promise({ promise: 'beat-difference', percent: 10 }),
    4_842,
  ],
])('a promise that %s', (_what, priceMatch, promisedCents) => {
  expect(found({ ...kite, priceMatch }, offer('Emu', 4_947))).toEqual([
    ['Kite', 'Emu', promisedCents],
  ]);
});

test.each<[string, Partial<ComparedOffer>]>([
  ['of a marketplace', { retailerCategory: 'Marketplace' }],
  ['of another seller', { seller: 'Bargain Bob' }],
  ['out of stock', { availability: 'out_of_stock' }],
  ['whose stock is not stated', { availability: 'unknown' }],
  ['to be released', { availability: 'pre_order' }],
  ['refurbished', { name: 'Kettle [Refurbished]' }],
  ['opened before', { name: 'Kettle, open box' }],
  ['on clearance', { name: 'Kettle (Clearance)' }],
  ['read a day ago', { lastSeenAt: new Date(NOW_MS - 25 * HOUR_MS) }],
  ['no cheaper', { priceCents: cents(6_000) }],
  ['of the same shop', { retailerName: 'Kite' }],
])('does not hold against an offer %s', (_what, own) => {
  expect(found(kite, offer('Emu', 4_947, own))).toEqual([]);
  expect(found(kite, offer('Emu', 4_947, own), offer('Gull', 5_500))).toEqual([
    ['Kite', 'Gull', 5_225],
  ]);
});

test('takes the cheapest offer that each promise covers, the lowest price first', () => {
  const emu = offer('Emu', 4_000, { retailerRegion: 'Online' });
  const gull = offer('Gull', 5_000);
  const stores = offer('Lark', 7_000, {
    priceMatch: promise({ percent: 10, excludes: ['online-only'] }),
  });
  expect(found(stores, kite, emu, gull)).toEqual([
    ['Kite', 'Emu', 3_800],
    ['Lark', 'Gull', 4_500],
  ]);
});

test.each<[string, Partial<ComparedOffer>]>([
  ['is out of stock', { availability: 'sold_out' }],
  ['makes no promise', { priceMatch: null }],
  ['says that it matches nothing', { priceMatch: promise({ promise: 'none', percent: null }) }],
  ['only hosts the seller', { seller: 'Bargain Bob' }],
])('says nothing of a shop that %s', (_what, own) => {
  expect(found({ ...kite, ...own }, offer('Emu', 4_947))).toEqual([]);
});

test('a promise to beat states by how much, and no other does', () => {
  const sound = (own: object) =>
    retailerFacts.safeParse({ priceMatch: { ...promise(), ...own } }).success;
  expect(sound({})).toBe(true);
  expect(sound({ percent: null })).toBe(false);
  expect(sound({ promise: 'match' })).toBe(false);
  expect(sound({ promise: 'none', percent: null })).toBe(true);
});
