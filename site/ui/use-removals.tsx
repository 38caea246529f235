import { useState } from 'react';
import { tell } from '#site/stores/dialog.ts';
import { Icon } from './Icon.tsx';

interface Removal {
  /** The button that was pressed in the row. */
  button: HTMLElement;
  /** Says what went, to shoppers who do not see it go. */
  words: string;
  /** Told when the row could not be removed; without it the row just stays. */
  failure?: string;
  /** Removes the row, from the server and from the list. */
  call(): Promise<void>;
}

/** For lists with rows to remove: `remove` keeps the focus in the list, `status` says what went. */
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
  className?: string;
  onRemove(button: HTMLElement): void;
}

export function RemoveButton({ label, className = '', onRemove }: RemoveButtonProps) {
  return (
    <button
      type="button"
      className={`button quiet square ${className}`}
      data-remove
      aria-label={label}
      onClick={(event) => onRemove(event.currentTarget)}
    >
      <Icon name="trash" />
    </button>
  );
}

/**
 * Notes the same button in the next row of a list, or in the one before. The returned function moves the focus there,
 * or to the page's heading or chosen tab after the last row; not when the shopper has moved the focus meanwhile.
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
