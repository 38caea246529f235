import { z } from 'zod';
import { csvCell } from '#domain/text/csv-cell.ts';

/** What a list is sent as, by its name in `?format=`. */
const TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
} as const;

const FORMATS = Object.keys(TYPES) as [keyof typeof TYPES];

/** The query of calls that send their list as text too. */
export const listFormat = {
  format: z
    .enum(FORMATS)
    .default('json')
    .describe('csv or jsonl: the rows of the list alone, as text'),
};

/** The media type of a format as it was asked for; JSON for what is none. */
export function listType(format: string | undefined): string {
  return TYPES[FORMATS.find((each) => each === format) ?? 'json'];
}

/** A list as text in the format asked for; null where that is JSON. */
export function listText(format: string | undefined, rows: readonly object[]): Response | null {
  if (format !== 'csv' && format !== 'jsonl') return null;
  const text = format === 'csv' ? toCsv(rows) : toJsonLines(rows);
  return new Response(text, { headers: { 'content-type': listType(format) } });
}

/** Rows as JSON lines: one object a line. */
export function toJsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Rows as CSV (RFC 4180) with a head. Fields of objects within are columns ('retailer.name'); lists within are left out. */
export function toCsv(rows: readonly object[]): string {
  const flat = rows.map((row) => new Map(fieldsOf(row)));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const records = flat.map((row) => columns.map((column) => csvCell(row.get(column))));
  return [columns, ...records].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function fieldsOf(row: object, path = ''): [column: string, value: unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [];
    const column = path + name;
    const isGroup = typeof value === 'object' && value !== null && !(value instanceof Date);
    return isGroup ? fieldsOf(value, `${column}.`) : [[column, value]];
  });
}
