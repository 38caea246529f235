import { dataOf } from '#site/client/api.ts';
import { tell } from '#site/client/dialog.ts';
import { scanBarcode } from './scan-barcode.ts';

/** Scans a barcode into a field: an input is sent, a list gets the product's name as a line of its own. Tells of a failure. */
export async function scanInto(field: HTMLElement): Promise<void> {
  const gtin = await scanBarcode();
  if (gtin === null) return field.focus();
  if (field instanceof HTMLInputElement) {
    fill(field, gtin);
    field.form?.requestSubmit();
  } else if (field instanceof HTMLTextAreaElement) {
    // The API client logs the failure.
    const name = await nameOf(gtin).catch(() => undefined);
    if (name === undefined) return tell(FAILED);
    if (name === null)
      return tell(`No shop that we read lists a product with the barcode ${gtin}.`);
    fill(field, [field.value.trimEnd(), name].filter(Boolean).join('\n'));
    field.focus();
  }
}

const FAILED = 'The barcode could not be looked up. Please try again.';

/** The name of the product with a barcode; null for none. */
async function nameOf(gtin: string): Promise<string | null> {
  const { productId: id } = await dataOf((api) =>
    api.products['of-page'].$get({ query: { text: gtin } }),
  );
  if (id === null) return null;
  return (await dataOf((api) => api.products[':id'].$get({ param: { id }, query: {} }))).name;
}

/** Sets a value as typing does: React's fields notice only the prototype's setter. */
function fill(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
