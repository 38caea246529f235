import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profileSelectors } from '#db/seed/real-retailers.ts';
import { FETCHED_MS, readPage } from '../../tests/support/small-pages.ts';
import { replayFolder } from '../replay/replay-pages.ts';
import { fieldSources } from './draft-profile.ts';

const PROFILE = {
  slug: 'tin-shop',
  name: 'Tin Shop',
  category: 'Homewares',
  region: 'Online',
  website: 'https://www.tinshop.com.au/',
  description: 'Tin things',
  trustScore10: 5,
  trustBasis: 'Editorial start value of a test.',
  access: 'plain-http',
  accessNote: 'Nobody has tried it.',
  evidence: 'unchecked',
  asOf: '2026-11-21',
  discovery: { selectors: { name: '.t', price: '.n@data-now', brand: '.b' } },
};
/** A page that only the shop's own selectors can read. */
const BODY =
  '<title>k</title><div><em class="t">Tin Kettle 1.7L</em><u class="n" data-now="$49.95">49</u><i class="b">Tin Co</i></div>';
const URL = 'https://tinshop.com.au/k';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profiles-'));
  await writeFile(join(folder, 'tin-shop.json'), JSON.stringify(PROFILE));
});
afterAll(() => rm(folder, { recursive: true }));

test('are found by the host of an address, with or without www', () => {
  const selectorsOf = profileSelectors([folder]);
  expect(selectorsOf('https://www.tinshop.com.au/p/1')).toEqual(PROFILE.discovery.selectors);
  expect(selectorsOf('https://tinshop.com.au/p/1')).toEqual(PROFILE.discovery.selectors);
  expect(selectorsOf('https://evil-tinshop.com.au/p/1')).toBeUndefined();
  expect(selectorsOf('')).toBeUndefined();
});

test('replay reads with them, as a crawl would', async () => {
  const pages = await mkdtemp(join(folder, 'pages-'));
  await writeFile(join(pages, 'k.html'), BODY);
  const expected = { name: 'Tin Kettle 1.7L', price: '49.95', brand: 'Tin Co' };
  const list = [{ file: 'k.html', url: URL, kind: 'product', expected }];
  await writeFile(join(pages, 'expected.json'), JSON.stringify(list));
  const without = await replayFolder(pages);
  expect(without.score.differences.map(({ field }) => field)).toContain('price');
  const { score } = await replayFolder(pages, { selectorsOf: profileSelectors([folder]) });
  expect(score.differences).toEqual([]);
});

test('retailer try names them as the source of what they read', () => {
  const { selectors } = PROFILE.discovery;
  const { product } = readPage({ body: BODY, url: URL, contentType: 'text/html', selectors });
  if (!product) throw new Error('the page is read by its selectors');
  const sources = fieldSources({ body: BODY, url: URL, nowMs: FETCHED_MS, selectors }, product);
  expect(sources.get('price')).toEqual(['selectors']);
  expect(sources.get('brand')).toEqual(['selectors']);
});
