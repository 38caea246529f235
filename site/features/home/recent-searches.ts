import { suggester } from '#site/client/suggestions.ts';
import { $searchHistory, forgetAllSearches, forgetSearch } from '#site/stores/search-history.ts';
import { find, make } from './dom.ts';

/** Shows recent searches while the box has focus; single entries can be removed, or all. */
export function startRecentSearches(): void {
  const form = find('[data-search-form]');
  const input = find<HTMLInputElement>('[data-search-input]');
  const panel = find('[data-recent]', form);
  const list = find('[data-recent-list]', form);
  let isOpen = false;

  const show = () => {
    const history = $searchHistory.get();
    // While the shopper types, the browser's own list of suggestions has the place.
    panel.hidden = !isOpen || input.value !== '' || history.length === 0;
    list.replaceChildren(...history.map(entryOf));
  };
  const open = (next: boolean) => {
    isOpen = next;
    show();
  };
  $searchHistory.listen(show);
  input.addEventListener('focus', () => open(true));
  input.addEventListener('input', show);
  form.addEventListener('focusout', (event) => {
    const next = event.relatedTarget;
    // A removed entry's button loses focus to nothing: the list stays open then.
    if (next instanceof Node && !form.contains(next)) open(false);
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') open(false);
  });
  document.addEventListener('pointerdown', (event) => {
    if (!form.contains(event.target as Node)) open(false);
  });
  find('[data-recent-clear]', form).addEventListener('click', () => {
    forgetAllSearches();
    input.focus();
  });
}

function entryOf(query: string): HTMLLIElement {
  const href = `/search?q=${encodeURIComponent(query)}`;
  const ariaLabel = `Remove ${query} from recent searches`;
  const remove = make('button', { type: 'button', textContent: '×', ariaLabel });
  remove.addEventListener('click', () => {
    forgetSearch(query);
    find('[data-search-input]').focus();
  });
  return make('li', {}, make('a', { href, textContent: query }), remove);
}

/** Fills the search box's native list with product names as the shopper types. */
export function startSuggestions(): void {
  const input = find<HTMLInputElement>('[data-search-input]');
  const list = find('[data-suggestions]');
  const suggest = suggester((names) =>
    list.replaceChildren(...names.map((value) => make('option', { value }))),
  );
  input.addEventListener('input', () => suggest(input.value));
  // What was typed before this script came counts too.
  if (input === document.activeElement) suggest(input.value);
}
