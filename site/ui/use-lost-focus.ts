import { useEffect } from 'react';

/** Moves the focus to the page's heading when what had it goes with the old `state`: screen readers hear what came. */
export function useLostFocus(state: unknown): void {
  // While this is drawn, what it replaces is still there. The server has no document.
  const held = globalThis.document?.activeElement;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is what takes the focused thing away
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (held?.isConnected !== false || !heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [state]);
}
