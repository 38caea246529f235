import { expect, test } from 'vitest';
import { parseRobotsRules } from './robots-rules.ts';

const may = (text: string, path: string) => parseRobotsRules(text, 'PricerooBot').allows(path);

test.each<[string, string, string, boolean]>([
  // RFC 9309 §5.1 and §5.2
  [
    '§5.1 a type of file',
    'User-agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/',
    '/a/b.gif',
    false,
  ],
  [
    '§5.1 an allowed folder',
    'User-agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/',
    '/publications/',
    true,
  ],
  [
    '§5.2 the longest match',
    'User-agent: PricerooBot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif',
    '/example/page/disallowed.gif',
    false,
  ],
  [
    '§2.2.3 an escaped star is a star',
    'User-agent: *\nDisallow: /path/file-with-a-%2A.html',
    '/path/file-with-a-*.html',
    false,
  ],
  ['§2.2.3 an escaped star is no wildcard', 'User-agent: *\nDisallow: /a%2Ab', '/axb', true],
  ['§2.2.3 an escaped dollar sign', 'User-agent: *\nDisallow: /path/foo-%24', '/path/foo-$', false],
  ['§2.2.2 a two-byte letter', 'User-agent: *\nDisallow: /foo/bar/ツ', '/foo/bar/%E3%83%84', false],
  [
    '§2.2.2 an escaped ASCII letter',
    'User-agent: *\nDisallow: /foo/bar/%62%61%7A',
    '/foo/bar/baz',
    false,
  ],
  ['§2.2.2 escapes ignore case', 'User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9/1', false],
  [
    'a crawl delay between names',
    'User-agent: PricerooBot\nCrawl-delay: 2\nUser-agent: Other\nDisallow: /x',
    '/x',
    false,
  ],
  [
    'an unknown record between names',
    'User-agent: Other\nVisit-time: 0100-0500\nUser-agent: PricerooBot\nDisallow: /x',
    '/x',
    false,
  ],
  [
    'a sitemap between names',
    'User-agent: PricerooBot\nSitemap: https://s.example/m.xml\nUser-agent: Other\nDisallow: /x',
    '/x',
    false,
  ],
  [
    'a blank line and a comment between names',
    'User-agent: PricerooBot\n\n# both\nUser-agent: Other\nDisallow: /x',
    '/x',
    false,
  ],
  [
    'a record without a value between names',
    'User-agent: PricerooBot\nClean-param:\nnonsense\nUser-agent: Other\nDisallow: /x',
    '/x',
    false,
  ],
  [
    'an empty Disallow ends the names',
    'User-agent: PricerooBot\nDisallow:\nUser-agent: Other\nDisallow: /x',
    '/x',
    true,
  ],
  [
    'an unknown record between rules',
    'User-agent: *\nDisallow: /a\nNoindex: /b\nDisallow: /c',
    '/c',
    false,
  ],
  ['rules before any name', 'Disallow: /x\nUser-agent: *\nDisallow: /y', '/x', true],
  ['a version behind our name', 'User-agent: PricerooBot/2.0 (prices)\nDisallow: /x', '/x', false],
  ['a longer name is another crawler', 'User-agent: PricerooBotImages\nDisallow: /x', '/x', true],
  ['the end of the address', 'User-agent: *\nDisallow: /p$', '/p', false],
  ['beyond the end', 'User-agent: *\nDisallow: /p$', '/p/1', true],
  ['an end that would overlap', 'User-agent: *\nDisallow: /aba*aba$', '/aba', true],
  ['a wildcard before the end', 'User-agent: *\nDisallow: /*?*=1$', '/p?a=2&b=1', false],
  [
    'a plain rule longer than a wildcard',
    'User-agent: *\nDisallow: /*/x\nAllow: /shop/x/open',
    '/shop/x/open',
    true,
  ],
  [
    'a wildcard longer than a plain rule',
    'User-agent: *\nAllow: /shop\nDisallow: /*/private',
    '/shop/private',
    false,
  ],
  [
    'Allow among equals, one with a wildcard',
    'User-agent: *\nDisallow: /ab\nAllow: /*b',
    '/ab',
    true,
  ],
  ['ends of line of old systems', 'User-agent: *\rDisallow: /x\rAllow: /y', '/x', false],
])('%s', (_what, text, path, allowed) => {
  expect(may(text, path)).toBe(allowed);
});

test('the first stated delay of our groups counts', () => {
  const text =
    'User-agent: *\nCrawl-delay: 9\nDisallow: /a\nUser-agent: PricerooBot\nCrawl-delay: 3\nCrawl-delay: 4';
  expect(parseRobotsRules(text, 'PricerooBot').crawlDelaySeconds).toBe(3);
});

test('tens of thousands of rules cost next to nothing for each address', () => {
  const lines = Array.from({ length: 40_000 }, (_, nth) => `Disallow: /p/${nth}/`);
  const { allows } = parseRobotsRules(`User-agent: *\n${lines.join('\n')}`, 'PricerooBot');
  const started = performance.now();
  for (let nth = 0; nth < 10_000; nth += 1)
    expect(allows(`/p/${nth + 35_000}/x?page=2`)).toBe(nth >= 5_000);
  // A scan of all rules takes some 20 ms for each address.
  expect(performance.now() - started).toBeLessThan(10_000);
});
