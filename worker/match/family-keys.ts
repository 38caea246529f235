import { brandWords, isVariant, keyOf } from './match-keys.ts';
import { comparableText, isMeaningful, type ProductText, packWord } from './product-text.ts';
import { audienceOf, EDITIONS } from './vocabulary.ts';

/** Kinds whose litres or kilograms state a capacity, which belongs to the model. */
const HOLDS = new Set(
  'kettle,mixer,blender,processor,air fryer,cooker,oven,microwave,dishwasher,fridge,freezer,washer,dryer,vacuum,purifier,heater,juicer,toaster,coffee machine,air conditioner,tumbler'.split(
    ',',
  ),
);
/** Contents from this size, in g or mL, are capacities of devices. */
const LEAST_HELD = 1_000;
/** Choices besides sizes and colours: a nappy's step, a book's binding. */
const CHOICES = new Set('newborn crawler toddler walker junior paperback hardcover'.split(' '));
/** Bed sizes, which are choices at the end of a title. */
const BEDS = new Set('single double queen king'.split(' '));
/** Platforms and bed sizes for which one product is sold. */
const PLATFORMS = new Set('ps4 ps5 switch xbox one sery x s'.split(' '));
const BEDDING = /sheet|quilt|mattress|doona|bed|pillow|blanket/;
/** Dimensions, which belong to the model of laptops, monitors and tools, but are choices of televisions. */
const DIMENSION = /^\d+(?:\.\d+)?(?:in|cm|mm)$/;
const VOLTS = /^\d+v$/;
/** Size words, which are choices only at the end of a title: a large brick box and a medium one are different sets. */
const SIZE_WORD = /^(?:small|medium|large|xs|xl|xxl)$/;
const MIN_STEM_LENGTH = 4;
const MAX_SUFFIX_LENGTH = 4;
const MAX_TAIL_WORDS = 3;

/**
 * The family keys of an offer, shared by variants of one model (colour, size, storage, pack). 'title:…' is the title without choice
 * words, 'code:…' the brand and the model number without its variant suffix. A product collects the keys of all its offers, because shops
 * omit different words; `isSameModel` compares two products by their codes.
 */
export function familyKeys(text: ProductText): string[] {
  const brand = brandWords(text);
  const pack = packWord(text);
  const models = [...text.codes].filter((code) => code !== brand.join(''));
  const isGrocery = pack !== null && models.length === 0 && !holds(text);
  const words = text.words.filter(
    (word) =>
      // A case may hold beer or a phone, so any accessory word counts.
      (isMeaningful(word) || EDITIONS.has(word)) &&
      !text.codes.has(word) &&
      !text.kindWords.has(word),
  );
  const tail = isGrocery ? [] : choiceTail(text.goods.name, text.codes);
  const named = new Set(isGrocery ? [] : [...tail, ...codedTail(words, models)]);
  const isChoice = isGrocery ? isGroceryChoice : deviceChoice(text, words, named);
  const model = [
    ...words.filter((word) => !isChoice(word)),
    ...editionsSaidTwice(text),
    ...(pack && !isGrocery ? [pack] : []),
  ];
  const stems = models
    .map((code) => stemOf(code, [...words.filter(isChoice), ...tail]))
    .filter((stem) => stem.length >= MIN_STEM_LENGTH && /\d/.test(stem));
  return [
    ...new Set([
      ...titlesOf(model, text, brand).map((key) => `title:${key}`),
      ...stems.map((stem) => `code:${brand.join(' ')}|${stem}`),
    ]),
  ];
}

/** True for a device whose litres or kilograms state what it holds. */
function holds({ pack, kinds }: ProductText): boolean {
  const isLarge = pack?.count === 1 && pack.size >= LEAST_HELD;
  return isLarge && [...kinds].some((kind) => HOLDS.has(kind));
}

/** Red and pink salmon are different products: groceries vary by pack and step only. */
const isGroceryChoice = (word: string): boolean => /^size\d/.test(word) || CHOICES.has(word);

/** Tells the choice words of goods other than groceries; `named` are those that the title sets apart. */
function deviceChoice(
  { kinds }: ProductText,
  words: readonly string[],
  named: ReadonlySet<string>,
): (word: string) => boolean {
  return (word) => {
    if (named.has(word) || CHOICES.has(word)) return true;
    if (kinds.has('game')) return PLATFORMS.has(word);
    if (BEDS.has(word)) return [...kinds].some((kind) => BEDDING.test(kind));
    if (DIMENSION.test(word)) return kinds.has('tv') && word.endsWith('in');
    if (!isVariant(word)) return false;
    if (SIZE_WORD.test(word)) return words.at(-1) === word;
    if (audienceOf(word) !== null) return kinds.has('shoes');
    return word !== 'jet' || words.includes('black');
  };
}

