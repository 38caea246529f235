import { make } from '#site/client/dom.ts';
import { forgetAllSearches, forgetSearch } from '#site/stores/search-history.ts';

/** The page of the results of a query. */
export function searchHref(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}

/** Recent searches: single ones can be removed, or all. */
export function recentSearches(history: readonly string[], input: HTMLInputElement): HTMLElement[] {
  const clear = make('button', {
    type: 'button',
    className: 'link-button',
    textContent: 'Clear all',
  });
  clear.addEventListener('click', () => {
    forgetAllSearches();
    input.focus();
  });
  const title = make('strong', { textContent: 'Recent searches' });
  const lines = history.map((query) => {
    const link = make('a', { href: searchHref(query), textContent: query });
    const ariaLabel = `Remove ${query} from recent searches`;
    const remove = make('button', { type: 'button', textContent: '×', ariaLabel });
    remove.addEventListener('click', () => {
      forgetSearch(query);
      input.focus();
    });
    return make('li', {}, link, remove);
  });
  return [
    make('div', { className: 'row spread' }, title, clear),
    make('ul', { className: 'plain-list' }, ...lines),
  ];
}
