import { type Kind, tag, tagsOf } from '../lexicon/lexicon.ts';
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
/** What stands between a noun and its purpose. */
const LINK = /^\s*(?:for|with|without|that|made|from|suitable)\b/i;
const BETWEEN = /^\s*for\b[\sa-z']*$/i;
/** What names goods, the surest first. */
const NAMES: readonly (readonly Kind[])[] = [
  ['type', 'accessory'],
  ['line', 'brand'],
  ['ingredient', 'hint', 'aisle'],
];

/** The phrases of a text, in order. A stop word within a term ("ready to drink") is part of it. */
export function phrasesIn(text: string): Phrase[] {
  const terms = tag(text);
  const isWithin = (from: number, to: number) =>
    terms.some(({ start, end }) => start <= from && end >= to && end - start > to - from);
  const stops = [...text.matchAll(STOPS)]
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
    .filter(({ start, end }) => !isWithin(start, end));
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
  const before = named && phrases[phrases.indexOf(named) - 1];
  // A descaler for a coffee machine is no machine.
  const isPurpose = before && BETWEEN.test(text.slice(before.end, named.start));
  const phrase = (isPurpose ? before : named) ?? phrases[0];
  if (!phrase) return null;
  const [rest = ''] = text.slice(phrase.end).split(/[,;:!?()]|\.\s/);
  const last = phrasesIn(rest).at(-1)?.end ?? 0;
  return { thing: phrase.text, purpose: LINK.test(rest) ? rest.slice(0, last).trim() : '' };
}
