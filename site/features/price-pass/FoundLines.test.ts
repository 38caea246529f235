import { expect, test } from 'vitest';
import { htmlOf } from '../../../tests/support/draw.ts';
import { FoundLines } from './FoundLines.tsx';

const milk = (name: string, price: number) => ({ offerId: name, name, price, imageUrl: '' });
const linesOf = (...matches: ReturnType<typeof milk>[]) =>
  htmlOf(FoundLines, {
    lines: [{ text: '2 L milk', paid: 3.6, matches }],
    isBusy: false,
    onAdd: async () => undefined,
  });

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
