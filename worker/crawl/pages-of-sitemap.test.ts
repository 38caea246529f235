import { expect, test } from 'vitest';
import { pagesOfSitemap } from './sitemap.ts';

const SHOP = 'https://www.shop.example.com.au/';
const followed = (sitemapUrl: string, xml: string) =>
  pagesOfSitemap({ website: SHOP, sitemapUrl, xml }).map(({ url, kind }) => [kind, url]);

test('follows an index on a CDN to its parts there, and to no third host', () => {
  const parts = ['https://cdn.example/s1.xml', `${SHOP}s2.xml`, 'https://elsewhere.example/s3.xml'];
  const xml = `<sitemapindex>${parts.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
  expect(followed('https://cdn.example/index.xml', xml)).toEqual([
    ['sitemap', 'https://cdn.example/s1.xml'],
    ['sitemap', `${SHOP}s2.xml`],
  ]);
  expect(followed(`${SHOP}sitemap.xml`, xml)).toEqual([['sitemap', `${SHOP}s2.xml`]]);
});

test('follows only pages on the shop’s own host', () => {
  const urls = [`${SHOP}product/kettle-482913`, 'https://cdn.example/product/kettle-482913'];
  const xml = `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
  expect(followed('https://cdn.example/s1.xml', xml)).toEqual([['product', urls[0]]]);
});

test('treats a host with and without www as the same shop', () => {
  const bare = 'https://shop.example.com.au/product/kettle-482913';
  const xml = `<urlset><url><loc>${bare}</loc></url></urlset>`;
  expect(followed(`${SHOP}sitemap.xml`, xml)).toEqual([['product', bare]]);
  const part = 'https://shop.example.com.au/s2.xml';
  const index = `<sitemapindex><sitemap><loc>${part}</loc></sitemap></sitemapindex>`;
  expect(followed(`${SHOP}sitemap.xml`, index)).toEqual([['sitemap', part]]);
});

test('what a sitemap of products names are products, beside which other sitemaps wait', () => {
  const parts = ['sitemap-products-1.xml', 'sitemap-blog.xml'].map((name) => SHOP + name);
  const xml = `<sitemapindex>${parts.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
  const found = pagesOfSitemap({ website: SHOP, sitemapUrl: `${SHOP}sitemap.xml`, xml });
  expect(found.map(({ dueInMinutes = 0 }) => dueInMinutes > 0)).toEqual([false, true]);
  const goods = `<urlset><url><loc>${SHOP}tea/kettle</loc></url></urlset>`;
  expect(parts.flatMap((part) => followed(part, goods).map(([kind]) => kind))).toEqual([
    'product',
    'list',
  ]);
});

test('follows all products of a large sitemap', () => {
  const urls = Array.from({ length: 12_000 }, (_, i) => `${SHOP}product/thing-${100_000 + i}`);
  const xml = `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
  expect(followed(`${SHOP}sitemap.xml`, xml)).toHaveLength(urls.length);
});
