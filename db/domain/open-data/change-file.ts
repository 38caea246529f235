/* Files of a day's price changes that anyone may use: the columns of a line and the file names. */
import { dayNamed, isoDay } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { dollars, dollarsOrNull } from '../money.ts';
import { csvCell } from '../text/csv-cell.ts';
import { visibleText } from '../text/visible-text.ts';
import { iso } from '../time.ts';

export const OPEN_DATA_FORMATS = ['csv', 'jsonl'] as const;
export type OpenDataFormat = (typeof OPEN_DATA_FORMATS)[number];

/** Columns and their order are fixed per version; a new version gets new file names. */
export const OPEN_DATA_VERSION = 1;

export const OPEN_DATA_LICENCE = {
  name: 'CC BY 4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
} as const;

/** A change of an offer's price, claimed former price or stock, or its first reading. */
export interface PriceChange {
  atMs: number;
  offerId: string;
  productId: string;
  product: string;
  brand: string | null;
  category: string | null;
  gtin: string | null;
  shop: string;
  priceCents: Cents;
  claimedCents: Cents | null;
  availability: string;
  source: string;
}

type Value = string | number | null;

/** The columns of a line, in order, with their meaning. */
export const OPEN_DATA_COLUMNS: readonly {
  name: string;
  type: string;
  meaning: string;
  of(change: PriceChange): Value;
}[] = [
  {
    name: 'at',
    type: 'time',
    meaning: 'When the change was read, UTC, to the minute',
    of: ({ atMs }) => iso(atMs),
  },
  { name: 'offer', type: 'uuid', meaning: 'A product at one shop', of: (one) => one.offerId },
  {
    name: 'product',
    type: 'uuid',
    meaning: 'What several shops sell, see /api/products/{id}',
    of: (one) => one.productId,
  },
  { name: 'name', type: 'text', meaning: 'The name of the product', of: (one) => one.product },
  { name: 'brand', type: 'text?', meaning: 'As the shops state it', of: (one) => one.brand },
  { name: 'category', type: 'text?', meaning: 'Our category', of: (one) => one.category },
  { name: 'gtin', type: 'text?', meaning: 'The barcode, 14 digits', of: (one) => one.gtin },
  { name: 'shop', type: 'text', meaning: 'See /retailers/{shop}', of: (one) => one.shop },
  { name: 'price', type: 'number', meaning: 'AUD', of: (one) => dollars(one.priceCents) },
  {
    name: 'claimed_was',
    type: 'number?',
    meaning: 'AUD, as the shop claims it, true or not',
    of: (one) => dollarsOrNull(one.claimedCents),
  },
  {
    name: 'availability',
    type: 'text',
    meaning: 'in_stock, limited, out_of_stock …',
    of: (one) => one.availability,
  },
  {
    name: 'source',
    type: 'text',
    meaning: 'live, feed, or demo for an invented shop',
    of: (one) => one.source,
  },
];

export function openDataHead(format: OpenDataFormat): string {
  return format === 'csv' ? `${OPEN_DATA_COLUMNS.map(({ name }) => name).join(',')}\n` : '';
}

export function openDataLine(format: OpenDataFormat, change: PriceChange): string {
  const values = OPEN_DATA_COLUMNS.map(({ name, of }) => {
    const value = of(change);
    return [name, typeof value === 'string' ? visibleText(value) : value] as const;
  });
  if (format === 'csv') return `${values.map(([, value]) => csvCell(value)).join(',')}\n`;
  return `${JSON.stringify(Object.fromEntries(values))}\n`;
}

/** 'price-changes-v1-2026-11-22.csv.gz'. */
export function openDataName(day: number, format: OpenDataFormat): string {
  return `price-changes-v${OPEN_DATA_VERSION}-${isoDay(day)}.${format}.gz`;
}

const NAME = new RegExp(
  `^price-changes-v${OPEN_DATA_VERSION}-(\\d{4}-\\d\\d-\\d\\d)\\.(csv|jsonl)\\.gz$`,
);

/** The day and format in a file name; null for any other name. */
export function openDataFileNamed(name: string): { day: number; format: OpenDataFormat } | null {
  const [, date = '', ending] = NAME.exec(name) ?? [];
  const format = OPEN_DATA_FORMATS.find((one) => one === ending);
  const day = dayNamed(date);
  return format && !Number.isNaN(day) ? { day, format } : null;
}
