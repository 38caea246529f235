import type { RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { OfferRefusal } from '#domain/offers/offer-refusal.ts';
import { FEED_COLUMNS } from './feed-columns.ts';

/** Field name → its text. Names are `fieldName`s; a dot joins the parts of a field: 'shipping.price'. */
export type FeedFields = ReadonlyMap<string, string>;

/** A row from a reader, numbered from 1, or a fault with the row's first characters, if any. */
export type FeedRow = { row: number; fields: FeedFields } | FaultyRow;
type FaultyRow = { row: number; fault: RowFault; text?: string };

/** Why a reader rejected a row. */
export type RowFault = 'row-too-large' | 'row-malformed' | 'row-cut-short';

/** Why a readable row is not converted to an offer; the guard refuses offers for further reasons. */
export type RowRefusal =
  | 'name-missing'
  | 'link-missing'
  | 'link-elsewhere' // not on the retailer's own site
  | 'price-unreadable'
  | 'not-new'; // used, refurbished

/** Maximum characters of a row; a Google row with all fields full is smaller. */
export const MAX_ROW_CHARS = 256 * 1024;
/** Characters kept of one field. */
const MAX_FIELD_CHARS = 20_000;
const MAX_FIELDS = 300;
/** Characters of an unreadable row that operators are shown. */
const SHOWN_CHARS = 200;

/** A row that could not be read, with the beginning of its text. */
export function faultyRow(row: number, fault: RowFault, text: string): FaultyRow {
  return { row, fault, text: text.slice(0, SHOWN_CHARS).trim() };
}

/** 'g:sale_price', 'Sale Price' and 'salePrice' → 'saleprice'. Dots between the parts of a field stay. */
export function fieldName(name: string): string {
  return name
    .replace(/^[a-z]\w*:/i, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]/gu, '');
}

/** An empty text, and what exports write in its place. */
const NO_VALUE = /^(?:|[-–]|n\/a|null|none)$/i;

/** Sets a field unless its text is empty; the first of repeated fields counts. */
export function setField(fields: Map<string, string>, name: string, text: string): void {
  // Postgres text cannot hold NUL, and its JSON cannot hold half a surrogate pair.
  const value = text.slice(0, MAX_FIELD_CHARS).replaceAll('\0', '').toWellFormed().trim();
  if (name === '' || NO_VALUE.test(value) || fields.has(name) || fields.size >= MAX_FIELDS) return;
  fields.set(name, value);
}

/** Drops a delivery cost to another country or to one region, so that the next one of the row counts. */
export function keepNationalDelivery(fields: Map<string, string>): void {
  const country = fields.get('shipping.country') ?? 'AU';
  if (country.toUpperCase() === 'AU' && !fields.has('shipping.region')) return;
  for (const name of [...fields.keys()]) if (name.startsWith('shipping.')) fields.delete(name);
}

export function firstOf(fields: FeedFields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined) return value;
  }
  return null;
}

/** A refused row in the form that operators see: its own values, or empty if it could not be read. */
export function refusedRow(
  row: number,
  reason: OfferRefusal,
  fields: FeedFields = new Map(),
): RefusedOffer {
  const sale = firstOf(fields, FEED_COLUMNS.salePrice);
  const price = firstOf(fields, FEED_COLUMNS.price);
  return {
    reason,
    url: firstOf(fields, FEED_COLUMNS.link) ?? '',
    variant: '',
    seller: '',
    name: firstOf(fields, FEED_COLUMNS.name) ?? '',
    price: sale === null ? price : `${price ?? ''}, sale ${sale}`,
    currency: null,
    availability: 'unknown',
    lastPriceCents: null,
    ceilingCents: null,
    feedRow: row,
  };
}
