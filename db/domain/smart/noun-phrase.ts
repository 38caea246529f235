import { isMadeOf, type Kind, tag, tagsOf } from '../lexicon/lexicon.ts';
import table from './needs.json' with { type: 'json' };

/*
 * What a question is about: the noun phrase that names goods. Phrases are runs of words between words that only ask, refer or join
 * (`stops` of needs.json), which no list of questions could foresee.
 */

interface Phrase {
  text: string;
  /** UTF-16 offsets in the text, `end` exclusive. */
  start: number;
  end: number;
}

const STOPS = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’&+-])(?:${table.stops})(?![\p{L}\p{N}'’&+-])|[,;:!?()]+|\.(?=\s|$)|\s[-–—]+\s`,
  'giu',
);
/** Words that join two nouns, and end none. */
const JOINTS = /^(?:\s*\b(?:and|or|of)\b|\s*&)+|(?:\b(?:and|or|of)\b\s*|&\s*)+$/gi;
/** 'should i take' of 'what medicine should i take for a cold', 'is best' of 'what oil is best for frying'. */
const AUXILIARY =
  /^\s*(?:(?:should|can|could|would|do|does|will) (?:i|we|you) \w+|(?:is|are|would be) (?:the )?(?:best|better|good|great|ok(?:ay)?|right|safe)(?=\s+for\b))/i;
/** What stands between a noun and its purpose. */
const LINK = /^\s*(?:for|with|without|that|made|from|suitable)\b/i;
const BETWEEN = /^\s*for\b[\sa-z']*$/i;
/** What names goods, the surest first. */
export const NAMES: readonly (readonly Kind[])[] = [
  ['type', 'accessory'],
  ['line', 'brand'],
  ['ingredient', 'hint', 'aisle'],
];

/** What names goods; with a shelf, which says least. */
export const TELLING = ['type', 'ingredient', 'hint', 'brand', 'line', 'accessory'] as const;
export const NAMING = [...TELLING, 'aisle'] as const;
/** What stands between goods of a list. */
const LISTING = /^(?:\s*(?:,|and\b|&|plus\b|an?\b|some\b|the\b))+\s*$/i;
/** How many of them, but not of a '4 person tent'. */
const HOW_MANY =
  /^(?:\d+|two|three|four|five|six)\s+(?!(?:persons?|people|man|burner|drawer|seater|slice|piece|inch|litre|kg|l)\b)|\s+plus$/gi;
const AND = /\s+(?:and|plus|&)\s+/i;
/** What names who makes goods. */
export const MAKERS = ['brand', 'line'] as const;

/** The phrases of a text, in order. A stop word within a term ("ready to drink") is part of it. */
export function phrasesIn(text: string): Phrase[] {
  const terms = tag(text);
  const isWithin = (from: number, to: number) =>
    terms.some(({ start, end }) => start <= from && end >= to && end - start > to - from);
  const stops = [...text.matchAll(STOPS)]
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
    .filter(({ start, end }) => !/\p{L}/u.test(text.slice(start, end)) || !isWithin(start, end));
  return [...stops, { start: text.length, end: text.length }].flatMap(({ start: end }, nth) => {
    const start = stops[nth - 1]?.end ?? 0;
    const run = text.slice(start, end).replace(JOINTS, '');
    const own = run.trim();
    if (!/[\p{L}\p{N}]/u.test(own)) return [];
    const from = text.indexOf(own, start);
    return { text: own, start: from, end: from + own.length };
  });
}

/** A phrase without its verb: of 'can I book flights' the flights; empty for 'saw the kettle' and 'book me a mechanic'. */
function withoutVerb({ text, start, end }: Phrase, within: string): Phrase[] {
  const isSubject = /\b(?:i|we|you|they)\s+$/i.test(within.slice(0, start));
  const isVerb = /^\p{L}+$/u.test(text) && /^\s+(?:me|us|an?|the)\s/i.test(within.slice(end));
  const own = isSubject ? text.replace(/^\S+\s*/, '') : text;
  return isVerb || !own ? [] : [{ text: own, start: end - own.length, end }];
}

/** The phrase of a text that names goods, with the purpose behind it; the first phrase where none does; null without any. */
export function nounPhraseOf(text: string): { thing: string; purpose: string } | null {
  const phrases = phrasesIn(text).flatMap((each) => withoutVerb(each, text));
  const named = NAMES.flatMap((kinds) =>
    phrases.filter((each) => tagsOf(each.text, ...kinds)[0]).slice(0, 1),
  )[0];
  const acting = named && phrases[phrases.indexOf(named) - 1];
  // A descaler for a coffee machine is no machine.
  const isPurpose = acting && BETWEEN.test(text.slice(acting.end, named.start));
  const phrase = (isPurpose ? acting : named) ?? phrases[0];
  if (!phrase) return null;
  const [rest = ''] = text
    .slice(phrase.end)
    .replace(AUXILIARY, '')
    .split(/[,;:!?()]|\.\s/);
  const last = phrasesIn(rest).at(-1)?.end ?? 0;
  // Of "is huggies better than other nappies" the nappies of Huggies.
  const before = phrases.slice(0, phrases.indexOf(phrase));
  const maker = before.find(({ text: own }) => isMadeOf(own, ...MAKERS));
  const thing = tagsOf(phrase.text, ...MAKERS)[0]
    ? phrase.text
    : `${maker?.text ?? ''} ${phrase.text}`.trim();
  return { thing, purpose: LINK.test(rest) ? rest.slice(0, last).trim() : '' };
}

/** Whether words end with a noun for goods. */
export const namesGoods = (words: string): boolean =>
  tagsOf(words, 'type', 'accessory', 'ingredient', 'hint').some(({ end }) => end === words.length);

/** Whether words name goods: "doona queen size" does. */
const holdsGoods = (words: string): boolean =>
  tagsOf(words, 'type').some(({ start }) => start === 0) || namesGoods(words);

/** The goods that a text lists: of 'a toaster, a kettle and a mug' the three. Empty for fewer than two. */
export function listedIn(text: string): string[] {
  const phrases = phrasesIn(text);
  const rest = phrases.slice(phrases.findIndex((one) => holdsGoods(one.text.split(AND)[0] ?? '')));
  const last = rest.findIndex(
    (one, nth) => !LISTING.test(text.slice(one.end, rest[nth + 1]?.start ?? one.end)),
  );
  const all = text.slice(rest[0]?.start, rest[last]?.end);
  // "Salt and pepper mills" are one thing.
  const isOne = tag(all).some(({ start, end }) => AND.test(all.slice(start, end)));
  const goods = rest.slice(0, last + 1).flatMap((one) => one.text.split(AND));
  const isList = goods[1] !== undefined && (AND.test(all) || goods.length > 2);
  // One of three may be unknown.
  const least = goods[2] !== undefined && AND.test(all) ? 1 : 0;
  const isGoods = isList && !isOne && goods.filter(holdsGoods).length >= goods.length - least;
  return isGoods ? goods.map((each) => each.replace(HOW_MANY, '')) : [];
}
