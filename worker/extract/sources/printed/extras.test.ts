import { describe, expect, it } from 'vitest';
import { htmlPage, kettleBlock, PRODUCT_URL, readPage } from '../../fixtures/pages.ts';

const read = (more: string) =>
  readPage({
    body: htmlPage(`${kettleBlock(`<p class="price">$49.95</p>${more}`)}<p>SKU: 482913</p>`, {
      title: 'Wattle & Co Kettle 1.7L',
    }),
    url: PRODUCT_URL,
    contentType: 'text/html',
  }).product;

describe('the cost of delivery', () => {
  it.each([
    ['+ $9.95 delivery', '9.95'],
    ['Shipping: $12.50', '12.50'],
    ['Flat rate shipping $15', '15'],
    ['Free delivery over $99', null],
    ['Delivery from $9.95', null],
    ['Spend $50 for free shipping', null],
  ])('%s', (text, cost) => {
    expect(read(`<p>${text}</p>`)).toMatchObject({ price: '49.95', deliveryCost: cost });
  });
});

describe('stars at the heading', () => {
  it.each([
    [
      '<p aria-label="4.6 out of 5 stars"></p><a href="#r">(1,128 reviews)</a>',
      { value: 4.6, count: 1128 },
    ],
    ['<p aria-label="0 out of 5 stars"></p><a href="#r">0 reviews</a>', null],
    ['<a href="#r">4.6 (1,128)</a>', { value: 4.6, count: 1128 }],
    ['<i>4.6 out of 5 stars</i><i>(1,128)</i>', { value: 4.6, count: 1128 }],
    ['<p class="rating"><b>4.6</b> <i>(1,128)</i></p>', { value: 4.6, count: 1128 }],
    [`<i class="rating">4.6</i><i>(1,128)</i><p>${'x '.repeat(200)}`, { value: 4.6, count: 1128 }],
    ['<p class="weight"><b>4.6</b> <i>(1,128)</i></p>', null],
    ['<div data-average-rating="4.67"></div><a href="#r">231 reviews</a>', null],
    [
      '<div class="badge-rating" data-average-rating="4.67">231 reviews</div>',
      { value: 4.67, count: 231 },
    ],
    ['<p aria-label="4.6 out of 5 stars"></p>', null],
    ['<p>Capacity 1.7 (litres)</p>', null],
    ['<p>Energy: 4 out of 5</p>', null],
  ])('%s', (stars, rating) => {
    expect(read(`<div>${stars}</div>`)?.rating).toEqual(rating);
  });
});
