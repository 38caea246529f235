import { STOP_WORDS, singularOf } from '../lexicon/tokens.ts';
import { plainText } from '../text/plain-text.ts';
import { headNounOf } from './name-head.ts';
import { freeOf, unwantedIn } from './query-grammar.ts';
import { firstOf } from './query-text.ts';

/** A quantity joined to its unit: '256gb', '65inch', '6pack'. '16e' and '5g' are names. */
const QUANTITY =
  /^(\d+(?:ø\d+)?)([gtm]b|k?g|gm|mg|mcg|ml|lt?|cl|[cm]m|m|inch|in|k?w|v|m?ah|hz|ghz|mp|pk|packs?|pcs?|ply|x|tc|gsm|iu|w|rolls?|tabs?)$/;
/** A quantity apart from its unit, also stored joined: a laptop of '16 GB' must not match '16inch'. */
const APART = /(?<![\p{L}\d])(\d+(?:ø\d+)?) (inch|[gtm]b|k?g|ml|l|[cm]m|k?w|ah)(?![\p{L}\d])/gu;

/** The end of a model number, to which shoppers shorten it: 'XM5' of 'WH-1000XM5'. */
const MODEL_END = /^\d{2,}([a-z]+\d+)$/;

/** A name and its model number as one word: 'Fold6', 'Watch7'. 's25' is one name. */
export const NUMBERED = /^([a-z]{3,})(\d{1,2})$/;

/** Stands for the point of '1.25', so that it is one word and does not match 25. */
export const POINT = 'ø';

/** Normalises a text for searching: plain, a decimal number as one word, '5.0Ah' as '5ah'. */
const searchForm = (text: string) =>
  plainText(text)
    .replace(/(\d)\.0(?=\D|$)/g, '$1')
    .replace(/(\d)[.,](?=\d)/g, `$1${POINT}`);

/**
 * The words that find an offer. Hyphenated words are kept joined and in parts, a quantity also without its unit, the end of a model
 * number also alone, 'Fold6' also as 'fold 6'.
 */
export function searchWords(text: string): string[] {
  const plain = searchForm(`${text} ${unwantedIn(text)}`);
  const chunks = `${plain} ${quantitiesIn(plain)}`.split(/[^\p{L}\p{N}.\-/]+/u);
  const words = chunks.flatMap((chunk) => {
    const parts = chunk.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const whole = parts.length > 1 ? [parts.join('')] : [];
    return [...parts.flatMap(wordAndParts), ...whole];
  });
  return [...new Set(words)];
}

/** A word, unless searches ignore it, and what shoppers type of it. */
function wordAndParts(word: string): string[] {
  if (STOP_WORDS.has(word)) return [];
  return [
    word,
    ...[QUANTITY, MODEL_END, NUMBERED].flatMap((form) => form.exec(word)?.slice(1) ?? []),
  ];
}

const quantitiesIn = (plain: string) =>
  [...plain.matchAll(APART)].map(([, amount, unit]) => `${amount}${unit}`).join(' ');

/** Separates the four parts of a search text. */
export const SEARCH_TEXT_MARK = ' | ';

/**
 * The search text of an offer: words of its names, of its shelves, of shelves that it shares with other goods, and its head noun
 * ('full cream milk 2l | groceries milk | | milk').
 */
export function searchText(
  name: string,
  called: readonly (string | null)[],
  trails: readonly (string | null)[],
): string {
  const thing = headNounOf(name, called[0] ?? null) ?? '';
  const { own, shared } = shelvesOf(trails, thing);
  const parts = [[name, ...called], own, shared].map((texts) => searchWords(texts.join(' ')));
  return [...parts.map((words) => words.join(' ')), thing].join(SEARCH_TEXT_MARK);
}

/**
 * The shelves in trails. One that names several goods is reduced to those of the thing ('Washers & Dryers' to 'Dryers' for a dryer), and
 * shared where it names none of them.
 */
function shelvesOf(trails: readonly (string | null)[], thing: string) {
  const last = thing.split(' ').at(-1) ?? '';
  const isOfThing = (goods: string) => queryWords(goods).map(singularOf).includes(last);
  const levels = trails
    .flatMap((trail) => trail?.split(/[>›|]/) ?? [])
    .map((level) => level.split(/[&,/]|\band\b/i));
  const own = levels.map((goods) => (goods.length === 1 ? goods : goods.filter(isOfThing)));
  return { own: own.flat(), shared: levels.filter((_, nth) => !own[nth]?.length).flat() };
}

/** A code with hyphens, of which shoppers type the beginning: 'WH-1000' of 'WH-1000XM5'. */
const CODE = /(?<![\p{L}\d-])([a-z]{1,4})-([a-z]{0,2}\d{2,}[a-z\d]*)(?![\p{L}\d-])/gu;
/** A barcode, which is stored without leading zeros. */
const BARCODE = /(?<!\d)0*(?=[1-9]\d{7,13}(?!\d))/g;

/** The words of a query in order, at most 12 of at most 40 characters. Splits '65inch' into '65 inch', but not '5s' or '5g'; a code with a hyphen is one word. */
export function queryWords(query: string): string[] {
  const parts = searchForm(freeOf(query))
    .replace(CODE, '$1$2')
    .replace(BARCODE, '')
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const [, quantity, unit = ''] = QUANTITY.exec(word) ?? [];
      return quantity && unit.length > 1 ? [quantity, unit] : [word];
    })
    .filter((word) => word && !STOP_WORDS.has(word))
    .map((word) => firstOf(word, 40));
  return [...new Set(parts)].slice(0, 12);
}
