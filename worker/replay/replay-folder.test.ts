import { expect, test } from 'vitest';
import { htmlPage, jsonLd, kettle, kettleBlock, PRODUCT_URL } from '../extract/fixtures/pages.ts';
import { fastPathDifferences } from './replay-folder.ts';

test('a page that its JSON-LD answers alone is read twice, and the same', () => {
  expect(fastPathDifferences(htmlPage(jsonLd(kettle()) + kettleBlock()), PRODUCT_URL)).toEqual([]);
});

test('a page that the fast path leaves alone cannot differ', () => {
  expect(fastPathDifferences(htmlPage(kettleBlock()), PRODUCT_URL)).toBeNull();
});
