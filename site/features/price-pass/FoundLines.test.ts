import { expect, test } from 'vitest';
import type { FoundLine } from '#site/api/routes/price-pass.ts';
import { htmlOf } from '../../../tests/support/draw.ts';
import { FoundLines } from './FoundLines.tsx';

const milk = (name: string, price: number) => ({ offerId: name, name, price, imageUrl: '' });
const line = { text: '2 L milk', paid: 3.6, isSold: true, pricedAs: null, matches: [] };
const drawn = (own: Partial<FoundLine>) =>
  htmlOf(FoundLines, {
    lines: [{ ...line, ...own }],
    isBusy: false,
    onAdd: async () => undefined,
  });
const linesOf = (...matches: ReturnType<typeof milk>[]) => drawn({ matches });

test('the likeliest product of a line is chosen, and another or none can be', () => {
  const page = linesOf(milk('Full cream', 3.6), milk('Skim', 2.05));
  const choices = [...page.matchAll(/<input type="radio"[^>]*>/g)].map(([input]) => [
    /value="([^"]*)"/.exec(input)?.[1],
    input.includes('checked'),
  ]);
  expect(choices).toEqual([
    ['Full cream', true],
    ['Skim', false],
    ['', false],
  ]);
  expect(page).toContain('<legend class="field-label">“2 L milk”</legend>');
  expect(page).toContain('value="3.60"');
});

test('a line that the shop does not list can not be kept', () => {
  expect(linesOf()).toContain('“2 L milk”: this shop does not list it');
  expect(linesOf()).not.toContain('Keep an eye on these');
});

test('a line says when no shop lists anything like it, and what was looked up instead', () => {
  expect(drawn({ isSold: false })).toContain('“2 L milk”: no shop we read lists anything like it.');
  const matches = [milk('Full cream', 3.6)];
  expect(drawn({ pricedAs: 'milk', matches })).toContain('nothing matches; looked up as milk');
});
