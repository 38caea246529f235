import { singularOf } from '../categories/singular.ts';
import { plainText } from '../text/plain-text.ts';
import { thingOf } from './name-head.ts';
import { freeOf, STOP_WORDS, unwantedIn } from './query-grammar.ts';
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

/** Separates the three parts of a search text. */
export const SEARCH_TEXT_MARK = ' | ';

/** The search text of an offer: words of its names, words of its shelves, and its head noun ('full cream milk 2l | milk | milk'). */
export function searchText(
  name: string,
  called: readonly (string | null)[],
  shelf: readonly (string | null)[],
): string {
  const thing = thingOf(name, called[0] ?? null) ?? '';
  const named = searchWords([name, ...called].join(' '));
  const shelved = searchWords(shelf.map((trail) => ownShelf(trail ?? '', thing)).join(' '));
  return [named.join(' '), shelved.join(' '), thing].join(SEARCH_TEXT_MARK);
}

/** Reduces a shelf that names several goods to those of the thing: 'Washers & Dryers' to 'Dryers' for a dryer. */
function ownShelf(trail: string, thing: string): string {
  const last = thing.split(' ').at(-1) ?? '';
  const levels = trail.split(/[>›|]/).map((level) => {
    const goods = level.split(/[&,/]|\band\b/i);
    const own = goods.filter((each) => queryWords(each).map(singularOf).includes(last));
    return own[0] ? own : goods;
  });
  return levels.flat().join(' ');
}

/** The words of a query in order, at most 12 of at most 40 characters. Splits '65inch' into '65 inch', but not '5s' or '5g'. */
export function queryWords(query: string): string[] {
  const parts = searchForm(freeOf(query))
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => {
      const [, quantity, unit = ''] = QUANTITY.exec(word) ?? [];
      return quantity && unit.length > 1 ? [quantity, unit] : [word];
    })
    .filter((word) => word && !STOP_WORDS.has(word))
    .map((word) => firstOf(word, 40));
  return [...new Set(parts)].slice(0, 12);
}
