/* The shopper's postcode: kept in this browser alone, and sent only with what is worked out for it. */
import { postcodeOf } from '#domain/retailers/delivered-price.ts';

const KEY = 'postcode';

/** The postcode of last time; '' for none. */
export function keptPostcode(): string {
  return postcodeOf(localStorage.getItem(KEY)) ?? '';
}

/** Keeps a postcode for next time; forgets it where the text is none. */
export function keepPostcode(text: string): void {
  const postcode = postcodeOf(text);
  if (postcode) localStorage.setItem(KEY, postcode);
  else localStorage.removeItem(KEY);
}

/** Fills the page's empty postcode field, and keeps what is sent with its form. Pages work without it. */
export function rememberPostcode(): void {
  const field = document.querySelector<HTMLInputElement>('[data-postcode]');
  if (!field) return;
  field.value ||= keptPostcode();
  field.form?.addEventListener('submit', () => keepPostcode(field.value));
}
