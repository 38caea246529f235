/* The docket's script: remembers the list, copies the link, prints. The page prices and shares lists without it. */
import { dataOf } from '#site/client/api.ts';
import { STORAGE_KEYS } from '#site/client/stored-values.ts';

const LIST_KEY = 'docketList';
/** Set where a list was sent by its owner: the next page keeps it, a shared link does not. */
const SENT_KEY = 'docketSent';

const form = document.querySelector<HTMLFormElement>('[data-docket-form]');
const field = document.querySelector<HTMLTextAreaElement>('[data-docket-list]');
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
  await dataOf(async (api) => {
    const answer = await api.docket.kept.$put({ json: { list } });
    return { json: async () => ({ ...(await answer.json()), data: null }) };
  });
}

/** The list of last time, where the address brings none. */
async function recall(): Promise<void> {
  if (!field || field.value) return;
  const kept = isMember()
    ? (await dataOf((api) => api.docket.kept.$get())).list
    : localStorage.getItem(LIST_KEY);
  if (!kept || field.value) return;
  field.value = kept;
  say('Your list of last time.');
}

async function start(): Promise<void> {
  const sent = sessionStorage.getItem(SENT_KEY);
  sessionStorage.removeItem(SENT_KEY);
  // What fails was logged by the API's client; the list stands in the address.
  await (sent === null ? recall() : keep(sent)).catch(() => undefined);
}

form?.addEventListener('submit', () => sessionStorage.setItem(SENT_KEY, field?.value ?? ''));
document.querySelector('[data-docket-print]')?.addEventListener('click', () => print());
document.querySelector('[data-docket-copy]')?.addEventListener('click', () => {
  navigator.clipboard.writeText(location.href).then(
    () => say('The link is copied.'),
    () => say('Your browser did not allow copying.'),
  );
});
void start();
