import { expect, test } from 'vitest';
import { type Availability, isBuyable } from '#domain/offers/availability.ts';
import type { PublicCategory } from '#site/server/public-pages/category.ts';
import type { PublicProduct } from '#site/server/public-pages/product.ts';
import type { PublicRetailer } from '#site/server/public-pages/retailer.ts';
import {
  categorySentences,
  historySentence,
  pricesCharged,
  productDescription,
  productTitle,
  retailerSentences,
  spreadSentence,
  withinSentence,
} from './words.ts';

type Offer = [shop: string, price: number, availability?: Availability];
const sold = (...offers: Offer[]) =>
  ({
    detail: {
      offers: offers.map(([name, currentPrice, availability = 'in_stock']) => ({
        retailer: { name },
        currentPrice,
        availability,
        canBuy: isBuyable(availability),
      })),
    },
  }) as unknown as PublicProduct;

test.each<[Offer[], string]>([
  [[['Kite', 5]], 'One Australian shop we read has it: Kite, for $5.00.'],
  [
    [
      ['Kite', 5],
      ['Emu', 7.5],
    ],
    '2 Australian shops have it now, from $5.00 at Kite to $7.50 at Emu, a difference of $2.50 for the same product.',
  ],
  [
    [
      ['Kite', 5],
      ['Emu', 5],
    ],
    '2 Australian shops have it, all for $5.00.',
  ],
  // An out-of-stock offer sets no price.
  [
    [
      ['Galah', 1, 'out_of_stock'],
      ['Kite', 5],
      ['Emu', 6],
    ],
    '2 Australian shops have it now, from $5.00 at Kite to $6.00 at Emu, a difference of $1.00 for the same product.',
  ],
  // Nor does an offer that is unavailable everywhere.
  [
    [['Galah', 1, 'sold_out']],
    'No Australian shop we read has it in stock. One lists it: Galah, for $1.00.',
  ],
  [
    [
      ['Galah', 1, 'pre_order'],
      ['Kite', 5, 'out_of_stock'],
    ],
    'No Australian shop we read has it in stock. 2 list it: Galah, for $1.00, others up to $5.00.',
  ],
  // Unstated stock counts as buyable, but the sentence does not claim stock.
  [
    [
      ['Galah', 1, 'unknown'],
      ['Kite', 5],
    ],
    '2 Australian shops offer it, from $1.00 at Galah to $5.00 at Kite, a difference of $4.00 for the same product.',
  ],
])('says how many shops sell it, and for how much: %j', (offers, sentence) => {
  expect(spreadSentence(sold(...offers))).toBe(sentence);
});

const year = {
  isEstimate: false,
  low: 400,
  high: 600,
  average: 520,
  today: 420,
  analysis: 'great-deal',
  from: '2025-11-21T00:00:00Z',
  to: '2026-11-21T00:00:00Z',
  points: [{ date: '2026-03-02T12:00:00Z', price: 600 }],
};
const past = (own: object) => ({ history: { ...year, ...own } }) as unknown as PublicProduct;

test('describes the past year from observations only', () => {
  expect(historySentence(past({}))).toBe(
    'Since 2 March the best price has ranged from $400.00 to $600.00 and averaged $520.00. Today it is $420.00.',
  );
  expect(historySentence(past({ low: 400, high: 400 }))).toContain(
    'has stayed at $400.00 for as long',
  );
  // The new year has begun in Sydney.
  const points = [{ date: '2025-12-31T13:30:00Z', price: 600 }];
  expect(historySentence(past({ points }))).toMatch(/^Since 1 January the/);
  expect(historySentence(past({ points: [] }))).toMatch(/^Since 21 November 2025 the/);
  expect(historySentence(past({ isEstimate: true, analysis: null }))).toBe('');
  expect(historySentence(past({ today: null }))).toBe('');
});

