/**
 * For a row that is about to go with the button that was pressed in it: takes note of the same button in the next
 * row, else in the one before. The returned function moves the focus there, or to the page's heading or chosen tab
 * when it was the last row; not when the shopper has gone elsewhere meanwhile.
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
