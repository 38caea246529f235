/**
 * Makes a search box offer suggestions and recent searches; what they take is loaded when the box first has the focus. `onSearch`
 * searches without leaving the page; without it the page of the results is opened. Returns how to stop before that.
 */
export function offerSuggestions(
  input: HTMLInputElement,
  onSearch?: (query: string) => void,
): () => void {
  const start = async () => {
    let isSent = false;
    input.form?.addEventListener('submit', () => (isSent = true), { once: true });
    try {
      const { startSearchBox } = await import('./search-box.ts');
      startSearchBox(input, { onSearch, isOpen: !isSent && input === document.activeElement });
    } catch (fault) {
      // The box works without.
      console.error('[search] no suggestions', fault);
    }
  };
  if (input === document.activeElement) void start();
  else input.addEventListener('focus', start, { once: true });
  return () => input.removeEventListener('focus', start);
}
