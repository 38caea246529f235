import { expect, test } from 'vitest';
import { readPage } from '../../tests/support/small-pages.ts';
import { type PageSource, pageSources, withoutSources } from './without-source.ts';

const URL = 'https://shop.example.com.au/p/kettle-100001';
const LD = `<script type="application/ld+json">{"@type":"Product","name":"Tin Kettle","offers":{"price":"49.95","priceCurrency":"AUD"}}</script>`;
const META = `<meta property="og:type" content="product"><meta property="og:title" content="Tin Kettle"><meta property="product:price:amount" content="49.95"><meta property="product:price:currency" content="AUD">`;
const MICRO = `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Tin Kettle</b><i itemprop="offers" itemscope itemtype="https://schema.org/Offer"><data itemprop="price" value="49.95"></data><data itemprop="priceCurrency" value="AUD"></data></i></div>`;
const page = (part: string) =>
  `<html><head><title>Tin Kettle</title></head><body><h1>Tin Kettle</h1>${part}</body></html>`;
const priceOf = (body: string) =>
  readPage({ body, url: URL, contentType: 'text/html' }).product?.price ?? null;

test.each<[PageSource, string]>([
  ['json-ld', LD],
  ['scripts', LD],
  ['metas', META],
  ['microdata', MICRO],
])('a page that states its price only by %s is not read without it', (source, part) => {
  expect(priceOf(page(part))).toBe('49.95');
  expect(priceOf(withoutSources(page(part), [source]))).toBeNull();
  const others = pageSources(['json-ld', 'microdata', 'metas']).filter((other) => other !== source);
  const kept = source === 'scripts' ? others.filter((other) => other !== 'json-ld') : others;
  expect(priceOf(withoutSources(page(part), kept))).toBe('49.95');
});

test('refuses an unknown source by name', () => {
  expect(() => pageSources(['json'])).toThrow("no source 'json'");
});
