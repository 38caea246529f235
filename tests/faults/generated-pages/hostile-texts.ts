import { chance, pick, reseed } from '#worker/demo/world/seeded.ts';

/** Prices that are none, and some that are. */
export const PRICE_TEXTS: readonly string[] = [
  ...`
    0 | -1 | -49.95 | 0.00 | 0.001 | 0.004 | 0.005 | 1e309 | 1e3 | -0 | NaN | Infinity | null |
    true | [] | {} | 1.299,00 | 1,299.00 | 1’299.95 | 1 299 | 12.34.56 | 1,2,3 | ..5 | 5. | .5 | $ |
    $$49 | A$49.95 | US$49 | €49,95 | 999999999 | 9999999999 | 1000000.01 | 999999.99 |
    99999999999999999999 | 1e-7 | 0x1F | ٤٩٫٩٥ | ４９．９５ | 49,95 | 49.9 | from $49 | 2 for $5 |
    $5 each | $49.95 - $69.95 | was $1 now $2 | $4.99 per 100g | Free | $0 | Call | POA |
    49.95 AUD inc GST | −49.95 | ＄49.95 | $49<sup>95</sup> | $1,49.95 | $49.95.95 | 49.95e |
    49.95% | 1/2
  `
    .trim()
    .split(/ \|\s+/),
  '',
  '49.95\u0000',
  '49\u200b.95',
];

const LETTERS = 'aZ09 .,$€£\'"\\<>/=&;:-_()[]{}%#@!?\u0000\u00a0\u200b\u202e\ud800\udc00é漢🫖\n\t';

/** Any characters, up to that many. */
export function randomText(seed: number, longest: number): string {
  const length = Math.floor(chance(seed, 1) * longest);
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text += LETTERS[Math.floor(chance(seed, 2, index) * LETTERS.length)];
  }
  return text;
}

/** The price text of that number: random characters, in every third around one that looks like a price. */
export function generatedPriceText(number: number): string {
  const seed = reseed(0xcab, number);
  const known = seed % 3 === 0 ? (PRICE_TEXTS[seed % PRICE_TEXTS.length] ?? '') : '';
  const longest = number % 50 === 0 ? 4_000 : 60;
  return randomText(seed, 60) + known + randomText(reseed(seed, 1), longest);
}

/** Pieces that make a careless expression search again and again. */
export const REPEATED: readonly string[] = [
  '$1 ',
  '1,1',
  '1 000 ',
  '<b',
  '<a href="',
  "<a href='",
  ' href="a"',
  '<!--',
  '</',
  '&',
  '&#',
  '&amp;',
  '"',
  "'",
  '{',
  '[',
  '{"a":',
  '\\',
  '\\"',
  '<script>',
  '<script type="application/ld+json">',
  'ld+json',
  '<style>',
  '<h1>',
  '<div><p>',
  '<del>',
  '<table><tr><td>',
  'rel=next ',
  'was ',
  'save ',
  'members price ',
  '49.95 ',
  '49.95',
  ' $49.95 was',
  'price=',
  'x.push({',
  'a={',
  'JSON.parse("',
  'currency":"',
  'urrency',
  'gtin',
  'canonical',
  '2 for ',
  'from ',
  '0',
  '9',
  '.',
  ',',
  '-',
  '- ',
  'per 100g ',
  '<meta property="og:title" content="',
  '<svg><title>',
  '<li class="price">$1',
  'out of stock ',
  'data-x="{',
  '="{',
  '/p/1-',
  'a-1',
  '1-',
  '<p>Not found',
  ' - | ',
  'Regular price: ',
  '\u200b',
  '\u00a0',
  '\t',
  '<iframe>',
  '<input>',
  '(',
  'can not ',
];

/** A JSON value that stands where another is expected. */
export function hostileValue(seed: number): unknown {
  return pick<() => unknown>(
    [
      () => null,
      () => true,
      () => -1,
      () => 0,
      () => 1e21,
      () => 5e-324,
      () => 1e300,
      () => [],
      () => ({}),
      () => [[[[49.95]]]],
      () => ({ '@id': '#x' }),
      () => ({ name: { name: { name: 'x' } } }),
      () => 'x'.repeat(20_000),
      () => '__proto__',
      () => ({ __proto__x: 1, constructor: 1, toString: 'x', hasOwnProperty: 5, length: 1e9 }),
      () => pick(PRICE_TEXTS, seed, 3),
      () => Number(pick(PRICE_TEXTS, seed, 4)) || 7,
      () => randomText(seed, 300),
      () => Array(300).fill(49.95),
    ],
    seed,
    2,
  )();
}
