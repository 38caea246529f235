import { expect, test } from 'vitest';
import { readPage } from '../fixtures/pages.ts';

function read(html: string, url = 'https://shop.example.com.au/p/kettle-4711') {
  const body = `<html><head><title>Kettle</title></head><body>${html}</body></html>`;
  return readPage({ body, url, contentType: 'text/html' });
}

const KETTLE = '<main><h1>Kettle</h1>';

test('ignores an amount under a heading of other products', () => {
  const { product } = read(
    `${KETTLE}<p>SKU: KT100</p><button>Add to cart</button><section><h2>Goes well with</h2><p><a href="/p/mug">Mug</a> <b class="price">$12.00</b></p></section></main>`,
  );
  expect(product?.price ?? null).toBeNull();
});

test('does not set aside the page whose h1 holds the shop’s name', () => {
  const related = '<h3>Related products</h3><div><a href="/p/mug">Mug</a> <b>$12.00</b></div>';
  const { product } = read(
    `<header><h1><a href="/">Kettle King</a></h1></header><div><h2>Kettle</h2><ul><li>Product code: KT100</li><li><b>$49.00</b></li></ul><button>Add to cart</button>${related}</div>`,
  );
  expect(product).toMatchObject({ name: 'Kettle', price: '49.00' });
});

test('ignores the goods of a small cart, also behind its total with the same class', () => {
  const cart =
    '<span class="mini-cart">$0.00</span><span class="mini-cart">Your cart holds <b>Pan</b> for <b>$12.00</b></span>';
  const { product } = read(`${KETTLE}${cart}<button>Add to cart</button><p>SKU: KT100</p></main>`);
  expect(product?.price ?? null).toBeNull();
});

test('ignores a "was" when only the entries follow the heading', () => {
  const { product } = read(
    `${KETTLE}<p class="price">$49.00</p><button>Add to cart</button><h3>Similar products</h3><div><a href="/p/mug">Mug</a> <s>$79.00</s></div></main>`,
  );
  expect(product).toMatchObject({ price: '49.00', originalPrice: null });
});

test('reads content after the entries as the page’s own', () => {
  const { product } = read(
    `${KETTLE}<div><h4>Accessories</h4></div><ul><li><a href="/p/mug">Mug</a></li></ul><p class="price">$49.00</p><button>Add to cart</button></main>`,
  );
  expect(product?.price).toBe('49.00');
});

test('ignores the price of other books by the author', () => {
  const { product } = read(
    `${KETTLE}<p><label>New <b>$22.50</b></label></p><button>Add to cart</button><h2>By the same author</h2><div><a href="/p/2"><img src="/2.jpg"></a> Sel <b class="price">$8.70</b></div></main>`,
  );
  expect(product?.price).toBe('22.50');
});

test('ignores the price of a block whose picture links to another product', () => {
  const block = (name: string) =>
    `<div class="b"><a href="/p/mug"><img src="/m.jpg" alt="${name}"></a><p>${name}</p><b class="price">$12.00</b></div>`;
  const price = (name: string) =>
    read(`${KETTLE}<p>SKU: KT100</p><button>Add to cart</button>${block(name)}</main>`).product
      ?.price;
  expect(price('Blue mug') ?? null).toBeNull();
  expect(price('Kettle')).toBe('12.00');
});
