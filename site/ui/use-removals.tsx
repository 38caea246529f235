import { useState } from 'react';
import { tell } from '#site/client/dialog.ts';
import { Icon } from './Icon.tsx';

interface Removal {
  button: HTMLElement;
  /** Status message for screen readers. */
  words: string;
  /** Called on failure; the row stays. */
  failure?: string;
  /** Removes the row on the server and from the list. */
  call(): Promise<void>;
}

/** Removes rows from a list: `remove` keeps focus in the list, `status` announces the removal. */
export function useRemovals() {
  const [said, say] = useState('');
  const remove = async ({ button, words, failure, call }: Removal) => {
    const moveFocus = focusAfterRemoval(button);
    try {
      await call();
      moveFocus();
      say(words);
    } catch {
      // Logged by the caller of the API.
      if (failure) await tell(failure);
    }
  };
  const status = (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
  return { remove, status };
}

interface RemoveButtonProps {
  label: string;
  onRemove(button: HTMLElement): void;
}

export function RemoveButton({ label, onRemove }: RemoveButtonProps) {
  return (
    <button
      type="button"
      className="button quiet square"
      data-remove
      aria-label={label}
      onClick={(event) => onRemove(event.currentTarget)}
    >
      <Icon name="trash" />
    </button>
  );
}

/**
 * Finds the matching button in the next or previous row. The returned function moves focus there, or to the page heading
 * or selected tab after the last row, unless the shopper has moved focus in the meantime.
 */
export function focusAfterRemoval(button: HTMLElement): () => void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next =
    neighbour?.querySelector<HTMLElement>('[data-remove]') ??
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], main h1[tabindex]');
  return () => {
    const now = document.activeElement;
    if (now === button || now === document.body) next?.focus();
  };
}
