import { expect, it } from 'vitest';
import { codeInAddress } from './product.ts';

it.each([
  ['https://shop.example/store/122725?pid=260591', '260591'],
  ['https://shop.example/dp/B00CYG4J5U', 'B00CYG4J5U'],
  ['https://shop.example/itm/302474151804', '302474151804'],
  ['https://shop.example/ad/Skate-Board-RARE_35985065', '35985065'],
  ['https://shop.example/product/chips-165g-8060378.html', '8060378'],
  ['https://shop.example/down-jacket/115843-BLK02.html', '115843-BLK02'],
  ['https://shop.example/product/kettle-1-7l', null],
  ['https://shop.example/product/best-of-2026', null],
  ['https://shop.example/', null],
  ['not an address', null],
])('in %s is %s', (address, code) => {
  expect(codeInAddress(address)).toBe(code);
});
