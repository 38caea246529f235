/* Buttons that scan a barcode into a field: the scanner loads at the first tap. A page with a list gets the product's name as a line of its own. */
import { dataOf } from '#site/client/api.ts';
import { tell } from '#site/client/dialog.ts';

async function scanInto(field: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  const { scanBarcode } = await import('./scan-barcode.ts');
  const gtin = await scanBarcode();
  if (gtin === null) return field.focus();
  if (field instanceof HTMLInputElement) {
    fill(field, gtin);
    return field.form?.requestSubmit();
  }
  const name = await nameOf(gtin);
  if (name === null) return tell(`No shop that we read lists a product with the barcode ${gtin}.`);
  fill(field, [field.value.trimEnd(), name].filter(Boolean).join('\n'));
  field.focus();
}

/** The name of the product with a barcode; null for none. */
async function nameOf(gtin: string): Promise<string | null> {
  const { productId } = await dataOf((api) =>
    api.products['of-page'].$get({ query: { text: gtin } }),
  );
  if (productId === null) return null;
  return (await dataOf((api) => api.products[':id'].$get({ param: { id: productId }, query: {} })))
    .name;
}

/** Sets a value as typing does: React's fields notice only the prototype's setter. */
function fill(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const FAILED = 'The barcode could not be looked up. Please try again.';

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-scan]') : null;
  const field = document.getElementById(button?.dataset['scan'] ?? '');
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    // The API client logs the failure.
    scanInto(field).catch(() => tell(FAILED));
});
