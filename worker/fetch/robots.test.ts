import { expect, test } from 'vitest';
import { parseRobots } from './robots.ts';

const ORIGIN = 'https://shop.example.com';
const AGENT = 'PricerooBot/1.0';

function may(text: string, path: string): boolean {
  return parseRobots(ORIGIN, text, AGENT).mayFetch(`${ORIGIN}${path}`);
}

test.each<[string, string, string, boolean]>([
  ['an empty file allows', '', '/a', true],
  ['a page of HTML holds no rules', '<!doctype html><p>Disallow: us', '/a', true],
  ['everyone is denied', 'User-agent: *\nDisallow: /', '/a', false],
  ['an empty Disallow allows', 'User-agent: *\nDisallow:', '/a', true],
  [
    'our group replaces the general one',
    'User-agent: *\nDisallow: /\n\nUser-agent: PricerooBot\nDisallow: /cart',
    '/a',
    true,
  ],
  [
    'our own group denies us',
    'User-agent: PricerooBot\nDisallow: /\n\nUser-agent: *\nAllow: /',
    '/a',
    false,
  ],
  ['names ignore case', 'user-agent: PRICEROOBOT\ndisallow: /', '/a', false],
  ['groups may share rules', 'User-agent: x\nUser-agent: PricerooBot\nDisallow: /a', '/a', false],
  ['the longer rule wins', 'User-agent: *\nDisallow: /p\nAllow: /p/public', '/p/public/1', true],
  ['Allow wins a tie', 'User-agent: *\nDisallow: /p\nAllow: /p', '/p', true],
  ['a star stands for anything', 'User-agent: *\nDisallow: /*?sort=', '/list?sort=price', false],
  ['a dollar ends the path', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x', true],
  ['the query counts', 'User-agent: *\nDisallow: /search?', '/search?q=tv', false],
  ['paths do not ignore case', 'User-agent: *\nDisallow: /Cart', '/cart', true],
  ['a comment is no rule', 'User-agent: *\n# Disallow: /\nDisallow: /b # not /a', '/a', true],
  ['a byte-order mark is dropped by the reader', 'User-agent: *\r\nDisallow: /a\r\n', '/a', false],
])('%s', (_what, text, path, allowed) => {
  expect(may(text, path)).toBe(allowed);
});

test('rules of one origin do not apply to another', () => {
  const robots = parseRobots(ORIGIN, 'User-agent: *\nAllow: /', AGENT);
  expect(robots.mayFetch('https://other.example.com/a')).toBe(false);
  expect(robots.mayFetch('http://shop.example.com/a')).toBe(false);
});

test.each<[string, number | null]>([
  ['10', 10_000],
  ['0.5', 500],
  ['0', null],
  ['-3', null],
  ['soon', null],
  ['1e309', 86_400_000],
])('Crawl-delay: %s → %s ms', (delay, expected) => {
  const robots = parseRobots(ORIGIN, `User-agent: *\nCrawl-delay: ${delay}`, AGENT);
  expect(robots.crawlDelayMs).toBe(expected);
});

test('lists sitemaps with http(s) addresses', () => {
  const text =
    'Sitemap: https://shop.example.com/s.xml\nSitemap: /relative.xml\nSitemap: file:///etc/passwd';
  expect(parseRobots(ORIGIN, text, AGENT).sitemaps).toEqual(['https://shop.example.com/s.xml']);
});

test('a file designed to be slow is not matched and denies everything', () => {
  const robots = parseRobots(ORIGIN, `User-agent: *\nDisallow: /${'*a'.repeat(200_000)}b`, AGENT);
  expect(robots.mayFetch(`${ORIGIN}/${'a'.repeat(2_000)}`)).toBe(false);
  expect(robots.mayFetch(`${ORIGIN}/${'c'.repeat(2_000)}`)).toBe(false);
});
