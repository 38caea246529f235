import { atom } from 'nanostores';

/** A question or message in the site's own dialog, like `confirm` and `alert`. */
export interface Dialog {
  text: string;
  accept: string;
  /** Absent for a message with one button. */
  cancel?: string;
  answer(accepted: boolean): void;
}

/** The dialog on screen; ui/DialogHost.tsx shows it. */
export const $dialog = atom<Dialog | null>(null);

/** Shows a question and waits for the answer; Escape counts as no. */
export function confirmWith(text: string, accept: string, cancel = 'Cancel'): Promise<boolean> {
  return open({ text, accept, cancel });
}

/** Shows a message and waits until it is closed. */
export async function tell(text: string): Promise<void> {
  await open({ text, accept: 'OK' });
}

function open(dialog: Omit<Dialog, 'answer'>): Promise<boolean> {
  $dialog.get()?.answer(false);
  return new Promise((resolve) => {
    $dialog.set({
      ...dialog,
      answer(accepted) {
        $dialog.set(null);
        resolve(accepted);
      },
    });
  });
}
