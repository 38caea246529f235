import { expect, test } from 'vitest';
import { crawledDemoUrl, demoShopOfHost, isDemoUrl, publicDemoUrl } from './demo-shops.ts';

const SITE = 'https://priceroo.example';

test('only the virtual hosts of demo shops are demo addresses', () => {
  expect(isDemoUrl('http://gumnut-grocer.demo-shops.localhost/p/1')).toBe(true);
  expect(isDemoUrl('http://gumnut-grocer.demo-shops.localhost:4555/')).toBe(true);
  for (const url of [
    'http://demo-shops.localhost/',
    'http://a.b.demo-shops.localhost/',
    'http://gumnut.demo-shops.localhost.evil.example/',
    'http://evil.example/?gumnut.demo-shops.localhost',
    'http://x@evil.example#.demo-shops.localhost',
    'file://gumnut.demo-shops.localhost/etc/passwd',
    'nonsense',
  ]) {
    expect(isDemoUrl(url), url).toBe(false);
  }
  expect(demoShopOfHost('GUMNUT.demo-shops.localhost:80')).toBe('gumnut');
});

test('maps a demo address to the site and back', () => {
  const crawled = 'http://gumnut-grocer.demo-shops.localhost/p/1?variant=2#reviews';
  const shown = publicDemoUrl(crawled, `${SITE}/`);
  expect(shown).toBe(`${SITE}/demo-shops/gumnut-grocer/p/1?variant=2#reviews`);
  expect(crawledDemoUrl(shown, SITE)).toBe(crawled);
  expect(crawledDemoUrl('/demo-shops/gumnut-grocer/p/1', SITE)).toBe(
    'http://gumnut-grocer.demo-shops.localhost/p/1',
  );
});

test('leaves other addresses unchanged', () => {
  expect(publicDemoUrl('https://shop.example/p/1', SITE)).toBe('https://shop.example/p/1');
  expect(crawledDemoUrl('https://evil.example/demo-shops/gumnut/p/1', SITE)).toBeNull();
  expect(crawledDemoUrl(`${SITE}/product/1`, SITE)).toBeNull();
  expect(crawledDemoUrl(`${SITE}/demo-shops/..%2Fx/p`, SITE)).toBeNull();
});
