import { learnedWeights } from './learned-weights.ts';
import { type ProductText, packWord, says, wordsOfBrand } from './product-text.ts';
import { audienceOf, colourOf } from './vocabulary.ts';

const COMPANY_WORDS = new Set('inc ltd pty co corp company limited australia brand the'.split(' '));
/** Words of variants beyond colours: the family of a product is its title without them. */
const VARIANT =
  /^(?:\d+(?:\.\d+)?(?:gb|tb|mm|cm|in)|size.*|starlight|midnight|titanium|natural|space|deep|cosmic|jet|sea|salt|truffle|stainless|steel|brushed|matte|metallic|small|medium|large|xs|xl|xxl)$/;
/** So many rare words give pairs for keys, and so many codes keys of their own. */
const RARE_WORDS = 5;
const MAX_CODES = 3;
/** Contents within a step or its neighbours are looked up together: shops round. */
const CONTENT_STEP = Math.log(1.05);

/**
 * The keys of goods; null where they do not say. The same goods under the titles of different shops share keys: equal keys propose a
 * product, compare-texts decides.
 */
export function matchKeys(text: ProductText) {
  const brand = brandWords(text);
  const pack = packWord(text);
  const telling = text.words.filter(
    (word) => says(word) && !text.codes.has(word) && !text.kindWords.has(word),
  );
  const kept = telling.some((word) => !isVariant(word)) ? telling : [...telling, ...text.kinds];
  const words = new Set([...brand, ...kept, ...(pack ? [pack] : [])]);
  const variants = [...words].filter((word) => word === pack || isVariant(word));
  const code = text.model ?? (text.codes.size === 1 ? [...text.codes][0] : null);
  const titleKey = keyOf(words);
  const steps = contentSteps(text);
  return {
    gtin: text.gtin,
    /** 'breville|bes870|black truffle': brand, model number, and every stated size, storage, colour, fit and pack. */
    modelKey:
      code && brand.length > 0 ? [brand.join(' '), code, keyText(variants)].join('|') : null,
    /** All telling words of the title in alphabetic order, with the brand. */
    titleKey,
    /** Under which a product is found: GTIN, codes, title, and pairs of its rarest words with its content. */
    matchKeys: [
      ...(text.gtin ? [`g:${text.gtin}`] : []),
      ...[...text.codes].slice(0, MAX_CODES).map((each) => `m:${each}`),
      ...(titleKey ? [`t:${titleKey}`] : []),
      ...rarePairs([...brand, ...telling]).map((pair) => `w:${steps[0] ?? ''}:${pair}`),
    ],
  };
}

/** The keys under which products that goods may belong to are looked up: their own, and those of contents nearby. */
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

/** Whether few products have such a key: all but pairs of words. */
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

/** The brand with each of the rarest words, and the two rarest together: shops do not agree on who the brand is. */
function rarePairs([brand = '', ...others]: readonly string[]): string[] {
  const { rarity, unknownWeight } = learnedWeights();
  const weight = (word: string) => rarity.get(word) ?? unknownWeight;
  const rare = [...new Set(others)]
    .filter((word) => word !== brand)
    .sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1))
    .slice(0, RARE_WORDS);
  const pairs = [
    ...rare.map((word) => [brand, word]),
    ...(rare.length > 1 ? [rare.slice(0, 2)] : []),
  ];
  return [...new Set(pairs.map((pair) => pair.toSorted().join(' ')))];
}

/** The words of the brand, without those of any company; from the title where none is stated. */
export function brandWords({ goods: { brand, name } }: ProductText): string[] {
  const stated =
    brand ?? /\bby\s+([\p{L}\d&'-]+)$/iu.exec(name)?.[1] ?? name.split(/[\s,]/)[0] ?? '';
  return wordsOfBrand(stated).filter((word) => !COMPANY_WORDS.has(word));
}

/** Whether a word tells variants of one product apart: a size, a storage, a colour, for whom. */
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
