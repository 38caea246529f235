/*
 * The list below a search box: recent searches while the box is empty; past searches, categories and products with picture and
 * best price while the shopper types. The box is a WAI-ARIA combobox: arrow keys move through the list while the box keeps focus.
 * Plain DOM code, because the home page uses it without React. suggestions.ts loads it when a box first gets focus.
 */
import { formatAud, toCents } from '#domain/money.ts';
import { pictureSrcSet } from '#domain/picture-url.ts';
import { categoryPath, productPath } from '#domain/public-path.ts';
import { bodyOf } from '#site/client/api.ts';
import { make } from '#site/client/dom.ts';
import { isPlainClick } from '#site/client/plain-click.ts';
import { $searchHistory, forgetAllSearches, forgetSearch } from '#site/stores/search-history.ts';

/** Minimum query length, and the typing pause in ms before a request. */
const MIN_LETTERS = 2;
const PAUSE_MS = 150;
const MOST_PAST = 3;

type Suggested = Awaited<ReturnType<typeof suggested>>;

interface SearchBoxOptions {
  /** Searches without leaving the page; undefined opens the results page. */
  onSearch: ((query: string) => void) | undefined;
  /** Whether the box has focus, so that the list may open at once. */
  isOpen: boolean;
}

/** Adds suggestions and recent searches to a search box. Call once per box. */
export function startSearchBox(
  input: HTMLInputElement,
  { onSearch, isOpen: isBegun }: SearchBoxOptions,
): void {
  const { form } = input;
  if (!form) return;
  const recent = make('div', { className: 'recent card', hidden: true });
  recent.dataset['recent'] = '';
  const list = make('div', { className: 'suggestions card', hidden: true, id: `${input.id}-list` });
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  const status = make('p', { className: 'visually-hidden', role: 'status' });
  form.append(recent, list, status);
  input.role = 'combobox';
  input.ariaExpanded = 'false';
  input.ariaAutoComplete = 'list';
  input.setAttribute('aria-controls', list.id);

  /** False after Escape, or after the box loses focus. */
  let isOpen = false;
  let answer: Suggested | null = null;
  let drawn: readonly string[] | null = null;
  let requestedText = '';
  let timer = 0;

  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const active = () => list.querySelector<HTMLElement>('[aria-selected="true"]');
  const activate = (option: HTMLElement | undefined) => {
    for (const one of options()) one.ariaSelected = String(one === option);
    option?.scrollIntoView({ block: 'nearest' });
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };
  const show = () => {
    const history = $searchHistory.get();
    recent.hidden = !isOpen || input.value !== '' || history.length === 0;
    // Keep the list stable while the shopper clicks it.
    if (!recent.hidden && history !== drawn)
      recent.replaceChildren(...recentSearches(history, input));
    drawn = recent.hidden ? null : history;
    const groups =
      isOpen && input.value.trim() !== '' ? groupsOf(input.value, history, answer) : [];
    list.replaceChildren(...groups);
    for (const [nth, option] of options().entries()) option.id = `${list.id}-${nth}`;
    list.hidden = groups.length === 0;
    input.ariaExpanded = String(!list.hidden);
    status.textContent = list.hidden ? '' : `${options().length} suggestions`;
    activate(undefined);
  };
  const open = (next: boolean) => {
    isOpen = next;
    show();
  };
  const ask = async () => {
    const text = input.value.trim();
    if (text === requestedText) {
      // The page may have cleared the box in the meantime.
      if (text === '') show();
      return;
    }
    requestedText = text;
    const next = text.length < MIN_LETTERS ? null : await suggested(text);
    // Drop the response to earlier text.
    if (text !== requestedText) return;
    answer = next;
    show();
  };
  const typed = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void ask(), PAUSE_MS);
    open(true);
  };

  /** Moves to the next or previous option; between the last and the first one, no option is active. */
  const move = (step: 1 | -1) => {
    if (list.hidden) open(true);
    const places = [undefined, ...options()];
    activate(places.at((places.indexOf(active() ?? undefined) + step) % places.length));
    return places.length > 1;
  };
  /** Acts on a key. Returns whether the browser must not act on it too. */
  const press = (key: string) => {
    const option = active();
    if (key === 'ArrowDown') return move(1);
    if (key === 'ArrowUp') return move(-1);
    // Escape closes the list and keeps the text; with the list closed, browsers clear the box.
    const closes = key === 'Escape' && !(list.hidden && recent.hidden);
    if (closes || (key === 'Tab' && !list.hidden)) open(false);
    // Home and End move the cursor within the box.
    if (key === 'Home' || key === 'End') activate(undefined);
    if (key === 'Enter') option?.click();
    return closes || (key === 'Enter' && option !== null);
  };

  input.addEventListener('focus', typed);
  input.addEventListener('input', typed);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (press(event.key)) event.preventDefault();
  });
  // Keep focus in the box while the shopper presses the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const query = (event.target as Element).closest<HTMLElement>('[data-query]')?.dataset['query'];
    if (!query || !onSearch || !isPlainClick(event)) return;
    event.preventDefault();
    onSearch(query);
    open(false);
  });
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    open(false);
  });
  form.addEventListener('focusout', (event) => {
    const next = event.relatedTarget;
    // Removing an entry drops focus to nothing: keep the list open.
    if (next instanceof Node && !form.contains(next)) open(false);
  });
  document.addEventListener('pointerdown', (event) => {
    if (!form.contains(event.target as Node)) open(false);
  });
  recent.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') open(false);
  });
  $searchHistory.listen(show);
  if (isBegun) typed();
}

