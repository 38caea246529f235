import { make } from './dom.ts';

/** Asks a question in the site's own dialog, like `confirm`; Escape counts as no. */
export function confirmWith(text: string, accept: string, cancel = 'Cancel'): Promise<boolean> {
  return open(text, button(accept, 'accept', 'primary'), button(cancel, 'cancel', 'quiet'));
}

/** Shows a message in the site's own dialog, like `alert`, and waits until it is closed. */
export async function tell(text: string): Promise<void> {
  await open(text, button('OK', 'accept', 'primary'));
}

function button(textContent: string, value: string, look: 'primary' | 'quiet'): HTMLButtonElement {
  return make('button', { textContent, value, className: `button ${look}` });
}

function open(text: string, ...buttons: HTMLButtonElement[]): Promise<boolean> {
  const question = make('p', { textContent: text });
  const row = make('div', { className: 'row' }, ...buttons);
  const form = make('form', { method: 'dialog', className: 'stack' }, question, row);
  const dialog = make('dialog', { ariaLabel: text }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'accept');
    });
  });
}
