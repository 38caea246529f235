import { useEffect } from 'react';

/**
 * Whenever `state` changes and what had the focus goes with the old one, the page's heading takes it: those who do not
 * see the screen hear what came instead, and Tab goes on from there.
 */
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
