import { expect, it } from 'vitest';
import { calledLiteral, endOfJson, parseLiteral } from './script-json.ts';

it('a literal is read without being run', () => {
  expect(
    parseLiteral(`{sku:'CN-12',"q":"it's",price:.5,inStock:!0,tags:['new',],x:void 0}`),
  ).toEqual({
    sku: 'CN-12',
    q: "it's",
    price: 0.5,
    inStock: true,
    tags: ['new'],
    x: null,
  });
});

it('code is none', () => {
  for (const code of [
    '{price:total()}',
    '{price:a.b}',
    '{get price(){return 1}}',
    '{price:unknown}',
  ])
    expect(parseLiteral(code)).toBeUndefined();
});

it('a called function that returns a literal of its arguments gives it', () => {
  const code =
    'window.__NUXT__=(function(a,b){return {product:{price:a,was:b,n:"(a,b)"}}}(68,85));';
  expect(calledLiteral(code, endOfJson)).toEqual({ product: { price: 68, was: 85, n: '(a,b)' } });
});
