import { expect, test } from 'vitest';
import type { Availability } from '#domain/offers/availability.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { audText, plainText } from '#site/ui/price-text.ts';
import { drawnOf, htmlOf } from '../../../tests/support/draw.ts';
import { ProductHead, VariantPicker } from './ProductHead.tsx';

type Choice = ProductDetail['variants'][number]['choices'][number];

const choice = (label: string, own: Partial<Choice> = {}): Choice => ({
  productId: label,
  path: `/products/${label}`,
  name: label,
  label,
  price: 5,
  unitPrice: null,
  isCurrent: false,
  ...own,
});

/** The server-rendered picker for one attribute. */
function pickerOf(choices: Choice[]) {
  const variants = [{ by: 'Size', choices }];
  const hrefOf = ({ path }: Choice) => path;
  return drawnOf(VariantPicker, { variants, money: audText, hrefOf });
}

test('links each variant with its price and marks the current one', () => {
  const page = pickerOf([
    choice('45g', { price: null }),
    choice('170g', { unitPrice: { price: '2.94', quantity: 100, unit: 'g' }, isCurrent: true }),
  ]);
  const links = page('ul[aria-label="Size"] a')
    .toArray()
    .map((link) => page(link));
  expect(links.map((link) => [link.attr('href'), link.attr('aria-current'), link.text()])).toEqual([
    ['/products/45g', undefined, '45gno stock seen'],
    ['/products/170g', 'true', '170g$5.00 · $2.94 per 100 g'],
  ]);
});

const perGram = (price: string) => ({ price, quantity: 100, unit: 'g' as const });

test.each([
  ['the lowest unit price', perGram('2.94'), perGram('2.10'), ['b']],
  ['no equal unit prices', perGram('2.94'), perGram('2.94'), []],
  [
    'no different units',
    perGram('2.94'),
    { price: '0.10', quantity: 1, unit: 'each' as const },
    [],
  ],
  ['no single unit price', perGram('2.94'), null, []],
])('marks %s as best value', (_, one, other, expected) => {
  const page = pickerOf([choice('a', { unitPrice: one }), choice('b', { unitPrice: other })]);
  const marked = page('a:contains("Best value") .label').toArray();
  expect(marked.map((label) => page(label).text())).toEqual(expected);
});

test('a sold-out variant is never the best value', () => {
  const page = pickerOf([
    choice('a', { unitPrice: perGram('1.00'), price: null }),
    choice('b', { unitPrice: perGram('2.00') }),
    choice('c', { unitPrice: perGram('3.00') }),
  ]);
  expect(page('a:contains("Best value") .label').text()).toBe('b');
});

test('shows 24 variants of a large family and folds the rest', () => {
  const page = pickerOf(Array.from({ length: 30 }, (_, index) => choice(`size-${index}`)));
  expect(page('ul').first().find('a')).toHaveLength(24);
  expect(page('details summary').text()).toBe('6 more');
  expect(page('details a')).toHaveLength(6);
});

test('renders nothing without variants', () => {
  const props = { variants: [], money: audText, hrefOf: () => '' };
  expect(htmlOf(VariantPicker, props)).toBe('');
});

/** The head of a product of Pademelon's, $2.00 each, with what `own` changes. */
function headOf(own: Partial<ProductDetail>) {
  const product = { currentPrice: 2, originalPrice: null, variants: [], imageUrl: '', ...own };
  const retailer = { name: 'Pademelon' };
  return drawnOf(ProductHead, {
    product: { ...product, retailer, productUrl: 'https://shop.test/' } as unknown as ProductDetail,
    money: plainText,
    hrefOf: () => '',
    above: null,
    action: null,
  });
}

test('offers no purchase of what every shop has run out of', () => {
  const link = (availability: Availability) =>
    headOf({ availability })('.product-actions a').text();
  expect(link('in_stock')).toMatch(/^Buy at Pademelon/);
  expect(link('out_of_stock')).toMatch(/^See it at Pademelon/);
});

test('says a price of thousands with a plain dollar sign', () => {
  expect(headOf({ currentPrice: 1189 })('.price.hero').text()).toBe('$1189.00');
});

test('states when the next special is likely, and how often the forecast misses', () => {
  const rhythm = { text: 'Half price about every 4 weeks.', risk: 'About 2 in 10 miss.' };
  const page = headOf({ rhythm: rhythm as ProductDetail['rhythm'] });
  expect(page('.rhythm').text()).toBe(`${rhythm.text} ${rhythm.risk}`);
});
