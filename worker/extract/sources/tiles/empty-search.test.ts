import { expect, it } from 'vitest';
import { htmlPage, readPage, tile } from '../../fixtures/pages.ts';

const TILES = `<ul>${[1, 2, 3].map((index) => tile(index, `<b>$${index}9.00</b>`)).join('')}</ul>`;
const read = (body: string, path = '/search?q=zzz') =>
  readPage({
    body: htmlPage(body, { title: 'Billabong Goods' }),
    url: `https://www.billabong-goods.com.au${path}`,
    contentType: 'text/html',
  });

it.each([
  '<h1>No results for "zzz"</h1>',
  '<h1>0 results found for zzz</h1>',
  '<h1>Search</h1><p>We could not find any products matching your search.</p>',
  '<h1>Search</h1><p>Sorry, nothing matched “zzz”.</p>',
  '<h1>Search</h1><div><strong>Your search for “zzz” did not match any products.</strong></div>',
  '<h1>Sorry, this product is no longer available</h1>',
  '<h1>Lost at sea</h1><p>The page you were after has moved.</p>',
  '<h1>We’re sorry, the page you requested could not be found</h1>',
])('%s: what follows is not what was looked for', (said) => {
  expect(read(`${said}<h2>Popular now</h2>${TILES}`)).toMatchObject({
    items: [],
    rejected: 'not-a-product',
  });
});

it('does not take an empty cart for an empty search', () => {
  expect(read(`<p>Cart</p><span>0 items</span><h1>Pots</h1>${TILES}`).items).toHaveLength(3);
});

it('keeps products despite "no results" texts below or in templates', () => {
  expect(
    read(`<h1>3 results for "pot"</h1>${TILES}<p>No results in stores</p>`).items,
  ).toHaveLength(3);
  expect(
    read(`<h1>Pots</h1><p>No products found</p>${TILES}`, '/category/pots').items,
  ).toHaveLength(3);
});