/** 'MacBook Pro M4 Pro' is more than 'MacBook Pro M4'. */
function editionsSaidTwice({ words }: ProductText): string[] {
  return words
    .filter((word, index) => EDITIONS.has(word) && words.indexOf(word) !== index)
    .map((word) => `${word}²`);
}

/** The title keys of a model: with its kind, and without it if two words identify the model and one holds a number other than volts. */
function titlesOf(model: readonly string[], text: ProductText, brand: readonly string[]): string[] {
  const telling = model.filter((word) => !brand.includes(word) && word !== packWord(text));
  const isTelling =
    telling.length >= 2 && telling.some((word) => /\d/.test(word) && !VOLTS.test(word));
  const kinds = [...text.kinds].map((kind) => `(${kind})`);
  const titles = [[...model, ...kinds], ...(isTelling ? [model] : [])];
  return titles.flatMap((title) => keyOf([...brand, ...title]) ?? []);
}

/** The words after the last ' - ', ' | ' or ', ' of a title if they name a choice ('Empire Red', '256GB Iris'); else none. */
function choiceTail(name: string, codes: ReadonlySet<string>): string[] {
  const segments = comparableText(name)
    .replace(/'s\b/g, '')
    .split(/\s[-|]\s|,\s/)
    .slice(1)
    .map((segment) =>
      (segment.match(/[a-z\d]+(?:[-.][a-z\d]+)*/g) ?? []).filter(
        (word) => !codes.has(word.replace(/[-.]/g, '')) && word !== 'and',
      ),
    );
  const tail = segments.findLast((words) => words.length > 0) ?? [];
  const unknown = tail.filter((word) => !isVariant(word) && !BEDS.has(word));
  const isChoice = unknown.length < tail.length && tail.length <= MAX_TAIL_WORDS;
  return isChoice && unknown.every((word) => !/\d/.test(word) && !EDITIONS.has(word)) ? tail : [];
}

/** The final words of a name whose initials end its model number: 'Denim' of 'M4AEBTDE', 'Marble Grey' of 'SM-S921B256MG'. */
function codedTail(words: readonly string[], codes: readonly string[]): string[] {
  for (const length of [3, 2, 1]) {
    const tail = words.slice(-length);
    const letters = tail.map((word) => word.slice(0, length === 1 ? 2 : 1)).join('');
    const isNamed = tail.every((word) => /^[a-z]{2,}$/.test(word) && !EDITIONS.has(word));
    const isCoded = codes.some(
      (code) => code.endsWith(letters) && code.length > letters.length + 3,
    );
    if (isNamed && isCoded && words.length > length) return tail;
  }
  return [];
}

/** A model number without its variant suffix: 'bes870bss' in brushed stainless steel → 'bes870'; a size may stand inside it, too. */
function stemOf(code: string, choices: readonly string[]): string {
  const letters = /[a-z]+$/.exec(code)?.[0] ?? '';
  const isShort = letters.length <= MAX_SUFFIX_LENGTH && letters.length < code.length;
  if (letters && isShort && abbreviates(letters, choices.join('')))
    return stemOf(code.slice(0, -letters.length), choices);
  const figure = choices
    .map((word) => /^\d{2,}|^\d(?=tb$)/.exec(word)?.[0] ?? '')
    .find((digits) => digits && code.endsWith(digits) && code.length > digits.length + 2);
  return figure ? stemOf(code.slice(0, -figure.length), choices) : withoutSize(code, choices);
}

/** 'oled65c4psa' of 65 inches → 'oledc4psa', 'ct2000x9ssd9' of 2 TB → 'ctx9ssd9'. */
function withoutSize(code: string, choices: readonly string[]): string {
  const figures = choices.flatMap((word) => {
    const [, amount = '', unit] = /^(\d+)(in|gb|tb)$/.exec(word) ?? [];
    return unit === 'tb' ? `${amount}000` : amount.length > 1 ? amount : [];
  });
  const stems = figures.map((digits) => code.replace(new RegExp(`(?<!\\d)${digits}(?!\\d)`), ''));
  // The size of 'QN85D' is all of its number.
  return stems.find((stem) => stem !== code && /\d/.test(stem)) ?? code;
}

/** True when the letters occur in the text in this order. */
function abbreviates(letters: string, text: string): boolean {
  let found = 0;
  for (const letter of text) if (letter === letters[found]) found += 1;
  return found === letters.length;
}
