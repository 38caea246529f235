/* Corrects misspelt words against the vocabulary. SQL text: looks up words by the trigram index. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { knownWords } from '#domain/lexicon/synonyms.ts';
import { singularOf } from '#domain/lexicon/tokens.ts';
import { formsOf } from '#domain/search/rank-terms.ts';
import { type Named, preparedQuery } from '../sql/prepared.ts';

type OfferCounts = ReadonlyMap<string, number>;

/** The least trigram similarity of a misspelling. */
const LEAST_LIKENESS = 0.42;

/** SQL: the consonants of a word, which most slips keep: 'vacume' and 'vacuum'. */
const consonants = (word: string) => `translate(${word}, 'aeiouy', '')`;

/** Products with the stem of a word whose names are looked at for the word itself. */
const SAMPLE = 20;

/**
 * Finds the word with the most similar trigrams, but no beginning of the typed word: a creamer is no cream. Leaves out words that a product
 * has, which may be newer than the counts.
 */
const similarWords = preparedQuery('similar-words', (_db, value: Named<{ words: string[] }>) =>
  value.text<{ typed: string; spelt: string | null }>(`
    select q.word as typed, near.word as spelt from unnest(:words::text[]) q(word)
    left join lateral (
      select w.word from search_word w where w.word % q.word
        and (similarity(w.word, q.word) >= ${LEAST_LIKENESS} or ${consonants('w.word')} = ${consonants('q.word')})
        and not starts_with(q.word, w.word)
      order by similarity(w.word, q.word) desc, w.offers desc, w.word limit 1) near on true
    where not exists (
      select from (select product_id from search_product where words @@ plainto_tsquery('english', q.word) limit ${SAMPLE}) s
      join offer o on o.product_id = s.product_id
      where ' ' || regexp_replace(lower(o.name), '\\W+', ' ', 'g') || ' ' like '% ' || q.word || ' %')`),
);

let english: Promise<ReadonlySet<string>> | undefined;

/** English words in Australian spelling, without names and most endings; read for the first word that no shop prints. */
function englishWords(): Promise<ReadonlySet<string>> {
  english ??= import('dictionary-en-au').then(
    ({ default: { dic } }) =>
      new Set(new TextDecoder().decode(dic).match(/^\p{Ll}{4,}(?=\/|$)/gmu)),
  );
  return english;
}

/** The words that are right although no shop prints them: "pistol". */
export async function rightWords(words: readonly string[]): Promise<string[]> {
  const known = words[0] ? await englishWords() : new Set<string>();
  return words.filter((word) => formsOf(word).some((form) => known.has(form)));
}

/** Spellings of a word that are tried. */
const MOST_SPELLINGS = 3;

/**
 * Corrects words: to the most usual words one letter away or with two neighbouring letters swapped, to two words written as one, or to
 * the most similar by trigrams. A known or English word stays, and one with a digit: another model is another product. Returns the corrected
 * lists, the likeliest first; none where nothing is to be corrected.
 */
export async function correctWords(
  em: EntityManager,
  words: readonly string[],
  offerCounts: OfferCounts,
): Promise<string[][]> {
  const isKnown = (word: string) => offerCounts.has(word) || knownWords().has(word);
  const usual = (word: string) => offerCounts.get(word) ?? 0;
  const oneLetterAway = (word: string) =>
    slips(word)
      .filter(isKnown)
      .toSorted((a, b) => usual(b) - usual(a) || (a < b ? -1 : 1));
  const unprinted = words.filter(
    (word) => !/\d/.test(word) && !isKnown(word) && !knownWords().has(singularOf(word)),
  );
  if (!unprinted[0]) return [];
  // A word that no shop prints may be spelt right all the same: a "plane" is no "place".
  // Beside one, goods of a likely word answer another question: flights to Bali are no balm.
  if ((await rightWords(unprinted))[0]) return [];
  const similar = await similarWords(em, { words: unprinted });
  const alike = new Map(similar.map(({ typed, spelt }) => [typed, spelt]));
  const wrong = unprinted.filter((word) => alike.has(word));
  const near = new Map(wrong.map((word) => [word, oneLetterAway(word)]));
  const [only = '', another] = wrong;
  // Shops print "treat" where a shopper types "treets".
  if (another === undefined && !isKnown(singularOf(only)))
    near.set(only, [...(near.get(only) ?? []), ...oneLetterAway(singularOf(only))]);
  const unlike = wrong.filter((word) => !near.get(word)?.[0]);
  const parted = new Map(unlike.flatMap((word) => twoWords(word, usual)));
  for (const word of unlike) {
    const spelt = alike.get(word);
    if (spelt && !parted.has(word)) near.set(word, [spelt]);
  }
  const isSplit = parted.size > 0;
  const isCorrected = wrong.some((word) => near.get(word)?.[0]);
  // Splitting one word and correcting another makes a different query: 'unicorn horn' is not 'uni corn corn'.
  if (isSplit && isCorrected) return [];
  if (!isSplit && !isCorrected) return [];
  const likeliest = words.map((word) => parted.get(word) ?? near.get(word)?.[0] ?? word);
  const others = another === undefined ? [...new Set(near.get(only))].slice(1, MOST_SPELLINGS) : [];
  return [likeliest, ...others.map((spelt) => likeliest.with(words.indexOf(only), spelt))];
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Shorter words have too many neighbours that are words. */
const LEAST_LETTERS = 4;

/** The word with each letter left out, replaced, inserted, or swapped with the next one. */
function slips(word: string): string[] {
  if (word.length < LEAST_LETTERS) return [];
  const splits = Array.from(
    { length: word.length + 1 },
    (_, at) => [word.slice(0, at), word.slice(at)] as const,
  );
  return splits.flatMap(([before, after]) => [
    before + after.slice(1),
    before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
    ...LETTERS.flatMap((letter) => [before + letter + after.slice(1), before + letter + after]),
  ]);
}

/** Neither half of two words written as one is shorter. */
const LEAST_PART = 3;

/** Splits two words written as one: 'carseat'. Of several splits, the one whose rarer word is the most usual. */
function twoWords(word: string, usual: (word: string) => number): [string, string][] {
  const splits = Array.from({ length: word.length - LEAST_PART }, (_, at) => {
    const parts = [word.slice(0, at), word.slice(at)];
    const offers = parts.map((part) => Math.max(usual(part), usual(singularOf(part))));
    return { parts, offers: Math.min(...offers) };
  }).slice(LEAST_PART);
  const [best] = splits.toSorted((a, b) => b.offers - a.offers);
  return best && best.offers > 0 ? [[word, best.parts.join(' ')]] : [];
}
