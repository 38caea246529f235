import { isDeepStrictEqual } from 'node:util';
import type { OfferReading } from '#domain/offers/page-reading.ts';
import { readFast } from '../extract/fast-path.ts';
import { readHtml } from '../extract/read-html.ts';
import { byteText } from '../fetch/page-body.ts';

/** How one page fared on the fast path: the fields in which its answer is not the full vote's; null when it did not answer. */
export function fastPathDifferences(body: string, url: string): string[] | null {
  const fast = readFast(byteText(body), url);
  if (!fast?.product) return null;
  const full = readHtml(body, url);
  const differing = differingFields(fast.product, full.product);
  for (const part of ['variants', 'links', 'items'] as const)
    if (!isDeepStrictEqual(fast[part], full[part])) differing.push(part);
  return differing;
}

/** `source` tells who was asked, not what was said. */
function differingFields(fast: OfferReading, full: OfferReading | null): string[] {
  const fields = Object.keys(fast).filter((field) => field !== 'source') as (keyof OfferReading)[];
  return full ? fields.filter((field) => !isDeepStrictEqual(fast[field], full[field])) : fields;
}
