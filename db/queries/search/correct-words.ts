/* Corrects misspelt words against the vocabulary. SQL text: looks up each word of a list by the key and trigram indexes. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Named, preparedQuery } from '../sql/prepared.ts';

/** `words` is a JSON array of words, each with its `slips`. */
type Words = Named<{ words: string }>;
/** `spelt` is the probable spelling, or null. */
type Spelling = { typed: string; spelt: string | null };

/** Neither half of two words written as one is shorter. */
const LEAST_PART = 3;

/** Finds a word itself or the words one letter away: a few hundred look-ups by key, where trigrams would read much of the vocabulary. */
const oneLetterAway = preparedQuery('one-letter-away', (_db, value: Words) =>
  value.text<Spelling>(`
    select q.word as typed, near.word as spelt
    from jsonb_to_recordset(:words::jsonb) q(word text, slips text[])
    left join lateral (
      select w.word from search_word w where w.word = any(q.word || q.slips)
      order by (w.word = q.word) desc, w.offers desc, w.word limit 1) near on true`),
);

/** Splits two words written as one: 'carseat'. Prefers the split whose rarer word is the more usual. */
const twoWords = preparedQuery('two-words', (_db, value: Words) =>
  value.text<Spelling>(`
    select q.word as typed, near.word as spelt
    from jsonb_to_recordset(:words::jsonb) q(word text)
    left join lateral (
      select first.word || ' ' || second.word as word
      from generate_series(${LEAST_PART}, length(q.word) - ${LEAST_PART}) as at
      join search_word first on first.word = left(q.word, at) and first.offers > 0
      join search_word second on second.word = substr(q.word, at + 1) and second.offers > 0
      order by least(first.offers, second.offers) desc limit 1) near on true`),
);

/** The least trigram similarity of a misspelling. */
const LEAST_LIKENESS = 0.42;

/** Finds the word with the most similar trigrams, but no beginning of the typed word: a creamer is no cream. */
const similarWords = preparedQuery('similar-words', (_db, value: Words) =>
  value.text<Spelling>(`
    select q.word as typed, near.word as spelt from jsonb_to_recordset(:words::jsonb) q(word text)
    left join lateral (
      select w.word from search_word w where w.word % q.word and similarity(w.word, q.word) >= ${LEAST_LIKENESS}
        and not starts_with(q.word, w.word)
      order by similarity(w.word, q.word) desc, w.offers desc, w.word limit 1) near on true`),
);

/**
 * Corrects each word: to itself if known, to the most usual word one letter away or with two neighbouring letters swapped, to two words
 * written as one, or to the most similar by trigrams. A word with a digit stays: another model is another product.
 */
export async function correctWords(em: EntityManager, words: string[]): Promise<string[]> {
  const spelt = await ask(oneLetterAway, em, words.filter(hasNoDigit));
  const unknown = words.filter((word) => hasNoDigit(word) && !spelt.has(word));
  const parted = await ask(twoWords, em, unknown);
  const unlike = unknown.filter((word) => !parted.has(word));
  const similar = await ask(similarWords, em, unlike);
  const spell = (word: string) => spelt.get(word) ?? similar.get(word) ?? word;
  // Splitting one word and correcting another makes a different query: 'unicorn horn' is not 'uni corn corn'.
  if (parted.size > 0 && words.some((word) => spell(word) !== word)) return words;
  return words.map((word) => parted.get(word) ?? spell(word));
}

const hasNoDigit = (word: string) => !/\d/.test(word);

/** Spellings by typed word, of the words for which `find` has one. */
async function ask(find: typeof oneLetterAway, em: EntityManager, words: string[]) {
  if (words.length === 0) return new Map();
  const listed = words.map((word) => ({ word, slips: slips(word) }));
  const rows = await find(em, { words: JSON.stringify(listed) });
  return new Map(rows.flatMap(({ typed, spelt }) => (spelt === null ? [] : [[typed, spelt]])));
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
