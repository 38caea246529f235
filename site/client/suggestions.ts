import { dataOf } from './api.ts';

/** The shortest text worth asking for, and the pause in typing before it is asked. */
const MIN_LETTERS = 2;
const PAUSE_MS = 200;

/** Takes what a shopper types and shows product names that begin so, once typing pauses; an overtaken answer is dropped. */
export function suggester(show: (names: readonly string[]) => void): (typed: string) => void {
  let timer = 0;
  let asked = '';

  const ask = async (text: string) => {
    if (text.length < MIN_LETTERS || text === asked) return;
    asked = text;
    try {
      const names = await dataOf((api) => api.search.suggestions.$get({ query: { q: text } }));
      if (text === asked) show(names);
    } catch {
      // Logged by the caller of the API; the box works without suggestions.
      show([]);
    }
  };
  return (typed) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(typed.trim()), PAUSE_MS);
  };
}
