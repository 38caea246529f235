import { bodyOf } from '#site/client/api.ts';
import { find } from './find.ts';

const SUCCESS = 'Success! Check your email to confirm subscription.';
const INVALID = 'Please enter a valid email address.';
/** How long each message stays (spec §9). */
const SUCCESS_MS = 5_000;
const ERROR_MS = 3_000;

/** The newsletter form: what the shopper sees never waits for the server (answers: newsletter). */
export function startNewsletter(): void {
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
