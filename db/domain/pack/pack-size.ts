import { type BaseUnit, COUNTED, measureUnit, unitPattern } from './pack-size-units.ts';

/** `count` things of `size` base units each; `total` = count × size. '6 x 375mL' → 6, 375, 'mL', 2250. */
export interface PackSize {
  count: number;
  size: number;
  unit: BaseUnit;
  total: number;
}

const NUMBER = '(\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?|\\.\\d+)';
const MEASURE = `${NUMBER}\\s?-?\\s?(${unitPattern({ counted: false, strengths: false })})`;
const THINGS = COUNTED.split(' ')
  .sort((a, b) => b.length - a.length)
  .join('|');
const START = '(?<![\\d.,$a-z/]|[a-z\\d]-)';
const END = '(?![a-z0-9²³]|\\s?[²³])';
const pattern = (source: string) => new RegExp(`${START}${source}${END}`, 'iu');

const COUNT_TIMES_MEASURE = pattern(`(\\d{1,3})\\s?(?:${THINGS})?\\s?[x×*]\\s?${MEASURE}`);
const NUMBER_TIMES = /\d\s?[x×*]\s?$/iu;
const MEASURE_TIMES_COUNT = pattern(
  `${MEASURE}\\s?(?:${THINGS})?\\s?[x×*]\\s?(\\d{1,3})(?:\\s?-?(?:${THINGS}))?`,
);
/** 'Slim 7x 14.5"', '2 x 5.0Ah' and 'Binoculars 10x42' count nothing. */
const COUNT_TIMES_THINGS = pattern(
  `(\\d{1,3})\\s?(?:pack|pk)?\\s?[x×*]\\s?(\\d{1,4})(?![."”″])\\s?-?(?:${THINGS}|(?=\\s?[x×*]))`,
);
/** '4 Packs of 70' within one carton. */
const PACKS_OF = pattern('(\\d{1,3})\\s(?:packs|boxes|cartons|bags)\\sof\\s(\\d{1,4})');
const ONE_MEASURE = pattern(MEASURE);
const ONE_UNIT = new RegExp(`(?:per|/)\\s?(kg|l|litre|kilo|m|metre|each|ea)${END}`, 'iu');
const PACK_OF = pattern('(?:pack|box|set|carton|case|bag)\\s(?:of|x)\\s(\\d{1,4})');
const PACK_COUNT = pattern('(\\d{1,4})\\s?-?\\s?(?:packs?|pks?|pkt)');
/** '12 Cup', '4 Slice' and '15 Bar' state what a machine holds or does; contents are plural. */
const FEATURES = /^(?:bar|battery|bottle|cup|slice)$/;
const CONTENTS = THINGS.split('|').filter((thing) => !FEATURES.test(thing));
/** '7 in 1 capsules' is no count. */
const THINGS_COUNT = pattern(`(?<!\\bin\\s)(\\d{1,4})\\s?-?\\s?(?:${CONTENTS.join('|')})`);
const PACK_WORDS: readonly (readonly [RegExp, number])[] = [
  [/\btwin[- ]?pack\b/iu, 2],
  [/\btriple[- ]?pack\b/iu, 3],
  [/\bdozen\b/iu, 12],
];
/** Australian labels print the total after a count ('6 pack 1.2L') but the size of one before it ('375mL 6 pack'). */
const COUNT_BEFORE = /\d\s?-?\s?(?:pack|pk)s?\W*$/iu;
/** Sizes of a single can, bottle or carton in mL, which are never the total of a pack ('6 pack 250mL'). */
const ONE_DRINK = new Set([180, 185, 200, 250, 275, 300, 320, 330, 345, 355, 375]);
const LEAST_DRINK = 100;
/** The weight on an egg carton is the total, before or after the count; one egg weighs 35 to 90 g. */
const EGGS = /\beggs?\b/iu;
const EGG_GRAMS = { least: 35, most: 90 };
/** The weight of an animal or a child, which is no content: 'Cats over 4kg', 'Dogs to 10 kg', '4kg+', but not '5kg + 1kg free'. */
const BODY_WEIGHT =
  /\b(?:over|under|above|below|up to|from|to)\s\d+(?:\.\d+)?\s?kg\b|\b\d+(?:\.\d+)?\s?kg\s?\+(?!\s?(?:\d+(?:\.\d+)?\s?k?g|free|bonus)\b)/giu;
