/**
 * How far an answer may be behind the database, in ms: one with prices less than it takes to read it, lists of words
 * and figures over all a little more.
 */
export const SHARED_FOR_MS = { prices: 5_000, similar: 30_000, words: 60_000 } as const;

/** Answers that are the same for everyone, kept for a short while as the text that is sent. */
export interface SharedAnswers {
  /** The answer under `key` when it is younger than `forMs`, else what `make` gives; those who ask meanwhile wait for the same one. */
  get(key: string, forMs: number, make: () => Promise<string>): Promise<string>;
  /** Forgets every answer whose key names `id`: something of it has just been changed here. */
  forget(id: string): void;
}

interface Kept {
  text: Promise<string>;
  until: number;
  /** 0 until it is there. */
  length: number;
}

/** Characters kept in all, about as many bytes. */
const MAX_LENGTH = 32 * 1024 * 1024;
const MAX_ANSWERS = 5_000;

/** An empty store. The answer that was made first goes first when there are too many; a failure is not kept. */
export function createSharedAnswers(
  { maxAnswers = MAX_ANSWERS, maxLength = MAX_LENGTH } = {},
  now: () => number = () => performance.now(),
): SharedAnswers {
  const kept = new Map<string, Kept>();
  let length = 0;

  function remove(key: string, entry: Kept): void {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    length -= entry.length;
  }

  function makeRoom(): void {
    for (const [key, entry] of kept) {
      if (kept.size <= maxAnswers && length <= maxLength) return;
      remove(key, entry);
    }
  }

  return {
    get(key, forMs, make) {
      const known = kept.get(key);
      if (known && now() < known.until) return known.text;
      if (known) remove(key, known);
      const entry: Kept = { text: make(), until: now() + forMs, length: 0 };
      kept.set(key, entry);
      entry.text.then(
        (text) => {
          if (kept.get(key) !== entry) return;
          entry.length = text.length;
          length += text.length;
          makeRoom();
        },
        () => remove(key, entry),
      );
      makeRoom();
      return entry.text;
    },
    forget(id) {
      for (const [key, entry] of kept) if (key.includes(id)) remove(key, entry);
    },
  };
}
