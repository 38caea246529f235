/* Saves the list, copies the link and prints. The page prices and shares lists without this script. */
import { bodyOf, dataOf } from '#site/client/api.ts';
import { rememberPostcode } from '#site/client/postcode.ts';
import { STORAGE_KEYS } from '#site/client/stored-values.ts';

const LIST_KEY = 'docketList';
/** Set when the form is submitted, so that the next page saves the list; a shared link does not. */
const SENT_KEY = 'docketSent';

const form = document.querySelector<HTMLFormElement>('[data-docket-form]');
const field = document.querySelector<HTMLTextAreaElement>('[data-docket-list]');
rememberPostcode();
const isMember = () => localStorage.getItem(STORAGE_KEYS.token) !== null;

function say(text: string): void {
  const status = document.querySelector('[data-docket-status]');
  if (status) status.textContent = text;
}

async function keep(list: string): Promise<void> {
  if (!isMember()) {
    localStorage.setItem(LIST_KEY, list);
    return;
  }
  await bodyOf((api) => api.docket.kept.$put({ json: { list } }));
  localStorage.removeItem(LIST_KEY);
}

/** Restores the saved list unless the URL has one. A list that a guest wrote before signing in goes to the account. */
async function recall(): Promise<void> {
  const guestsList = localStorage.getItem(LIST_KEY);
  if (isMember() && guestsList) await keep(guestsList);
  if (!field || field.value) return;
  const kept = isMember()
    ? (await dataOf((api) => api.docket.kept.$get())).list
    : localStorage.getItem(LIST_KEY);
  if (!kept || field.value) return;
  field.value = kept;
  say('Your list of last time.');
}

const sent = sessionStorage.getItem(SENT_KEY);
sessionStorage.removeItem(SENT_KEY);
// The API client logs failures; the list is in the URL.
(sent === null ? recall() : keep(sent)).catch(() => undefined);

// Shops that the shopper goes to need no postcode, and a link that is passed on shall not tell it.
form?.addEventListener('formdata', ({ formData }) => {
  if (formData.get('by') !== 'delivery') formData.delete('postcode');
});
form?.addEventListener('submit', () => sessionStorage.setItem(SENT_KEY, field?.value ?? ''));
document.querySelector('[data-docket-print]')?.addEventListener('click', () => print());
document.querySelector('[data-docket-copy]')?.addEventListener('click', () => {
  const link = new URL(location.href);
  link.searchParams.delete('postcode');
  navigator.clipboard.writeText(link.href).then(
    () => say('The link is copied.'),
    () => say('Your browser did not allow copying.'),
  );
});
