import { expect, it } from 'vitest';
import { htmlPage, kettleBlock, PRODUCT_URL } from './fixtures/pages.ts';
import { readPage } from './read-page.ts';

const read = (prices: string, after = '') =>
  readPage({
    body: htmlPage(`${kettleBlock(prices)}<p>SKU: 482913</p>${after}`, {
      title: 'Wattle & Co Kettle 1.7L',
    }),
    url: PRODUCT_URL,
    contentType: 'text/html',
  }).product;

it('the price of what is recommended is never the page’s own', () => {
  const upsell =
    '<div class="upsell"><a href="/product/pan-1"><img src="/p.jpg"> Pan</a><p class="price">$34.00</p></div>';
  expect(read('<p class="price">From $12.95</p>', upsell)?.price).toBeNull();
  expect(read('<p class="price">$49.95</p>', upsell)?.price).toBe('49.95');
});

it('of a piece and a case of them the piece is priced', () => {
  const prices =
    '<ul class="prices"><li>$89.00 each</li><li>$84.55 in any 6</li><li>$534.00 per case (6)</li></ul>';
  expect(read(prices)?.price).toBe('89.00');
  expect(read('<p class="price">$62.00 per case of 24</p>')?.price).toBe('62.00');
});

it('what the shop asked before comes before what the maker recommends', () => {
  const prices = '<p>WAS $59.95</p><p><s>RRP $79.95</s></p><p class="price">NOW $44.95</p>';
  expect(read(prices)).toMatchObject({ price: '44.95', originalPrice: '59.95' });
  const recommended = '<p><s>RRP $79.95</s></p><p class="price">NOW $44.95</p>';
  expect(read(recommended)?.originalPrice).toBe('79.95');
});
