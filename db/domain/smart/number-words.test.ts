import { expect, test } from 'vitest';
import { withDigits } from './number-words.ts';

test.each([
  ['twenty five dollars', '25 dollars'],
  ['two hundred and fifty', '250'],
  ['two and a half grand', '$2500'],
  ['a grand', '$1000'],
  ['20 thousand', '20000'],
  ['5 hundred-ish', '500-ish'],
  ['tent for four people', 'tent for four people'],
  ['iphone 15 and two cases', 'iphone 15 and two cases'],
  ['65 inch tv', '65 inch tv'],
  ['tent under $300 and two bags', 'tent under $300 and two bags'],
  ['2 and a half grand', '$2500'],
  ['half price nappies', 'half price nappies'],
])('“%s” is “%s”', (text, digits) => {
  expect(withDigits(text)).toBe(digits);
});
