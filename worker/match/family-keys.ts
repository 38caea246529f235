import { brandWords, isVariant, keyOf } from './match-keys.ts';
import { comparableText, type ProductText, packWord, says } from './product-text.ts';
import { audienceOf, EDITIONS } from './vocabulary.ts';

/** Kinds whose litres and kilograms belong to the model: they say what it holds, not how much is in the pack. */
const HOLDS = new Set(
  'kettle,mixer,blender,processor,air fryer,cooker,oven,microwave,dishwasher,fridge,freezer,washer,dryer,vacuum,purifier,heater,juicer,toaster,coffee machine,air conditioner,tumbler'.split(
    ',',
  ),
);
/** From this content on, in g or mL, it is what a device holds. */
const LEAST_HELD = 1_000;
/** Choices beside sizes and colours: a nappy's step, a binding. */
const CHOICES = new Set('newborn crawler toddler walker junior paperback hardcover'.split(' '));
/** The sizes of beds, a choice at the end of a title. */
const BEDS = new Set('single double queen king'.split(' '));
/** The same by what it is sold for: a game's console, a bed's size. */
const PLATFORMS = new Set('ps4 ps5 switch xbox one sery x s'.split(' '));
const BEDDING = /sheet|quilt|mattress|doona|bed|pillow|blanket/;
/** Another laptop, monitor or tool: a dimension belongs to the model; a television is sold in sizes. */
const DIMENSION = /^\d+(?:\.\d+)?(?:in|cm|mm)$/;
const VOLTS = /^\d+v$/;
/** The large brick box is another set than the medium one: such a word is a choice only at the end. */
const SIZE_WORD = /^(?:small|medium|large|xs|xl|xxl)$/;
const MIN_STEM_LENGTH = 4;
const MAX_SUFFIX_LENGTH = 4;
const MAX_TAIL_WORDS = 3;

/**
 * The keys of an offer's family: variants of one model (colour, size, storage, pack) share one. 'title:…' is the title without the
 * words of the choice, 'code:…' the brand with the model number without what stands for the choice. A product collects
 * the keys of all its offers, because shops leave out different words; `isSameModel` compares two products by their codes.
 */
export function familyKeys(text: ProductText): string[] {
  const { kinds, goods } = text;
  const brand = brandWords(text);
  const pack = packWord(text);
  const models = [...text.codes].filter((code) => code !== brand.join(''));
  const isHeld =
    text.pack?.count === 1 &&
    text.pack.size >= LEAST_HELD &&
    [...kinds].some((kind) => HOLDS.has(kind));
  const isGrocery = pack !== null && models.length === 0 && !isHeld;
  const tail = isGrocery ? [] : choiceTail(goods.name, text.codes);
  const words = text.words.filter(
    (word) =>
      // A case holds beer or a phone: whatever names an accessory tells.
      (says(word) || EDITIONS.has(word)) && !text.codes.has(word) && !text.kindWords.has(word),
  );
  const coded = isGrocery ? [] : codedTail(words, models);
  const isChoice = (word: string): boolean => {
    // The red salmon is another product than the pink one: of groceries only pack and step are chosen.
    if (isGrocery) return /^size\d/.test(word) || CHOICES.has(word);
    if (tail.includes(word) || coded.includes(word) || CHOICES.has(word)) return true;
    if (kinds.has('game')) return PLATFORMS.has(word);
    if (BEDS.has(word)) return [...kinds].some((kind) => BEDDING.test(kind));
    if (DIMENSION.test(word)) return kinds.has('tv') && word.endsWith('in');
    if (!isVariant(word)) return false;
    if (SIZE_WORD.test(word)) return words.at(-1) === word;
    if (audienceOf(word) !== null) return kinds.has('shoes');
    return word !== 'jet' || words.includes('black');
  };
  // 'MacBook Pro M4 Pro' is more than 'MacBook Pro M4'.
  const saidTwice = text.words.filter(
    (word, index) => EDITIONS.has(word) && text.words.indexOf(word) !== index,
  );
  const model = [
    ...words.filter((word) => !isChoice(word)),
    ...saidTwice.map((word) => `${word}²`),
    ...(pack && !isGrocery ? [pack] : []),
  ];
  const telling = model.filter((word) => !brand.includes(word) && word !== pack);
  // Shops leave out the kind of thing; a number among two words tells the model without it, volts do not.
  const isTelling =
    telling.length >= 2 && telling.some((word) => /\d/.test(word) && !VOLTS.test(word));
  const named = [...kinds].map((kind) => `(${kind})`);
  const titles = [[...model, ...named], ...(isTelling ? [model] : [])];
  const choices = [...words.filter(isChoice), ...tail];
  const stems = models
    .map((code) => stemOf(code, choices))
    .filter((stem) => stem.length >= MIN_STEM_LENGTH && /\d/.test(stem));
  return [
    ...new Set(
      titles.flatMap((title) => keyOf([...brand, ...title]) ?? []).map((key) => `title:${key}`),
    ),
    ...new Set(stems.map((stem) => `code:${brand.join(' ')}|${stem}`)),
  ];
}

/** The words after the last ' - ', ' | ' or ', ' of a title when they name a choice ('Empire Red', '256GB Iris'); else none. */
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

/** The last words of a name, where a model number ends in their first letters: 'Denim' of 'M4AEBTDE', 'Marble Grey' of 'SM-S921B256MG'. */
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

/** A model number without the letters and figures at its end that stand for the choice: 'bes870bss' in brushed stainless steel → 'bes870'. */
function stemOf(code: string, choices: readonly string[]): string {
  const letters = /[a-z]+$/.exec(code)?.[0] ?? '';
  const isShort = letters.length <= MAX_SUFFIX_LENGTH && letters.length < code.length;
  if (letters && isShort && abbreviates(letters, choices.join('')))
    return stemOf(code.slice(0, -letters.length), choices);
  const figure = choices
    .map((word) => /^\d{2,}/.exec(word)?.[0] ?? '')
    .find((digits) => digits && code.endsWith(digits) && code.length > digits.length + 2);
  return figure ? stemOf(code.slice(0, -figure.length), choices) : code;
}

/** True when the letters occur in the text in this order. */
function abbreviates(letters: string, text: string): boolean {
  let found = 0;
  for (const letter of text) if (letter === letters[found]) found += 1;
  return found === letters.length;
}
