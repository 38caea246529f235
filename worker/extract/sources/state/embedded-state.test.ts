import { describe, expect, it, vi } from 'vitest';
import { htmlPage, PRODUCT_URL } from '../../fixtures/pages.ts';
import { readPage } from '../../read-page.ts';
import { reviveFlattened } from './framework-state.ts';

const product = {
  sku: '482913',
  name: 'Wattle & Co Kettle 1.7L',
  brand: 'Wattle & Co',
  price: 49.95,
  ean: '9310072001234',
  inStock: true,
};
const json = JSON.stringify(product);
/** turbo-stream: the keys of an object are indexes as its values are. */
const STREAMED = [
  { _1: 2 },
  'product',
  { _3: 4, _5: 6, _7: 6, _8: 9, _10: 11 },
  'sku',
  '482913',
  'name',
  'Wattle & Co Kettle 1.7L',
  'title',
  'brand',
  'Wattle & Co',
  'price',
  49.95,
];
const CACHE = {
  ROOT_QUERY: { 'product({"sku":"482913"})': { __ref: 'Product:482913' } },
  'Product:1': { sku: '1001', name: 'Wattle & Co Toaster', price: 20 },
  'Product:482913': {
    sku: '482913',
    name: 'Wattle & Co Kettle 1.7L',
    brand: { __ref: 'Brand:1' },
    price: { __ref: 'Price:9' },
  },
  'Price:9': { value: 49.95, currencyCode: 'AUD' },
  'Brand:1': { name: 'Wattle & Co' },
};
const read = (body: string) =>
  readPage({ body: htmlPage(`<div id="app"></div>${body}`), url: PRODUCT_URL, contentType: null })
    .product;

describe('state in scripts', () => {
  it.each([
    [
      '__NEXT_DATA__',
      `<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"product":${json}}}}</script>`,
    ],
    [
      'an assignment',
      `<script>window.__INITIAL_STATE__ = {"a":"}","product":${json},"u":undefined};</script>`,
    ],
    [
      'an assignment to a quoted key',
      `<script>window["state"]={"product":${json}};var x = 1</script>`,
    ],
    [
      'JSON.parse of a string',
      `<script>window.__S__ = JSON.parse(${JSON.stringify(JSON.stringify({ product }))})</script>`,
    ],
    [
      'JSON.parse of a single-quoted string',
      `<script>window.__S__=JSON.parse('{"product":${json.replaceAll("'", "\\'")}}')</script>`,
    ],
    [
      'a data layer',
      `<script>dataLayer.push({"event":"view_item","ecommerce":{"currency":"AUD","items":[{"item_name":"Wattle & Co Kettle 1.7L","item_id":"482913","item_brand":"Wattle & Co","price":49.95}]}})</script>`,
    ],
    ['a data attribute', `<div data-product='${json.replaceAll("'", '&#39;')}'></div>`],
    [
      'a React stream',
      `<script>self.__next_f.push([1,${JSON.stringify(`a:["$","div",null,{"product":${json}}]\n`)}])</script>`,
    ],
    [
      'a text',
      `<script>window.__STATE__= ${JSON.stringify(JSON.stringify({ product }))};</script>`,
    ],
    [
      'a text that was encoded',
      `<script>var s=JSON.parse(decodeURIComponent("${encodeURIComponent(JSON.stringify({ product }))}"))</script>`,
    ],
    [
      'a text within JSON',
      `<script type="application/json">${JSON.stringify({ status: 200, body: JSON.stringify({ product }) })}</script>`,
    ],
    [
      "Angular's marks",
      `<script type="application/json">${JSON.stringify({ product }).replaceAll('&', '&a;').replaceAll('"', '&q;')}</script>`,
    ],
    ['an attribute of any name', `<p :product='${json.replaceAll("'", '&#39;')}'></p>`],
    [
      "an Astro island's pairs",
      `<astro-island props='{"product":[0,{"sku":[0,"482913"],"name":[0,"Wattle &amp; Co Kettle 1.7L"],"brand":[0,{"name":[0,"Wattle &amp; Co"]}],"price":[0,49.95]}]}'></astro-island>`,
    ],
    [
      'a called function',
      '<script>window.__NUXT__=(function(a){return {data:[{product:{sku:"482913",name:"Wattle & Co Kettle 1.7L",brand:"Wattle & Co",price:a}}]}}(49.95));</script>',
    ],
    [
      'a Nuxt payload',
      `<script type="application/json" id="__NUXT_DATA__">[["ShallowReactive",1],{"product":2},{"sku":3,"name":4,"brand":5,"price":6},"482913","Wattle & Co Kettle 1.7L","Wattle & Co",49.95]</script>`,
    ],
    [
      'a React Router stream',
      `<script>window.__reactRouterContext.streamController.enqueue(${JSON.stringify(`${JSON.stringify(STREAMED)}\n`)});</script>`,
    ],
    [
      'a GraphQL cache whose objects point to each other',
      `<script>window.__APOLLO_STATE__ = ${JSON.stringify(CACHE)}</script>`,
    ],
  ])('is read from %s', (_where, body) => {
    expect(read(body)).toMatchObject({
      name: 'Wattle & Co Kettle 1.7L',
      price: '49.95',
      brand: 'Wattle & Co',
      sku: '482913',
      currency: 'AUD',
    });
  });

  it('is left alone where it is code', () => {
    expect(
      read(`<script>window.x = {price: compute(), name: 'Wattle & Co Kettle 1.7L'}</script>`),
    ).toBeNull();
  });
});

it('revives a Nuxt payload that refers to itself', () => {
  const revived = reviveFlattened([{ self: 0, list: 1 }, [0, 2], 'x']) as {
    self: unknown;
    list: unknown[];
  };
  expect(revived.self).toBe(revived);
  expect(revived.list).toEqual([revived, 'x']);
});

it('is not searched again for each bracket that never closes', () => {
  const unclosed = `<script>var price;${'a={'.repeat(7_000)}</script>`.repeat(100);
  const { charCodeAt } = String.prototype;
  let reads = 0;
  Object.assign(String.prototype, {
    charCodeAt(this: string, index: number) {
      reads += 1;
      return charCodeAt.call(this, index);
    },
  });
  try {
    read(unclosed);
  } finally {
    Object.assign(String.prototype, { charCodeAt });
  }
  // One search for each bracket would read thousands of millions of characters.
  expect(reads).toBeLessThan(10 * unclosed.length);
});

it('looks at each text of a script once, however many begin in it', () => {
  const flood = `<script>var price;${'\\\\="{'.repeat(600_000)}</script>`;
  const parses = vi.spyOn(JSON, 'parse');
  read(flood);
  expect(parses.mock.calls.length).toBeLessThan(10);
  parses.mockRestore();
});
