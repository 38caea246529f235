import { contentText } from '../pack/content-text.ts';
import { parsePackSize } from '../pack/pack-size.ts';

/** Explains an offer's link to its product to shoppers: 'same brand, name and 400 g'. */
export function groupedBy({ method, name }: { method: string; name: string }): string {
  if (method === 'gtin') return 'same barcode';
  if (method === 'model') return 'same model number';
  if (method === 'operator') return 'matched by hand';
  if (method === 'new') return 'found here first';
  const pack = parsePackSize(name);
  return pack ? `same brand, name and ${contentText(pack)}` : 'same brand and name';
}
