import { suggester } from '../../client/suggestions.ts';
import { find } from './find.ts';

/** Fills the search box's native list with product names as the shopper types. */
export function startSuggestions(): void {
  const input = find<HTMLInputElement>('[data-search-input]');
  const list = find('[data-suggestions]');
  const suggest = suggester((names) => list.replaceChildren(...names.map(optionOf)));
  input.addEventListener('input', () => suggest(input.value));
  // What was typed before this script came counts too.
  if (input === document.activeElement) suggest(input.value);
}

function optionOf(name: string): HTMLOptionElement {
  const option = document.createElement('option');
  option.value = name;
  return option;
}
