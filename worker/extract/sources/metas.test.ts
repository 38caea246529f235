import { expect, test } from 'vitest';
import { readPage } from '../../../tests/support/small-pages.ts';
import { parsePage } from '../page/parse-page.ts';
import { readBySelectors } from './metas.ts';

const PAGE = `<div class="x1"><h2 class="t">Tin Kettle 1.7L</h2><b class="now">$49.95</b><s class="old">$69.95</s>
<i class="st">In stock</i><img class="pic" data-src="/k.jpg"><span class="code">K-17</span></div>`;

test("a profile's selectors read text and attributes", () => {
  const found = readBySelectors(
    parsePage(PAGE),
    'https://shop.example/k',
    {
      name: '.x1 .t',
      price: '.now',
      originalPrice: '.old',
      availability: '.st',
      sku: '.code',
      image: 'img.pic@data-src',
    },
    'AUD',
  );
  expect(found).toMatchObject({
    name: 'Tin Kettle 1.7L',
    price: '49.95',
    currency: 'AUD',
    originalPrice: '69.95',
    availability: 'in_stock',
    sku: 'K-17',
    imageUrl: 'https://shop.example/k.jpg',
    source: 'selectors',
  });
});

test('ignores a selector that finds nothing or half the page', () => {
  const found = readBySelectors(
    parsePage(`<p>${'word '.repeat(200)}</p>`),
    'https://shop.example/k',
    { name: 'p', price: '.now' },
    'AUD',
  );
  expect(found).toMatchObject({ name: null, price: null, currency: null });
});

test('reads a page by its selectors alone', () => {
  const body = `<title>k</title><div class="x1"><em class="t">Tin Kettle 1.7L</em><u class="n">49<small>95</small></u></div>`;
  const page = { body, url: 'https://shop.example/k', contentType: 'text/html' };
  expect(readPage(page).product).toBeNull();
  const selectors = { name: '.t', price: '.n@data-cents', brand: '.t' };
  const marked = { ...page, body: body.replace('class="n"', 'class="n" data-cents="$49.95"') };
  expect(readPage({ ...marked, selectors }).product).toMatchObject({
    name: 'Tin Kettle 1.7L',
    price: '49.95',
    source: 'selectors',
  });
});
