/** A click on a link that a page may take over: with a key held it is the browser's, which opens a tab or a window. */
export function isPlainClick(
  event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}