/** A range of such weights: '15.1 - 30kg'. A falling one states two capacities: '9kg-5kg Washer Dryer'. */
const WEIGHT_RANGE = /\b(\d+\.\d+|\d+(?=\s?kg))(?:\s?kg)?\s?[-–]\s?(\d+(?:\.\d+)?)\s?kg\b/giu;
/** Lengths are pack sizes only of goods sold by length; elsewhere they are dimensions. */
const SOLD_BY_LENGTH =
  /\b(?:rolls?|(?:al)?foil|(?:cling|glad)?wrap|film|tape|paper|rope|cable|cord|fabric|ribbon|hose|twine|floss)\b/iu;
const MAX_TOTAL = 1e9;

/** Parses the pack size in a product name: '6 x 375mL', '1.25L', '2pk', '48 wipes', 'per 100g'. Null when it states none. */
export function parsePackSize(name: string): PackSize | null {
  const text = name
    .slice(0, 500)
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/&nbsp;/g, ' ')
    // '5G' is a mobile network rather than a weight.
    .replace(/\b[3-6]G\b/g, ' ')
    .replace(WEIGHT_RANGE, (range, least, most) => (Number(least) < Number(most) ? ' ' : range))
    .replace(BODY_WEIGHT, ' ');
  const pack = measuredPack(text) ?? countedPack(text);
  return pack?.unit === 'm' && !SOLD_BY_LENGTH.test(text) ? null : pack;
}

function measuredPack(text: string): PackSize | null {
  const countFirst = COUNT_TIMES_MEASURE.exec(text);
  // For packs within packs, only the pieces are counted.
  if (countFirst && NUMBER_TIMES.test(text.slice(0, countFirst.index))) return null;
  if (countFirst) return packOf(countFirst[1], countFirst[2], countFirst[3]);
  const countLast = MEASURE_TIMES_COUNT.exec(text);
  if (countLast) return packOf(countLast[3], countLast[1], countLast[2]);
  const measure = ONE_MEASURE.exec(text);
  if (measure) {
    const rest = `${text.slice(0, measure.index)} ${text.slice(measure.index + measure[0].length)}`;
    const single = packOf('1', measure[1], measure[2]);
    const pieces = countedPack(rest, /pack|pk|x/iu);
    if (!single || !pieces) return single;
    const piece = single.total / pieces.total;
    const isDrink = single.unit === 'mL' && ONE_DRINK.has(single.total);
    const isEach = isDrink && piece < LEAST_DRINK;
    const isCarton =
      EGGS.test(text) && single.unit === 'g' && piece >= EGG_GRAMS.least && piece <= EGG_GRAMS.most;
    const isTotal = isCarton || COUNT_BEFORE.test(text.slice(0, measure.index));
    return isTotal && !isEach
      ? splitInto(pieces.total, single)
      : packOf(String(pieces.total), measure[1], measure[2]);
  }
  const one = ONE_UNIT.exec(text);
  return one ? packOf('1', '1', one[1]) : null;
}

function countedPack(text: string, only: RegExp = /./u): PackSize | null {
  const grid = PACKS_OF.exec(text) ?? COUNT_TIMES_THINGS.exec(text);
  if (grid && only.test(grid[0])) return packOf(grid[1], grid[2], 'each');
  const packOfN = PACK_OF.exec(text);
  if (packOfN) return packOf(packOfN[1], '1', 'each');
  const things = PACK_COUNT.exec(text) ?? THINGS_COUNT.exec(text);
  if (things && only.test(things[0])) return packOf(things[1], '1', 'each');
  const word = PACK_WORDS.find(([spelling]) => spelling.test(text));
  return word ? packOf(String(word[1]), '1', 'each') : null;
}

function packOf(countText = '', sizeText = '', unitText = ''): PackSize | null {
  const unit = measureUnit(unitText);
  const count = Number(countText);
  const size = round(Number(sizeText.replace(/,/g, '')) * (unit?.factor ?? 0));
  const total = round(count * size);
  if (!unit || !(total > 0 && total <= MAX_TOTAL)) return null;
  return { count, size, unit: unit.base, total };
}

function splitInto(count: number, whole: PackSize): PackSize {
  return { count, size: round(whole.total / count), unit: whole.unit, total: whole.total };
}

/** Removes floating-point noise (1.1 × 1000). */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
