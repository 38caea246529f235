import { atom } from 'nanostores';

/** A question or message in the site's own dialog, with the meaning of `confirm` and `alert`. */
export interface Dialog {
  text: string;
  accept: string;
  /** Absent: a message with one button. */
  cancel?: string;
  answer(accepted: boolean): void;
}

/** The dialog on screen; ui/DialogHost.tsx shows it. */
export const $dialog = atom<Dialog | null>(null);

/** Asks and waits; false also when the dialog is closed by Escape. */
export function confirmWith(text: string, accept: string, cancel = 'Cancel'): Promise<boolean> {
  return open({ text, accept, cancel });
}

/** Says something that must be seen. */
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
