import { expect, test } from 'vitest';
import { pageAddress } from '../page/address.ts';
import { parsePage } from '../page/parse-page.ts';
import { categoryOfTrail, printedTrail, readTrail } from './trail.ts';

const url = 'https://shop.example.com.au/kettle';
const page = pageAddress(url);
const crumb = (name: string, item?: unknown) => ({ '@type': 'ListItem', name, item });

test('orders categories from widest to narrowest, without home and the page itself', () => {
  const list = {
    itemListElement: [
      crumb('Home', 'https://shop.example.com.au/'),
      crumb('Kitchen &amp; Dining', '/kitchen'),
      { '@type': 'ListItem', item: { '@id': '/kitchen/kettles', name: 'Kettles' } },
      crumb('Gooseneck', '/kettle'),
    ],
  };
  expect(readTrail(list, page)).toEqual(['Kitchen & Dining', 'Kettles']);
});

test('drops a crumb with the product’s name', () => {
  const trail = ['Kitchen', 'Sunbeam Gooseneck Kettle'];
  expect(categoryOfTrail(trail, 'Sunbeam Gooseneck Kettle 1L')).toBe('Kitchen');
  expect(categoryOfTrail(trail.slice(1), 'Sunbeam Gooseneck Kettle 1L')).toBeNull();
  expect(categoryOfTrail([], 'Kettle')).toBeNull();
});

test('ignores scripts that mention breadcrumbs, and crumbs without links', () => {
  for (const body of [
    '<script>breadcrumb()</script><p>breadcrumbs</p>',
    '<ol class="breadcrumb"><li>Kettles</li></ol>',
  ])
    expect(printedTrail(parsePage(body))).toEqual([]);
});
