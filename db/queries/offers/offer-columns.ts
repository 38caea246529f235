/* The columns of an offer that a reading writes: insert, conflict, comparison and TypeScript types all follow from these lists. */
import { type Column, columnSet, first, kept, replaced } from '../sql/column-set.ts';
import type { RowOf } from '../sql/tables.ts';

const identity: Column = { type: 'text', isSame: (column) => `o.${column} = x.${column}` };

/** SQL: the digits in the name are unchanged, so nothing suggests another pack size. */
export const SAME_FIGURES = `(o.name = excluded.name
  or regexp_replace(o.name, '[^0-9]', '', 'g') = regexp_replace(excluded.name, '[^0-9]', '', 'g'))`;

const IDENTITY_COLUMNS = { url: identity, variant: identity, seller: identity, zone: identity };

const CONTENT_COLUMNS = {
  ...IDENTITY_COLUMNS,
  name: replaced('text'),
  imageUrl: kept('text'),
  gtin: kept('text'),
  source: replaced('text'),
  priceCents: replaced('int'),
  originalPriceCents: replaced('int'),
  memberPriceCents: replaced('int'),
  deliveryCents: kept('int'),
  multiBuy: replaced('jsonb'),
  unitPrice: {
    ...kept('jsonb'),
    set: () =>
      `coalesce(excluded.unit_price, case when o.price_cents = excluded.price_cents and ${SAME_FIGURES} then o.unit_price end)`,
  },
  availability: {
    type: 'text',
    set: () => `coalesce(nullif(excluded.availability, 'unknown'), o.availability)`,
    isSame: () => `x.availability in ('unknown', o.availability)`,
  },
  ratingAverage: kept('real'),
  ratingCount: kept('int'),
  extraction: replaced('text'),
} satisfies Record<string, Column>;

const OFFER_COLUMNS = {
  ...CONTENT_COLUMNS,
  productId: first('uuid'),
  matchMethod: first('text'),
  matchConfidence: first('real'),
  matchBecause: first('jsonb'),
  brand: kept('text'),
  sku: kept('text'),
  // Later decided together with the product's other offers.
  category: first('text'),
  shelf: kept('text'),
  searchText: {
    type: 'text',
    // A list may state the name before the page states the brand and the shelf.
    set: () => `case when o.name = excluded.name
      and (coalesce(excluded.brand, o.brand), coalesce(excluded.shelf, o.shelf)) is not distinct from (o.brand, o.shelf)
      then o.search_text else excluded.search_text end`,
  },
} satisfies Record<string, Column>;

type Row = RowOf<'offer'> & { productId: string };

export type OfferIdentity = Pick<Row, keyof typeof IDENTITY_COLUMNS>;

export function identityText({ url, variant, seller, zone }: OfferIdentity): string {
  return JSON.stringify([url, variant, seller, zone]);
}

/** An offer's identity with the columns that a new reading may change. */
export type OfferContent = Pick<Row, keyof typeof CONTENT_COLUMNS>;
/** An offer ready to be written: guarded, matched, in cents. */
export type OfferToStore = Pick<Row, keyof typeof OFFER_COLUMNS>;

export const IDENTITY = columnSet(IDENTITY_COLUMNS);
export const IDENTITY_AND_STOCK = columnSet({ ...IDENTITY_COLUMNS, availability: first('text') });
export const IDENTITY_AND_PRODUCT = columnSet({ ...IDENTITY_COLUMNS, productId: first('uuid') });
export const CONTENT = columnSet(CONTENT_COLUMNS);
export const OFFER = columnSet(OFFER_COLUMNS);
