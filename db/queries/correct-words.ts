import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Each word as the vocabulary spells it: itself where it is known, else with two neighbouring letters swapped, else
 * the nearest known word, else itself. A word with a digit stays: another model is another product.
 */
export async function correctWords(em: EntityManager, words: string[]): Promise<string[]> {
  const rows = await em.execute<{ word: string; near: string | null }[]>(
    `select q.word, near.word as near
     from jsonb_to_recordset(?::jsonb) q(word text, swapped text[], place int)
     left join lateral (
       select w.word from search_word w where q.word !~ '[0-9]' and (w.word % q.word or w.word = any(q.swapped))
       order by (w.word = q.word) desc, (w.word = any(q.swapped)) desc, similarity(w.word, q.word) desc, w.offers desc
       limit 1) near on true
     order by q.place`,
    [JSON.stringify(words.map((word, place) => ({ word, swapped: swapped(word), place })))],
  );
  return rows.map((row) => row.near ?? row.word);
}

/** The word with each two neighbouring letters swapped: typing's most usual slip, which shares few trigrams. */
function swapped(word: string): string[] {
  const letters = [...word];
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)])
    .map((swap) => swap.join(''));
}
