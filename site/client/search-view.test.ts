import { expect, it } from 'vitest';
import { DEFAULT_VIEW, readView, searchPath, searchRequest } from './search-view.ts';

const view = {
  sort: 'price' as const,
  filters: {
    category: 'Groceries',
    brands: ['Pauls', 'Dairy Farmers'],
    shops: ['Banksia & Co', 'Ozmart'],
    size: ['2 L'],
    specs: ['Roast: Dark'],
    minPrice: 10,
    maxPrice: 99.5,
    inStock: true,
    onSale: true,
    minRating: 4.5,
  },
  page: 3,
};

it('reads back the view that it wrote', () => {
  const path = searchPath('milk & honey', view);
  const params = new URL(path, 'http://site.test').searchParams;
  expect(params.get('q')).toBe('milk & honey');
  expect(readView(params)).toEqual(view);
});

it('requests page, order and non-default filters from the API', () => {
  expect(searchRequest('milk', view)).toEqual({
    query: 'milk',
    page: 3,
    order: 'cheapest',
    filters: view.filters,
  });
  expect(searchRequest('milk', readView(new URLSearchParams()))).toStrictEqual({
    query: 'milk',
    page: 1,
    filters: {},
  });
});

it('filters by a typed 10,000, which an empty field only shows', () => {
  const view = readView(new URLSearchParams('max=10000'));
  expect(searchPath('tv', view)).toBe('/search?q=tv&max=10000');
  expect(searchRequest('tv', view).filters).toEqual({ maxPrice: 10_000 });
});

it('leaves defaults out of the URL', () => {
  expect(searchPath('milk', DEFAULT_VIEW)).toBe('/search?q=milk');
});

it('falls back to defaults for invalid values', () => {
  const params = new URLSearchParams('sort=cheap&min=abc&max=&rating=2&sale=yes&page=0');
  expect(searchPath('milk', readView(params))).toBe('/search?q=milk');
});
