import {
  $freeSearchesLeft,
  isSearchRefused,
  SIGN_UP_OFFER,
  signUpPath,
} from '#site/stores/free-searches.ts';
import { find } from './find.ts';

/** Shows how many free searches are left and stops those beyond them with the sign-up offer (spec §4). */
export function guardSearches(): void {
  const banner = find('[data-free-text]');
  $freeSearchesLeft.subscribe((left) => {
    const searches = left === 1 ? 'search' : 'searches';
    banner.textContent = `${left} free ${searches} left. A free account lifts the limit.`;
  });

  find<HTMLFormElement>('[data-search-form]').addEventListener('submit', (event) => {
    const query = find<HTMLInputElement>('[data-search-input]').value.trim();
    if (!query) event.preventDefault();
    else if (isSearchRefused(query)) offerSignUp(event, query);
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/search?q="]');
    const query = link && new URL(link.href).searchParams.get('q');
    if (query && isSearchRefused(query)) offerSignUp(event, query);
  });
}

function offerSignUp(event: Event, query: string): void {
  event.preventDefault();
  const dialog = find<HTMLDialogElement>('[data-limit-dialog]');
  find('[data-limit-text]', dialog).textContent = SIGN_UP_OFFER;
  const answer = () => {
    if (dialog.returnValue !== 'accept') return;
    location.assign(signUpPath(`/search?q=${encodeURIComponent(query)}`));
  };
  dialog.returnValue = '';
  dialog.addEventListener('close', answer, { once: true });
  dialog.showModal();
}
