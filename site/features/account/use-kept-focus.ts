import { type RefObject, useEffect, useRef } from 'react';

/**
 * A button that has focus and is disabled while its call runs loses it; when the call is over and the shopper has
 * gone nowhere else, the focus comes back, so that the keyboard goes on where it was.
 */
export function useKeptFocus(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const isNowhere = !document.activeElement || document.activeElement === document.body;
    if (wasBusy.current && !isBusy && isNowhere) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return button;
}
