/** Field name → what the feed says. Names are `fieldName`s; parts of a field are joined by a dot: 'shipping.price'. */
export type FeedFields = ReadonlyMap<string, string>;

/** A row as a reader finds it, counted from 1; `fault` when it could not be read, with its first characters where there are some. */
export type FeedRow =
  | { row: number; fields: FeedFields }
  | { row: number; fault: RowFault; text?: string };

/** Why a reader could not take a row. */
export type RowFault = 'row-too-large' | 'row-malformed' | 'row-cut-short';

/** Why a row that could be read is no offer of ours; the page guard's reasons come after these. */
export type RowRefusal =
  | 'name-missing'
  | 'link-missing'
  | 'link-elsewhere' // not on the retailer's own site
  | 'price-unreadable'
  | 'not-new'; // used, refurbished

/** Where feeds state a thing's name, its page and its regular price: the first field that is there counts. */
export const NAME_FIELDS = ['title', 'name', 'productname', 'producttitle'] as const;
export const LINK_FIELDS = ['link', 'url', 'producturl', 'productlink'] as const;
export const PRICE_FIELDS = ['price', 'price.value', 'price.amount', 'regularprice'] as const;
export const SALE_FIELDS = ['saleprice', 'saleprice.value', 'saleprice.amount'] as const;

/** A row that could not be read. What it says is cut to what a person needs to find it. */
export function faultyRow(row: number, fault: RowFault, text: string): FeedRow {
  return { row, fault, text: text.slice(0, SHOWN_CHARS).trim() };
}

const SHOWN_CHARS = 200;
/** Characters of one row; a Google row with all its fields full is smaller. */
export const MAX_ROW_CHARS = 256 * 1024;
/** Characters kept of one field. */
const MAX_FIELD_CHARS = 20_000;
const MAX_FIELDS = 300;

/** 'g:sale_price', 'Sale Price' and 'salePrice' → 'saleprice'. Dots between the parts of a field stay. */
export function fieldName(name: string): string {
  return name
    .replace(/^[a-z]\w*:/i, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]/gu, '');
}

/** Sets a field unless it is empty or already said: of repeated fields the first counts. */
export function setField(fields: Map<string, string>, name: string, text: string): void {
  // Postgres text cannot hold NUL, and its JSON no half of a surrogate pair.
  const value = text.slice(0, MAX_FIELD_CHARS).replaceAll('\0', '').toWellFormed().trim();
  if (name === '' || value === '' || fields.has(name) || fields.size >= MAX_FIELDS) return;
  fields.set(name, value);
}

/** The first of these fields that is there; null when none is. */
export function firstOf(fields: FeedFields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields.get(name);
    if (value !== undefined) return value;
  }
  return null;
}
