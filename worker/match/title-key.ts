import { parsePackSize } from '#domain/pack-size.ts';
import { contentText } from '#domain/shrinkflation.ts';
import { plainText } from './product-text.ts';
import { audienceOf, colourOf } from './variant-words.ts';

/*
 * A title as a set of words that does not depend on the shop: order, spelling of units, abbreviations and the words that say
 * what kind of thing it is fall away; every word that may tell a variant from its siblings stays.
 */

/** Abbreviations of Australian shops, written out. */
const WRITTEN_OUT: readonly (readonly [RegExp, string])[] = [
  [/\bs\/\s?steel\b/g, 'stainless steel'],
  [/\bss\b(?= steel)/g, 'stainless'],
  [/\bw\/(?=\s|\w)/g, 'with '],
  [/\bauto\b/g, 'automatic'],
  [/\bunsw\b/g, 'unsweetened'],
  [/\b(\d+)(?:st|nd|rd|th)[\s-]gen(?:eration)?\b/g, 'gen $1'],
  [/\bgeneration\b/g, 'gen'],
  [/\bwi-fi\b/g, 'wifi'],
  [/\b(\d+(?:\.\d+)?)[\s-]?(?:inch(?:es)?\b|in\b|"|”|'')/g, '$1in'],
  [/\b(\d+(?:\.\d+)?)[\s-]?(gb|tb|mm|cm|hz|ghz|mp|mah|kw|w)\b/g, '$1$2'],
  [/\bmen'?s\b/g, 'men'],
  [/\bwomen'?s\b|\bladies'?\b/g, 'women'],
  [/\bgrey\b/g, 'gray'],
  [/\bcolou?r\b/g, ' '],
  [/(?<=[a-z\d])\+/g, ' plus '],
];

/** Words that say nothing about which product it is: joining words, praise, and the name of the kind. */
const SAYS_NOTHING = new Set(
  `a an and the for of in on by with to from or new genuine official brand australia australian au stock aust local warranty free shipping
  delivery online only sale special buy best price unlocked smartphone smartphones phone phones mobile handset laptop
  laptops notebook computer tablet tablets television televisions tv headphone headphones smartwatch watch watches shoe
  shoes running sneaker sneakers trainer trainers runner runners footwear smart machine console printer camera monitor`.split(
    /\s+/,
  ),
);

/** Words of variants beyond colours: the family of a product is its title without them. */
const VARIANT =
  /^(?:\d+(?:\.\d+)?(?:gb|tb|mm|cm|in)|starlight|midnight|titanium|natural|space|deep|cosmic|jet|sea|salt|truffle|stainless|steel|brushed|matte|metallic|rtx\d*|i[3579]|\d{4}(?=ti$)|size|small|medium|large|xs|xl|xxl)$/;

/** The words of a title, apart from what is said in brackets that repeats the model number `mpn`. */
export function titleWords(title: string, mpn: string | null): Set<string> {
  const pack = parsePackSize(title);
  let text = plainText(title).replace(/\bby\s+(?=[a-z\d]+$)/g, ' ');
  for (const [pattern, written] of WRITTEN_OUT) text = text.replace(pattern, written);
  if (pack) text = text.replace(PACK_TEXT, ' ');
  const words = (text.match(WORD) ?? []).map((word) =>
    word.replace(/['.]/g, '').replace(/[-/]/g, '-'),
  );
  const model = mpn ? plainText(mpn).replace(/[^a-z\d]/g, '') : null;
  const kept = words
    .flatMap(splitHyphens)
    .filter((word) => word && !SAYS_NOTHING.has(word) && word.replace(/-/g, '') !== model);
  return new Set(pack ? [...kept, contentText(pack).replace(/\s/g, '').toLowerCase()] : kept);
}

/** 'black/white' is another colourway than 'white/black', so words that a slash joins stay together. */
const WORD = /\d+\.\d+[a-z]*|[a-z\d]+(?:['/-][a-z\d]+)*/g;
const PACK_TEXT =
  /(?<![a-z\d.])(?:\d+\s?[x×]\s?)?\d+(?:\.\d+)?\s?-?(?:kg|g|gm|ml|l|lt|litres?|packs?|pk|tablets?|capsules?|wipes?|sheets?|rolls?|pods?|bags?|eggs?|cans?|bottles?)(?:\s?[x×]\s?\d+)?(?![a-z\d])(?:\s?(?:packs?|pk)\b)?/g;

/** Codes lose their hyphens ('wh-1000xm5'), hyphenated words are taken apart, colourways and speeds stay whole. */
function splitHyphens(word: string): string[] {
  if (!word.includes('-')) return [word];
  if (/\d/.test(word)) return [word.replace(/-/g, '')];
  const parts = word.split('-');
  return parts.every((part) => colourOf(part) !== null) ? [word] : parts;
}

/** The key of a title within its brand: brand and words in alphabetic order; null when fewer than two words are left. */
export function titleKeyOf(
  words: ReadonlySet<string>,
  brandWords: readonly string[],
): string | null {
  const all = new Set([...brandWords, ...words]);
  return all.size >= 2 ? [...all].sort().join(' ') : null;
}

/** The words without those of variants: sizes, storage, colours, audience, pack. */
export function familyWords(words: ReadonlySet<string>, packText: string | null): Set<string> {
  const isVariant = (word: string) =>
    VARIANT.test(word) ||
    word === packText ||
    word.split('-').every((part) => colourOf(part) !== null || audienceOf(part) !== null);
  return new Set([...words].filter((word) => !isVariant(word)));
}
