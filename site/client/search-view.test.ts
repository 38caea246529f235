import { expect, it } from 'vitest';
import { DEFAULT_VIEW, readView, searchPath } from './search-view.ts';

it('reads back what it wrote', () => {
  const view = {
    sort: 'price' as const,
    filters: {
      onlySales: true,
      minPrice: 10,
      maxPrice: 99.5,
      retailers: ['Banksia & Co', 'Ozmart'],
      minRating: 4.5,
    },
  };
  const path = searchPath('milk & honey', view);
  const params = new URL(path, 'http://site.test').searchParams;
  expect(params.get('q')).toBe('milk & honey');
  expect(readView(params)).toEqual(view);
});

it('leaves defaults out of the address', () => {
  expect(searchPath('milk', DEFAULT_VIEW)).toBe('/search?q=milk');
});

it('falls back to defaults for what is not a value', () => {
  const params = new URLSearchParams('sort=cheap&min=abc&max=&rating=2&sale=yes');
  expect(readView(params)).toEqual(DEFAULT_VIEW);
});
