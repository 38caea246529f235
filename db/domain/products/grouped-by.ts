import { contentText } from '../pack/content-text.ts';
import { parsePackSize } from '../pack/pack-size.ts';

/** Explains an offer's link to its product to shoppers: 'matched by brand, name and size (400 g)'. */
export function groupedBy({ method, name }: { method: string; name: string }): string {
  if (method === 'gtin') return 'matched by barcode';
  if (method === 'model') return 'matched by model number';
  if (method === 'operator') return 'matched by hand';
  if (method === 'new') return 'first shop we found it at';
  const pack = parsePackSize(name);
  return pack
    ? `matched by brand, name and size (${contentText(pack)})`
    : 'matched by brand and name';
}