const category = {
  name: 'Laptops',
  products: 12,
  shops: [{}, {}],
  low: 499,
  middle: 900,
  high: 4_000,
  widest: 120,
  drops: [],
  sales: { drops: 0, judged: 12, falls: [] },
} as unknown as PublicCategory;

test('describes category prices and does not claim drops without any', () => {
  const [first, second, third] = categorySentences(category);
  expect(first).toBe(
    'We compare 12 products at 2 Australian shops, from $499.00 to $4,000.00. Half of them cost $900.00 or less.',
  );
  expect(second).toContain('differ by up to $120.00');
  expect(third).toMatch(/^None of them/);
  const sales = { drops: 0, judged: 12, falls: [0.06, 0.1, 0.1, 0.1, 0.2, 0.2, 0.3, 0.4, 0.4] };
  expect(categorySentences({ ...category, sales })[2]).toMatch(
    /^Sale week: 75% of laptops are below their usual price\. None of them/,
  );
  expect(categorySentences({ ...category, low: null })).toEqual([]);
});

test('describes a retailer by its own figures only', () => {
  const retailer = {
    name: 'Kite',
    categories: [{ products: 3 }, { products: 1 }],
    compared: 4,
    cheapest: 1,
    middlePercentAbove: 6.4,
  } as unknown as PublicRetailer;
  expect(retailerSentences(retailer)).toEqual([
    'We track 4 products at Kite, in 2 categories.',
    'Of the 4 that other shops also sell, it is cheapest on 1 (25%).',
    'It is typically 6% above the lowest price elsewhere.',
  ]);
  expect(retailerSentences({ ...retailer, cheapest: 0 })[1]).toBe(
    'Each of the 4 that others also sell is cheaper somewhere else.',
  );
  const nothing = { ...retailer, categories: [], compared: 0, middlePercentAbove: null };
  expect(retailerSentences(nothing)).toEqual([]);
});

test('keeps the capitals of proper names', () => {
  expect(['Coffee Machines', 'TVs', 'Other'].map(withinSentence)).toEqual([
    'coffee machines',
    'TVs',
    'other',
  ]);
});

test.each<[Offer[], title: string, description: string]>([
  [
    [
      ['Galah', 1, 'sold_out'],
      ['Kite', 5],
      ['Emu', 7.5],
    ],
    'Chips, 165g: $5.00 to $7.50 at 2 shops',
    'from $5.00 (Kite) to $7.50 (Emu) at 2 Australian shops.',
  ],
  [
    [
      ['Kite', 5],
      ['Emu', 5],
    ],
    'Chips, 165g: $5.00 at 2 shops',
    'costs $5.00 at each of 2 Australian shops.',
  ],
  [[['Kite', 5]], 'Chips, 165g: $5.00 at 1 shop', 'costs $5.00 at Kite.'],
  // One shop may have both the lowest and the highest offer.
  [
    [
      ['Kite', 5],
      ['Emu', 6],
      ['Kite', 9],
    ],
    'Chips, 165g: $5.00 to $9.00 at 2 shops',
    'from $5.00 (Kite) to $9.00 (Kite) at 2 Australian shops.',
  ],
  [
    [
      ['Kite', 5, 'sold_out'],
      ['Emu', 6, 'discontinued'],
    ],
    'Chips, 165g: price history, 2 shops',
    'no Australian shop we read has it in stock.',
  ],
])('the head of a product sold as %j', (offers, title, description) => {
  const page = sold(...offers);
  page.detail.name = 'Chips | 165g';
  expect(productTitle(page)).toBe(title);
  expect(productDescription(page)).toMatch(/^Chips, 165g/);
  expect(productDescription(page)).toContain(description);
});

test('lists a repeated price once, and again when it returns', () => {
  const readings = [76.95, 60.95, 60.95, 76.95, 56.95, 56.95].map((price) => ({ price }));
  expect(pricesCharged(readings).map(({ price }) => price)).toEqual([76.95, 60.95, 76.95, 56.95]);
});
