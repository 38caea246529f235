import { callForData, queryOf } from '#site/client/api.ts';
import { find } from './find.ts';

/** The shortest text worth asking for, and the pause in typing before it is asked. */
const MIN_LETTERS = 2;
const PAUSE_MS = 200;

/** Fills the search box's native list with product names as the shopper types. */
export function startSuggestions(): void {
  const input = find<HTMLInputElement>('[data-search-input]');
  const list = find('[data-suggestions]');
  let timer = 0;
  let asked = '';

  const ask = async () => {
    const text = input.value.trim();
    if (text.length < MIN_LETTERS || text === asked) return;
    asked = text;
    try {
      const names = await callForData<string[]>(
        'GET',
        `/search/suggestions${queryOf({ q: text })}`,
      );
      if (text === asked) list.replaceChildren(...names.map(optionOf));
    } catch {
      // Logged by the caller of the API; the box works without suggestions.
      list.replaceChildren();
    }
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), PAUSE_MS);
  });
}

function optionOf(name: string): HTMLOptionElement {
  const option = document.createElement('option');
  option.value = name;
  return option;
}
