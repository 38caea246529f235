import { contentText } from '../pack/content-text.ts';
import { parsePackSize } from '../pack/pack-size.ts';

/** Explains an offer's link to its product to shoppers: 'grouped by brand, name and 400 g'. */
export function groupedBy({ method, name }: { method: string; name: string }): string {
  if (method === 'gtin') return 'grouped by barcode';
  if (method === 'model') return 'grouped by model number';
  if (method === 'operator') return 'grouped by hand';
  if (method === 'new') return 'first shop we found it at';
  const pack = parsePackSize(name);
  return pack ? `grouped by brand, name and ${contentText(pack)}` : 'grouped by brand and name';
}
