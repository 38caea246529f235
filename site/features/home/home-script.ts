/* The home page's script, without React: recent searches, suggestions, the free-search limit and the newsletter. */
import { bodyOf } from '#site/client/api.ts';
import { find } from '#site/client/dom.ts';
import { $freeSearchesLeft, isSearchRefused, offerSignUp } from '#site/stores/free-searches.ts';
import { offerSuggestions } from '../search/suggestions.ts';

/** Shows the free searches left, and blocks further ones with the sign-up dialog (spec §4). */
function guardSearches(): void {
  const banner = find('[data-free-text]');
  $freeSearchesLeft.subscribe((left) => {
    const searches = left === 1 ? 'search' : 'searches';
    banner.textContent = `${left} free ${searches} left. A free account lifts the limit.`;
  });

  const form = find<HTMLFormElement>('[data-search-form]');
  const input = find<HTMLInputElement>('[data-search-input]', form);
  const button = find<HTMLButtonElement>('button[type="submit"]', form);
  const showWhetherEmpty = () => {
    button.disabled = !input.value.trim();
  };
  input.addEventListener('input', showWhetherEmpty);
  addEventListener('pageshow', showWhetherEmpty);
  showWhetherEmpty();
  form.addEventListener('submit', (event) => {
    const query = input.value.trim();
    if (!query) event.preventDefault();
    else if (isSearchRefused(query)) refuse(event, query);
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/search?q="]');
    const query = link && new URL(link.href).searchParams.get('q');
    if (query && isSearchRefused(query)) refuse(event, query);
  });
}

function refuse(event: Event, query: string): void {
  event.preventDefault();
  void offerSignUp(`/search?q=${encodeURIComponent(query)}`);
}

const SUCCESS = 'Success! Check your email to confirm subscription.';
const INVALID = 'Please enter a valid email address.';
/** How long each message stays (spec §9). */
const SUCCESS_MS = 5_000;
const ERROR_MS = 3_000;

/** The newsletter form; its status never waits for the server. */
function startNewsletter(): void {
  const form = find<HTMLFormElement>('[data-newsletter]');
  const input = find<HTMLInputElement>('input', form);
  const status = find('[data-newsletter-status]', form);
  let timer = 0;

  const say = (text: string, tone: string, forMs: number, then: () => void) => {
    clearTimeout(timer);
    status.textContent = text;
    status.className = `toned ${tone}`;
    timer = window.setTimeout(() => {
      status.textContent = '';
      then();
    }, forMs);
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const email = input.value.trim();
    const isValid = email.includes('@');
    input.setAttribute('aria-invalid', String(!isValid));
    if (!isValid) {
      input.focus();
      say(INVALID, 'tone-red', ERROR_MS, () => input.removeAttribute('aria-invalid'));
      return;
    }
    bodyOf((api) => api.newsletter.$post({ json: { email } })).catch(() => undefined); // logged by the client
    say(SUCCESS, 'tone-green', SUCCESS_MS, () => {
      input.value = '';
    });
  });
}

guardSearches();
offerSuggestions(find<HTMLInputElement>('[data-search-input]'));
startNewsletter();
find('template[data-later]').remove();
