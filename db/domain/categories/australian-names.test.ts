/* The categories of names that other Australian shops print, without shelf and brand; each label was written before it was measured. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { categoryOf } from '../category.ts';

const file = new URL('../../../tests/support/categories/australian-names.tsv', import.meta.url);
const names = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [labels = '', name = ''] = line.split('\t');
    return { labels: labels.split('/'), name, category: categoryOf(null, name) };
  });

test('nine in ten names get a category, and of these 97 in 100 the right one', () => {
  const told = names.filter(({ category }) => category !== null);
  const wrong = told.filter(({ labels, category }) => !labels.includes(category ?? ''));
  expect(told.length / names.length).toBeGreaterThan(0.95);
  expect(wrong.length / told.length, JSON.stringify(wrong, null, 1)).toBeLessThan(0.03);
});
