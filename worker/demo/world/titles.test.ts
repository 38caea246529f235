import { expect, test } from 'vitest';
import { demoShelves, type Listing } from './listing.ts';
import { priceAt } from './price-clock.ts';
import { titleOf } from './titles.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function byProduct(): Map<string, Listing[]> {
  const groups = new Map<string, Listing[]>();
  for (const shelf of demoShelves().values()) {
    for (const listing of shelf.listings) {
      const group = groups.get(listing.product.id) ?? [];
      groups.set(listing.product.id, [...group, listing]);
    }
  }
  return groups;
}

test('shops name the same product differently', () => {
  const shared = [...byProduct().values()].filter((group) => group.length >= 4);
  expect(shared.length).toBeGreaterThan(1000);
  const differing = shared.filter((group) => {
    const titles = group.map((listing) => titleOf(listing, listing.product.pack));
    return new Set(titles).size >= 3;
  });
  expect(differing.length / shared.length).toBeGreaterThan(0.85);
});

test('every title keeps brand, line, pack and the numbers of its options', () => {
  for (const group of byProduct().values()) {
    for (const listing of group) {
      const { packSize } = priceAt(listing.shop, listing.product, NOW);
      const title = letters(titleOf(listing, packSize));
      const { brand, line, options } = listing.product;
      expect(title).toContain(letters(brand));
      expect(title).toContain(letters(line.split(' ')[0] ?? '').replace('automatic', 'auto'));
      for (const value of Object.values(options))
        expect(title).toContain(letters(value).replace(/stainless.*|unsw.*/, ''));
      if (packSize)
        expect(title).toContain(
          letters(String(packSize.amount === 1 ? packSize.count : packSize.amount)),
        );
    }
  }
});

test('no title repeats a word', () => {
  const titles = [...byProduct().values()].flat().map((listing) => {
    const { brand, pack } = listing.product;
    return titleOf(listing, pack).toLowerCase().replace(brand.toLowerCase(), '');
  });
  expect(titles.filter((title) => /(?:^| )([a-z]{3,}) \1\b/.test(title))).toEqual([]);
});
