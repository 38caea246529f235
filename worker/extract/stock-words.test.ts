import { expect, test } from 'vitest';
import { bytesOfText } from '../fetch/page-body.ts';
import { maySpeakOfStock, refusesPurchase, saysSoldOut, speaksOfScarcity } from './stock-words.ts';

test.each([
  'This product cannot be bought',
  'It can not currently be ordered',
  'You CAN’T be ordered',
  "can't currently be purchased",
  'Not currently available for purchase',
  'not available to buy',
  'No longer sold',
  'This has been discontinued.',
  'Nie je možné produkt kúpiť',
  'Není možné koupit',
  'Kann derzeit nicht bestellt werden',
  'ne peut plus être commandé',
  'Sold out',
  'OUT OF STOCK',
  'Low stock',
  'limited stock',
  'Only 3 left',
  'only 12 remaining',
  'Only 2 in stock',
  'only a few left',
  'Last few remaining',
  'Last one!',
  'Knapper Lagerbestand',
])('"%s" speaks of stock, as a text and as its bytes', (text) => {
  expect(refusesPurchase(text) || saysSoldOut(text) || speaksOfScarcity(text)).toBe(true);
  expect([maySpeakOfStock(text), maySpeakOfStock(bytesOfText(text))]).toEqual([true, true]);
});

test('ordinary words on a page do not', () => {
  const text = 'In stock. Free delivery on orders over $65. Only the best is available here';
  expect(maySpeakOfStock(text)).toBe(false);
});
