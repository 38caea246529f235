/* Misspelt words, against the vocabulary. Raw SQL: a look-up for each word of a list, by the trigram and key indexes. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Named, preparedQuery } from '../sql/prepared.ts';

/** `asked` is a JSON array of words, with `swaps` and `slips` of each. */
type Asked = Named<{ asked: string }>;
/** `word` is the one that was probably meant, or null. */
type Meant = { asked: string; word: string | null };

/** Neither half of two words written as one is shorter. */
const LEAST_PART = 3;

/** A word itself, or one letter away: some hundred look-ups by key, where trigrams read much of the vocabulary. */
const oneLetterAway = preparedQuery('one-letter-away', (_db, value: Asked) =>
  value.text<Meant>(`
    select q.word as asked, near.word
    from jsonb_to_recordset(:asked::jsonb) q(word text, swaps text[], slips text[])
    left join lateral (
      select w.word from search_word w where w.word = any(q.word || q.swaps || q.slips)
      order by (w.word = q.word) desc, (w.word = any(q.swaps)) desc, w.offers desc, w.word limit 1) near on true`),
);

/** A word that is two, written as one: 'carseat'. Of several ways the one whose rarer word is the more usual. */
const twoWords = preparedQuery('two-words', (_db, value: Asked) =>
  value.text<Meant>(`
    select q.word as asked, near.word
    from jsonb_to_recordset(:asked::jsonb) q(word text)
    left join lateral (
      select first.word || ' ' || second.word as word
      from generate_series(${LEAST_PART}, length(q.word) - ${LEAST_PART}) as at
      join search_word first on first.word = left(q.word, at) and first.offers > 0
      join search_word second on second.word = substr(q.word, at + 1) and second.offers > 0
      order by least(first.offers, second.offers) desc limit 1) near on true`),
);

/** Words that share less of their trigrams are different words. */
const LEAST_LIKENESS = 0.42;

/** The word whose trigrams are nearest. */
const similarWords = preparedQuery('similar-words', (_db, value: Asked) =>
  value.text<Meant>(`
    select q.word as asked, near.word from jsonb_to_recordset(:asked::jsonb) q(word text)
    left join lateral (
      select w.word from search_word w where w.word % q.word and similarity(w.word, q.word) >= ${LEAST_LIKENESS}
      order by similarity(w.word, q.word) desc, w.offers desc, w.word limit 1) near on true`),
);

/**
 * Each word as the vocabulary spells it: itself, two neighbouring letters swapped, the most usual word one letter away, two words
 * written as one, or the nearest by trigrams. A word with a digit stays: another model is another product.
 */
export async function correctWords(em: EntityManager, words: string[]): Promise<string[]> {
  const spelt = await ask(oneLetterAway, em, words.filter(hasNoDigit));
  const unknown = words.filter((word) => hasNoDigit(word) && !spelt.has(word));
  const parted = await ask(twoWords, em, unknown);
  const unlike = unknown.filter((word) => !parted.has(word));
  const similar = await ask(similarWords, em, unlike);
  const spell = (word: string) => spelt.get(word) ?? similar.get(word) ?? word;
  // A word taken apart and another corrected would be another query: 'unicorn horn' is no 'uni corn corn'.
  if (parted.size > 0 && words.some((word) => spell(word) !== word)) return words;
  return words.map((word) => parted.get(word) ?? spell(word));
}

const hasNoDigit = (word: string) => !/\d/.test(word);

/** The words that `find` knows, by those asked for. */
async function ask(find: typeof oneLetterAway, em: EntityManager, words: string[]) {
  if (words.length === 0) return new Map();
  const asked = words.map((word) => ({ word, swaps: swaps(word), slips: slips(word) }));
  const rows = await find(em, { asked: JSON.stringify(asked) });
  return new Map(rows.flatMap(({ asked, word }) => (word === null ? [] : [[asked, word]])));
}

/** The word with each two neighbouring letters swapped: the most usual slip of typing. */
function swaps(word: string): string[] {
  return [...word]
    .slice(1)
    .map((_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Shorter words have too many neighbours that are words of their own. */
const LEAST_LETTERS = 4;

/** The word with each letter left out, each letter replaced, and each letter put in anywhere. */
function slips(word: string): string[] {
  if (word.length < LEAST_LETTERS) return [];
  const splits = Array.from(
    { length: word.length + 1 },
    (_, at) => [word.slice(0, at), word.slice(at)] as const,
  );
  return splits.flatMap(([before, after]) => [
    before + after.slice(1),
    ...LETTERS.flatMap((letter) => [before + letter + after.slice(1), before + letter + after]),
  ]);
}
