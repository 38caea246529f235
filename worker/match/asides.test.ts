import { expect, test } from 'vitest';
import { asidesOf } from './asides.ts';
import { compareTexts } from './compare.ts';
import { productText } from './product-text.ts';

test.each([
  ['Logitech G502 Mouse, 25K Sensor, RGB, 11 Buttons', ['25K Sensor RGB 11 Buttons']],
  ['Bonds Trunk 3 Pack, Black, Large', []],
  ['Dog Man: Big Jim Begins by Dav Pilkey - Hardcover', ['Dav Pilkey']],
  ['Side by Side Fridge 600L', []],
  ['Daisy by Marc Jacobs', ['Marc Jacobs']],
])('%s has the asides %j', (name, asides) => {
  expect(asidesOf(name)).toEqual(asides);
});

const same = (left: string, right: string) =>
  compareTexts(productText({ name: left, price: 22 }), productText({ name: right, price: 20 }))
    .same;

test('ignores a list of features and an author that only one shop states', () => {
  const bottles = 'Tommee Tippee Closer to Nature Baby Bottles';
  const features = 'Slow-Flow Breast-Like Teat with Anti-Colic Valve';
  expect(same(`${bottles} 260ml 2 Pack`, `${bottles}, ${features}, 260ml, Pack of 2`)).toBe(true);
  expect(same('It Ends with Us', 'It Ends with Us by Colleen Hoover')).toBe(true);
});

test('heeds another colour and another edition in a list of features', () => {
  const mouse = 'Logitech G305 Gaming Mouse';
  const features = '12K Sensor, 6 Buttons, 250h Battery';
  expect(same(`${mouse} Blue`, `${mouse}, ${features}, White`)).toBe(false);
  expect(same(mouse, `${mouse}, ${features}, Bundle`)).toBe(false);
});
