import { expect, it } from 'vitest';
import { htmlPage } from '../../../../tests/support/small-pages.ts';
import { parsePage } from '../../page/parse-page.ts';
import { findPriceMarks } from './holders.ts';

/** The amounts that a block prints, each with its role. */
const marks = (block: string) =>
  findPriceMarks(parsePage(htmlPage(`<div class="box--price">${block}</div>`)), 'AUD')
    .filter((mark) => mark.region === 'main')
    .map(({ amount, role }) => `${amount} ${role}`);

it.each([
  [
    'the price with a code, named before it',
    '<p>25% off with code BABY25: <b>$22.46</b></p><b>$29.95</b>',
    ['22.46 member', '29.95 price'],
  ],
  ['the price of a day of hire', '<b>$15.00 / day</b>', ['15.00 other']],
  ['a price before a name', '<b>$15.00 / Daypack</b>', ['15.00 price']],
  [
    'dollars with the point, cents',
    '<span>$4.</span><span>19</span> <i>$4.19 per kg</i>',
    ['4.19 price', '4.19 other'],
  ],
  [
    'sign, dollars, raised cents',
    '<b>$</b><b>1,249</b><sup>95</sup> <i>Was $1,400</i>',
    ['1249.95 price', '1400 was'],
  ],
  [
    'sign, dollars, point, cents',
    '<b>$</b><b>3</b><b>.</b><b>50</b> <i>$0.70 / 100g</i>',
    ['3.50 price', '0.70 other'],
  ],
  [
    'cents and their sign',
    '<span>89</span><span></span><span>c</span> <i>$3.56 per kg</i>',
    ['0.89 price', '3.56 other'],
  ],
  [
    'dollars beside an unrelated number',
    '<span>$4</span> <span>19</span> <i>Was $6</i>',
    ['4 price', '6 was'],
  ],
])('reads %s', (_how, block, expected) => {
  expect(marks(block).filter((mark) => mark !== '19 price')).toEqual(expected);
});

it('is not misled by the indentation of the markup', () => {
  const space = `\n${' '.repeat(200)}`;
  const block = `<div class="price">${space}<div class="original line-through">${space}$410${space}</div>${space}<div class="current">${space}$210</div></div>`;
  expect(marks(block)).toEqual(['410 was', '210 price']);
});

it.each([
  [
    'a utility class',
    '<p class="text-sm line-through">$149</p><p>$119</p>',
    ['149 was', '119 price'],
  ],
  [
    'members and others',
    '<p class="member">$13.99</p><p class="non-member">Non-Member $15.99</p>',
    ['13.99 member', '15.99 price'],
  ],
  [
    'several pieces',
    '<p>$15.99</p><p>$14.50 in any six</p><p>$14 each when you buy 12</p>',
    ['15.99 price', '14.50 other', '14 other'],
  ],
  [
    'a code at the checkout',
    '<p>$149</p><p>$134.10 with code SAVE10</p>',
    ['149 price', '134.10 member'],
  ],
  [
    'the everyday price',
    '<p>Regular price <s>$159.00</s> Sale price <b>$129.00</b></p>',
    ['159.00 was', '129.00 price'],
  ],
  [
    'an attribute for the club’s price',
    '<p>Club price <b data-club-price="99.99">$99.99</b></p><p><b>$129.00</b></p>',
    ['99.99 member', '129.00 price'],
  ],
  [
    'the market’s price',
    '<p><b>$749.00</b></p><p class="market_price">$799.00</p>',
    ['749.00 price', '799.00 was'],
  ],
  ['one-off purchases', '<p>One-off purchase <b>$89.99</b></p>', ['89.99 price']],
])('tells roles by %s', (_what, block, expected) => {
  expect(marks(block)).toEqual(expected);
});

it.each([
  [
    'a "was" and a saving',
    '<p>$119</p><p>RRP $149.99 You save $30.99</p>',
    ['119 price', '149.99 was', '30.99 other'],
  ],
  ['lines of one element', '<p>$119<br>Was $149</p>', ['119 price', '149 was']],
  ['the ends of a range, which are nobody’s price', '<p>$10 - $20</p>', []],
])('reads %s in one text', (_what, block, expected) => {
  expect(marks(block)).toEqual(expected);
});

it.each([
  [
    'a struck amount behind its label',
    '<p>De: <s>$149</s></p><p>Por: <b>$119</b></p>',
    ['149 was', '119 price'],
  ],
  [
    'a class within a wrapper',
    '<div><span class="old-price">$149</span></div><div><b>$119</b></div>',
    ['149 was', '119 price'],
  ],
  [
    'a price with its tax',
    '<p class="price--withTax">$179.00</p><p class="price--withoutTax">$162.73</p>',
    ['179.00 price', '162.73 other'],
  ],
  [
    'the word that goes before the class "tax"',
    '<div class="price-final_price tax weee"><span class="price">$1,249.00</span></div>',
    ['1249.00 price'],
  ],
  [
    'the block around a class of both',
    '<div class="old-price"><i class="price-final_price tax weee"><b>$59</b></i></div><div class="special-price"><b>$49</b></div>',
    ['59 was', '49 price'],
  ],
  [
    'an amount before tax that follows',
    '<ul><li><h2>$122.00</h2></li><li>Ex Tax: $110.91</li><li>10 or more $108.00</li></ul>',
    ['122.00 price', '110.91 member', '108.00 other'],
  ],
  [
    'a range in elements of its own',
    '<p><span>$20.00</span> - <span>$500.00</span></p>',
    ['20.00 other', '500.00 other'],
  ],
  [
    'a list of prices, which is no list price',
    '<div class="Item__PriceList"><i class="Price--highlight">$189</i><i class="Price--compareAt">$249</i></div>',
    ['189 price', '249 was'],
  ],
  ['the words for a low end', '<p><span>As low as</span> <b>$12.95</b></p>', ['12.95 other']],
  [
    'a shop’s word for its usual price',
    '<p><i>Ticket price $1,199</i> <b>$899</b></p>',
    ['1199 was', '899 price'],
  ],
])('tells the role by %s', (_how, block, expected) => {
  expect(marks(block)).toEqual(expected);
});

it('skips hidden elements, but not those hidden on phones only', () => {
  expect(
    marks(
      '<p class="price hidden">$1</p><p class="d-none">$2</p><p class="hidden md:block">$3</p>',
    ),
  ).toEqual(['3 price']);
});
