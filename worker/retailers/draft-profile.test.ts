import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ProfileFile, readRealRetailers } from '#db/seed/real-retailers.ts';
import { readPage } from '../../tests/support/small-pages.ts';
import { parseRobots } from '../fetch/robots.ts';
import { draftProfile } from './draft-profile.ts';

const ORIGIN = 'https://www.kettle-hut.com.au';

function drafted(body: string, robotsTxt = ''): ProfileFile {
  const url = `${ORIGIN}/product/kettle-100001`;
  const reading = readPage({ body, url, contentType: 'text/html' });
  const robots = parseRobots(ORIGIN, robotsTxt, 'PricerooBot/1.0');
  return draftProfile({ url, body, reading, robots, at: new Date('2026-11-21T00:00:00Z') });
}

const kettle = (offer: object) =>
  `<title>Kettle</title><h1>Smart Kettle</h1><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Smart Kettle',
    offers: { '@type': 'Offer', priceCurrency: 'AUD', ...offer },
  })}</script><p>Call us for a price</p>`;

test('is valid once each TODO is replaced, and not before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'draft-'));
  const draft = drafted(kettle({ price: '89.00' }));
  const path = join(folder, `${draft.slug}.json`);
  writeFileSync(path, JSON.stringify(draft));
  expect(readRealRetailers([folder]).faults.join('\n')).toMatch(
    /category: still says TODO.*region: .*description: .*trustBasis: /s,
  );
  writeFileSync(path, JSON.stringify(draft).replace(/TODO(?:: )?/g, 'Kettles '));
  expect(readRealRetailers([folder])).toMatchObject({
    retailers: [{ slug: 'kettle-hut', evidence: 'tried' }],
    faults: [],
  });
  rmSync(folder, { recursive: true });
});

describe('access', () => {
  test('a page with structured data is not a shell, even without a price', () => {
    expect(drafted(kettle({})).access).toBe('plain-http');
  });

  test('an empty page with a script is a shell', () => {
    const shell = '<title>Shop</title><div id="root"></div><script type="module" src="/a.js">';
    expect(drafted(shell).access).toBe('needs-browser');
  });
});

test.each([
  ['', 'allows'],
  ['User-agent: *\nDisallow:\n', 'allows'],
  ['User-agent: OtherBot\nDisallow: /\n', 'allows'],
  ['User-agent: *\nDisallow: /cart # for people\n', 'denies-some'],
  ['User-agent: *\nDisallow: /*?sort=\n', 'denies-some'],
  ['User-agent: *\nDisallow: /search$\n', 'denies-some'],
  ['User-agent: *\nDisallow: /cart\nUser-agent: PricerooBot\nDisallow: /\n', 'denies-all'],
  ['User-agent: *\nDisallow: /cart\nUser-agent: PricerooBot\nAllow: /\n', 'allows'],
])('robots.txt %j: %s', (text, stance) => {
  expect(drafted(kettle({ price: '89.00' }), text).robots).toBe(stance);
});
