import type { RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';
import {
  type FeedFields,
  firstOf,
  LINK_FIELDS,
  NAME_FIELDS,
  PRICE_FIELDS,
  SALE_FIELDS,
} from './feed-row.ts';

/** What operators are shown of a row that is no offer: what it states, as it states it; nothing where it could not be read. */
export function refusedRow(
  row: number,
  reason: OfferRefusal,
  fields: FeedFields = new Map(),
): RefusedOffer {
  const sale = firstOf(fields, ...SALE_FIELDS);
  const price = firstOf(fields, ...PRICE_FIELDS);
  return {
    reason,
    url: firstOf(fields, ...LINK_FIELDS) ?? '',
    variant: '',
    seller: '',
    name: firstOf(fields, ...NAME_FIELDS) ?? '',
    price: sale === null ? price : `${price ?? ''}, sale ${sale}`,
    currency: null,
    availability: 'unknown',
    lastPriceCents: null,
    ceilingCents: null,
    feedRow: row,
  };
}
