import { useEffect } from 'react';

/** Moves focus to the page heading when a `state` change removes the focused element. */
export function useLostFocus(state: unknown): void {
  // During render the old elements still exist. The server has no document.
  const focused = globalThis.document?.activeElement;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a state change removes the focused element
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (focused?.isConnected !== false || !heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [state]);
}
