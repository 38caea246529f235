import { isMeaningful, type ProductText, packWord, wordsOfBrand } from './product-text.ts';
import { audienceOf, colourOf } from './vocabulary.ts';

const COMPANY_WORDS = new Set('inc ltd pty co corp company limited australia brand the'.split(' '));
/** Variant words other than colours; family keys leave them out. */
const VARIANT =
  /^(?:\d+(?:\.\d+)?(?:gb|tb|mm|cm|in)|size.*|starlight|midnight|titanium|natural|space|deep|cosmic|jet|sea|salt|truffle|stainless|steel|brushed|matte|metallic|small|medium|large|xs|xl|xxl)$/;
/** Most rare words used in pair keys, and most codes with their own key. */
const RARE_WORDS = 5;
const MAX_CODES = 3;
/** Lookups cover a content's step and its neighbours, because shops round. */
const CONTENT_STEP = Math.log(1.05);

/**
 * The keys of goods; null when the text states too little. Titles of the same goods from different shops share keys. Shared keys only
 * propose a product; compare.ts decides.
 */
export function matchKeys(text: ProductText) {
  const brand = brandWords(text);
  const pack = packWord(text);
  const telling = text.words.filter(
    (word) => isMeaningful(word) && !text.codes.has(word) && !text.kindWords.has(word),
  );
  const isNamed = telling.some((word) => !brand.includes(word) && !isVariant(word));
  const kept = isNamed ? telling : [...telling, ...text.kinds];
  const words = new Set([...brand, ...kept, ...(pack ? [pack] : [])]);
  const variants = [...words].filter((word) => word === pack || isVariant(word));
  const code = text.model ?? (text.codes.size === 1 ? [...text.codes][0] : null);
  const titleKey = keyOf(words) ?? keyOf(text.words);
  const steps = contentSteps(text);
  return {
    gtin: text.gtin,
    /** 'breville|bes870|black truffle': brand, model number, and every stated size, storage, colour, fit and pack. */
    modelKey:
      code && brand.length > 0 ? [brand.join(' '), code, keyText(variants)].join('|') : null,
    /**
     * Lookup keys: GTIN, codes, the brand and the title's telling words in alphabetical order, and pairs of the rarest words with the
     * content.
     */
    matchKeys: [
      ...(text.gtin ? [`g:${text.gtin}`] : []),
      ...[...text.codes].slice(0, MAX_CODES).map((each) => `m:${each}`),
      ...(titleKey ? [`t:${titleKey}`] : []),
      ...rarePairs([...brand, ...telling]).map((pair) => `w:${steps[0] ?? ''}:${pair}`),
    ],
  };
}

/** The keys to look up for goods: their own, and those of neighbouring contents. */
export function lookupKeys(
  text: ProductText,
  { matchKeys: own }: ReturnType<typeof matchKeys>,
): string[] {
  const [at, ...nearby] = contentSteps(text);
  const others = nearby.flatMap((step) =>
    own.filter((key) => !isRareKey(key)).map((key) => key.replace(`w:${at}:`, `w:${step}:`)),
  );
  return [...own, ...others];
}

/** True for a key that few products share: any key but a word pair. */
export function isRareKey(key: string): boolean {
  return !key.startsWith('w:');
}

function contentSteps({ pack, goods: { quantity } }: ProductText): number[] {
  const perStated = pack?.unit === 'g' || pack?.unit === 'mL' ? 1000 : 1;
  const content = pack ? pack.total / perStated : (quantity ?? 0);
  if (content <= 0) return [];
  const step = Math.round(Math.log(content) / CONTENT_STEP);
  return [step, step - 1, step + 1];
}

/**
 * Pairs the brand with each of the rarest words, and the two rarest words together, because shops disagree about the brand. Long words count
 * as rare: stored keys must not depend on counts, which change from day to day.
 */
function rarePairs([brand = '', ...others]: readonly string[]): string[] {
  const rare = [...new Set(others)]
    .filter((word) => word !== brand)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, RARE_WORDS);
  const pairs = [
    ...rare.map((word) => [brand, word]),
    ...(rare.length > 1 ? [rare.slice(0, 2)] : []),
  ];
  return [...new Set(pairs.map((pair) => pair.toSorted().join(' ')))];
}

/** The brand's words without company suffixes, taken from the title when no brand is stated. */
export function brandWords({ goods: { brand, name } }: ProductText): string[] {
  const stated =
    brand ?? /\bby\s+([\p{L}\d&'-]+)$/iu.exec(name)?.[1] ?? name.split(/[\s,]/)[0] ?? '';
  return wordsOfBrand(stated).filter((word) => !COMPANY_WORDS.has(word));
}

/** True for a word that separates variants: a size, a storage, a colour, an audience. */
export function isVariant(word: string): boolean {
  return (
    VARIANT.test(word) ||
    word.split('-').every((part) => colourOf(part) !== null || audienceOf(part) !== null)
  );
}

const keyText = (words: Iterable<string>) => [...words].sort().join(' ');

/** The words in alphabetic order; null when fewer than two. */
export function keyOf(words: Iterable<string>): string | null {
  const all = new Set(words);
  return all.size >= 2 ? keyText(all) : null;
}
