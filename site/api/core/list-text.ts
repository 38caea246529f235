import { z } from 'zod';
import { csvCell } from '#domain/text/csv-cell.ts';

/** Media types by the value of `?format=`. */
const TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
} as const;

const FORMATS = Object.keys(TYPES) as [keyof typeof TYPES];

/** The extra query parameter of calls that can also send their list as text. */
export const listFormat = {
  format: z
    .enum(FORMATS)
    .default('json')
    .describe('csv or jsonl: only the rows of the list, as text'),
};

/** The media type of a requested format; JSON for an unknown format. */
export function listType(format: string | undefined): string {
  return TYPES[FORMATS.find((each) => each === format) ?? 'json'];
}

/** A list as a text response in the requested format; null for JSON. */
export function listText(format: string | undefined, rows: readonly object[]): Response | null {
  if (format !== 'csv' && format !== 'jsonl') return null;
  const text = format === 'csv' ? toCsv(rows) : toJsonLines(rows);
  return new Response(text, { headers: { 'content-type': listType(format) } });
}

export function toJsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Rows as CSV (RFC 4180) with a header. Nested fields become columns ('retailer.name'); nested lists are left out. */
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
