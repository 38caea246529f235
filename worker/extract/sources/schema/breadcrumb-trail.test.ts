import { expect, test } from 'vitest';
import { pageAddress } from '../../page/address.ts';
import { parsePage } from '../../page/parse-page.ts';
import { readPage } from '../../read-page.ts';
import { categoryOfTrail, printedTrail, readTrail } from './graph.ts';

const url = 'https://shop.example.com.au/kettle';
const page = pageAddress(url, null);
const crumb = (name: string, item?: unknown) => ({ '@type': 'ListItem', name, item });

test('shelves lead from the widest to the nearest; home and the page itself are none', () => {
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

test('a crumb called like the product is the product', () => {
  const trail = ['Kitchen', 'Sunbeam Gooseneck Kettle'];
  expect(categoryOfTrail(trail, 'Sunbeam Gooseneck Kettle 1L')).toBe('Kitchen');
  expect(categoryOfTrail(trail.slice(1), 'Sunbeam Gooseneck Kettle 1L')).toBeNull();
  expect(categoryOfTrail([], 'Kettle')).toBeNull();
});

test('a product that states no category has that of its trail', () => {
  const product = {
    '@type': 'Product',
    name: 'Gooseneck',
    sku: 'GN-1',
    brand: 'Sunbeam',
    image: '/gooseneck.jpg',
    offers: { price: '89.00', priceCurrency: 'AUD', availability: 'InStock' },
  };
  const graph = [
    {
      '@type': 'BreadcrumbList',
      itemListElement: [crumb('Kitchen', '/k'), crumb('Kettles', '/k/k')],
    },
    product,
  ];
  const script = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  const body = `<html><head><title>Gooseneck</title><script type="application/ld+json">${script}</script></head>
    <body><h1>Gooseneck</h1><p class="price">$89.00</p><button>Add to cart</button></body></html>`;
  const reading = readPage({ body, url, contentType: 'text/html' });
  expect(reading.product?.category).toBe('Kitchen > Kettles');
});

test('shelves that a page prints lead to its product where no data names any', () => {
  const crumbs = `<nav class="page-breadcrumbs"><a href="/">Home</a> › <a href="/k">Kitchen &amp; Dining</a> ›
    <a href="/k/k"><span>Kettles</span></a></nav>`;
  const body = `<html><head><title>Gooseneck</title></head><body>${crumbs}
    <h1>Gooseneck</h1><p class="price">$89.00</p><button>Add to cart</button></body></html>`;
  const reading = readPage({ body, url, contentType: 'text/html' });
  expect(reading.product?.category).toBe('Kitchen & Dining > Kettles');
});

test('a script that names breadcrumbs, and crumbs without links, are no trail', () => {
  for (const body of [
    '<script>breadcrumb()</script><p>breadcrumbs</p>',
    '<ol class="breadcrumb"><li>Kettles</li></ol>',
  ])
    expect(printedTrail(parsePage(body))).toEqual([]);
});
