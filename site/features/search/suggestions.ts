/**
 * Adds suggestions and recent searches to a search box, loading their code when the box first gets focus. `onSearch` searches
 * without leaving the page; without it the results page opens. Returns a function that stops the listening.
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
      // The box works without suggestions.
      console.error('[search] no suggestions', fault);
    }
  };
  if (input === document.activeElement) void start();
  else input.addEventListener('focus', start, { once: true });
  return () => input.removeEventListener('focus', start);
}
