import { expect, test } from 'vitest';
import { readPage } from '../fixtures/pages.ts';
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

test('takes the category from the breadcrumbs', () => {
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

test('takes the category from printed breadcrumbs without data', () => {
  const crumbs = `<nav class="page-breadcrumbs"><a href="/">Home</a> › <a href="/k">Kitchen &amp; Dining</a> ›
    <a href="/k/k"><span>Kettles</span></a></nav>`;
  const body = `<html><head><title>Gooseneck</title></head><body>${crumbs}
    <h1>Gooseneck</h1><p class="price">$89.00</p><button>Add to cart</button></body></html>`;
  const reading = readPage({ body, url, contentType: 'text/html' });
  expect(reading.product?.category).toBe('Kitchen & Dining > Kettles');
});

test('ignores scripts that mention breadcrumbs, and crumbs without links', () => {
  for (const body of [
    '<script>breadcrumb()</script><p>breadcrumbs</p>',
    '<ol class="breadcrumb"><li>Kettles</li></ol>',
  ])
    expect(printedTrail(parsePage(body))).toEqual([]);
});
