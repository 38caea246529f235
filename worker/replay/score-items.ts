import type { OfferReading } from '#domain/offers/page-reading.ts';
import type { ExpectedItem } from './expected-page.ts';
import { nameLikeness, SAME_NAME } from './same-value.ts';
import { acceptedOf, isSameField, type NoteDifference, saidOf } from './score-product.ts';
import type { Tally } from './tally.ts';

/** Fields of a list page that are scored; 'item': was it found at all? */
export const ITEM_FIELDS = ['item', 'name', 'price', 'originalPrice', 'availability'] as const;

/** How sure a join is: by code, by the code in the address, by the address; below them by name (0.8–1). */
const JOIN = { sku: 3, skuInUrl: 2.5, url: 2 } as const;

/** Scores the items of a list page: each expected one is joined to the likeliest that was read and not taken yet. */
export function scoreItems(
  fields: ReadonlyMap<string, Tally>,
  expected: readonly ExpectedItem[],
  read: readonly OfferReading[],
  note: NoteDifference,
): void {
  const free = new Set(read);
  for (const item of expected) {
    const found = likeliest(item, free);
    fields.get('items.item')?.add(true, found !== null, found !== null);
    if (found) free.delete(found);
    else note('items.item', item.name, null);
    for (const field of ['name', 'price', 'originalPrice', 'availability'] as const) {
      const accepted = acceptedOf(item, field);
      const said = saidOf(found, field);
      if (accepted.length === 0 && (field === 'availability' || said === null)) continue;
      const isSame = said !== null && accepted.length > 0 && isSameField(field, accepted, said);
      fields.get(`items.${field}`)?.add(accepted.length > 0, said !== null, isSame);
      // A missing item is said once.
      if (!isSame && found)
        note(`items.${field}`, accepted[0] ?? null, `${said ?? 'nothing'} (${item.name})`);
    }
  }
  for (const extra of free) {
    fields.get('items.item')?.add(false, true, false);
    note('items.item', null, extra.name);
  }
}

function likeliest(item: ExpectedItem, free: ReadonlySet<OfferReading>): OfferReading | null {
  let best: { score: number; offer: OfferReading } | null = null;
  for (const offer of free) {
    const score = joinScore(item, offer);
    if (score > 0 && (best === null || score > best.score)) best = { score, offer };
  }
  return best?.offer ?? null;
}

function joinScore(item: ExpectedItem, offer: OfferReading): number {
  const { sku, url } = item;
  if (sku && offer.sku === sku) return JOIN.sku;
  if (sku && offer.url.includes(sku.replace(/^0+/, ''))) return JOIN.skuInUrl;
  if (!sku && url && offer.url === url) return JOIN.url;
  const likeness = nameLikeness([item.name, ...(item.name_alt ?? [])], offer.name);
  return likeness >= SAME_NAME ? likeness : 0;
}
