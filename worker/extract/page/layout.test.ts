import { expect, test } from 'vitest';
import { readPage } from '../fixtures/pages.ts';

const URL = 'https://shop.example.com.au/p/kettle-4711';

function read(html: string) {
  const body = `<html><head><title>Wattle Kettle 1.7L</title></head><body>${html}</body></html>`;
  return readPage({ body, url: URL, contentType: 'text/html' }).product;
}

const PRICE = '<p class="price"><s>$79.00</s> $49.00</p><button>Add to cart</button>';
const OWN = { price: '49.00', originalPrice: '79.00', availability: 'in_stock' };

test('reads a product in a category of accessories or bundles', () => {
  const widget =
    '<aside class="widget"><a href="/p/mug">Mug</a> <b class="price">$12.00</b></aside>';
  const classes = 'product product_cat-accessories product_tag-bundle-deal';
  expect(
    read(`<div class="${classes}"><h1>Wattle Kettle 1.7L</h1>${PRICE}</div>${widget}`),
  ).toMatchObject(OWN);
});

test('does not take a wrapper of the whole page for a menu', () => {
  const frame = '<ul class="menu"><li>Sale</li></ul>';
  const page = `${frame}<h3>Wattle Kettle 1.7L</h3>${PRICE}<footer>Freight $9.95</footer>`;
  expect(
    read(`<div class="off-canvas-wrapper"><div class="off-canvas-content">${page}</div></div>`),
  ).toMatchObject(OWN);
});

test('does not take a wrapper of <main> for a menu, and keeps hidden elements hidden', () => {
  const main = `<main><h2>Wattle Kettle 1.7L</h2>${PRICE}</main>`;
  expect(read(`<div class="drawer">${main}</div>`)).toMatchObject(OWN);
  expect(read(`<div class="drawer" hidden>${main}</div>`)?.price ?? null).toBeNull();
});

test('keeps a dialog with its own heading out of the content', () => {
  const dialog = `<div class="modal"><h1>Join us and save</h1><p class="price">$5.00</p></div>`;
  expect(read(`${dialog}<h1>Wattle Kettle 1.7L</h1><button>Add to cart</button>`)?.price).not.toBe(
    '5.00',
  );
});
