import { expect, test } from 'vitest';
import type { SearchAnswer } from '#site/api/routes/search.ts';
import { DEFAULT_VIEW } from '#site/client/search-view.ts';
import { htmlOf } from '../../../tests/support/draw.ts';
import { Filters } from './Filters.tsx';

const facets: SearchAnswer['facets'] = {
  ...{ category: [], brand: [], shop: [], size: [], price: [], soldOut: 0, inStock: 1 },
  specs: [
    {
      name: 'Roast',
      values: [
        { value: 'Dark', count: 4 },
        { value: 'Medium', count: 2 },
      ],
    },
    {
      name: 'Origin',
      values: [
        { value: 'Peru', count: 3 },
        { value: 'Brazil', count: 3 },
      ],
    },
  ],
};

test('specifications are filters of their own, also without script', () => {
  const filters = { ...DEFAULT_VIEW.filters, specs: ['Roast: Dark', 'Origin: Kenya'] };
  const ignore = () => undefined;
  const view = { ...DEFAULT_VIEW, filters };
  const search = {
    query: 'coffee',
    view,
    sort: 'aiScore' as const,
    onView: ignore,
    onSearch: ignore,
  };
  const page = htmlOf(Filters, { search, facets, hasUnits: false, total: 4 });
  const boxes = [...page.matchAll(/<input type="checkbox"[^>]*name="spec"[^>]*>/g)].map(([box]) => [
    /value="([^"]*)"/.exec(box)?.[1],
    box.includes('checked'),
  ]);
  expect(boxes).toEqual([
    ['Roast: Dark', true],
    ['Roast: Medium', false],
    ['Origin: Peru', false],
    ['Origin: Brazil', false],
    ['Origin: Kenya', true],
  ]);
  expect(page).toContain('<legend class="field-label">Roast</legend>');
});