/** Categories and products for the typed text; null on failure, because the box works without them. */
async function suggested(q: string) {
  try {
    return (await bodyOf((api) => api.search.suggestions.$get({ query: { q } }))).items;
  } catch {
    return null; // Logged by the caller of the API.
  }
}

/** The non-empty groups of the list. */
function groupsOf(typed: string, history: readonly string[], answer: Suggested | null) {
  const text = typed.trim().toLowerCase();
  const past = history
    .filter((query) => query.toLowerCase().includes(text) && query.toLowerCase() !== text)
    .slice(0, MOST_PAST);
  const { categories = [], products = [] } = answer ?? {};
  return [
    group(
      'Past searches',
      past.map((query) => {
        const line = option(searchHref(query), make('span', { textContent: query }));
        line.dataset['query'] = query;
        return line;
      }),
    ),
    group(
      'Categories',
      categories.map(({ name }) => option(categoryPath(name), make('span', { textContent: name }))),
    ),
    group(
      'Products',
      products.map(({ id, name, imageUrl, price }) =>
        option(
          productPath(id, name),
          picture(imageUrl),
          make('span', { className: 'name clamp', textContent: name }),
          make('span', { className: 'price inline', textContent: formatAud(toCents(price)) }),
        ),
      ),
    ),
  ].flatMap((one) => one ?? []);
}

function group(label: string, lines: readonly HTMLElement[]): HTMLElement | null {
  if (lines.length === 0) return null;
  const title = make('p', { className: 'small muted', textContent: label, ariaHidden: 'true' });
  const isOfProducts = lines.some((line) => line.querySelector('.picture'));
  const className = isOfProducts ? 'group' : 'group short';
  const made = make('div', { className, ariaLabel: label }, title, ...lines);
  made.role = 'group';
  return made;
}

function option(href: string, ...parts: Node[]): HTMLAnchorElement {
  const line = make('a', { href, className: 'option', tabIndex: -1 }, ...parts);
  line.role = 'option';
  return line;
}

/** A product picture; an empty frame without one. */
function picture(src: string): HTMLElement {
  const frame = make('span', { className: 'picture', ariaHidden: 'true' });
  if (!src) return frame;
  const srcset = pictureSrcSet(src) ?? '';
  const image = make('img', { alt: '', width: 44, height: 44, sizes: '2.75rem', srcset, src });
  image.addEventListener('error', () => image.remove());
  frame.append(image);
  return frame;
}

/** URL of the results page for a query. */
function searchHref(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}

/** Recent searches, removable one by one or all together. */
function recentSearches(history: readonly string[], input: HTMLInputElement): HTMLElement[] {
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
