import { expect, test } from 'vitest';
import type { Availability } from '#domain/offers/availability.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { htmlOf } from '../../tests/support/draw.ts';
import { BuyVerdict, WasPrice } from './PriceVerdict.tsx';
import { audText, plainText } from './price-text.ts';

test.each<[Availability, string]>([
  ['in_stock', '<s class="was"><span class="visually-hidden">was </span>$4.20</s>'],
  ['out_of_stock', ''],
])('a saving on an offer that is %s reads %s', (availability, html) => {
  const product = {
    availability,
    currentPrice: 2.1,
    originalPrice: 4.2,
    discountPercentage: 0,
    isOnSale: true,
    claim: undefined,
  };
  expect(htmlOf(WasPrice, { product, money: audText })).toBe(html);
});

const sale = {
  availability: 'in_stock' as const,
  currentPrice: 529,
  originalPrice: 699,
  isOnSale: true,
  discountPercentage: 24,
};
const claimHtml = (claim: SearchProduct['claim']) =>
  htmlOf(WasPrice, { product: { ...sale, claim }, money: plainText });

test('a claimed price that was charged is struck through, green, and says so', () => {
  const text = 'Genuine: $699.00 was charged on 40 of the 84 days we saw in the 12 weeks before.';
  const html = claimHtml({ verdict: 'genuine', text });
  expect(html).toContain('$699.00</s>');
  expect(html).toContain('tone-green figures">−24%</span>');
  expect(html).toContain('>Genuine saving</span>');
});

test.each([
  ['no-saving', 'No real saving'],
  ['too-short', 'Hardly ever that price'],
] as const)('the verdict %s shows no percentage beside “%s”', (verdict, words) => {
  const html = claimHtml({ verdict, text: 'Why.' });
  expect(html).toContain('$699.00</s>');
  expect(html).toContain(`>${words}</span>`);
  expect(html).not.toContain('24%');
});

test("shows a former price nobody was charged as the shop's claim, not as a saving", () => {
  const text = 'The shop says it was $699.00. We never saw it above $549.00.';
  const html = claimHtml({ verdict: 'higher-than-before', text });
  expect(html).toContain(text);
  expect(html).not.toMatch(/<s |24%/);
});

test.each([
  ['buy', 'Buy'],
  ['fair', 'Fair'],
  ['wait', 'Wait'],
  ['not-enough-history', 'Not enough history'],
] as const)('the verdict %s is stamped %s, beside its sentence', (word, stamp) => {
  const buyVerdict = { word, text: '$529.00 is what it is.' };
  const html = htmlOf(BuyVerdict, { buyVerdict });
  expect(html).toMatch(new RegExp(`>${stamp}</span><span>\\$529.00 is what it is.</span>`));
});
