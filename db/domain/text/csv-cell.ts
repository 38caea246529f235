import { withoutUnseen } from './visible-text.ts';

/** What makes a spreadsheet run a cell; NFKC folds its full-width and small forms to these. */
const FORMULA = /^[=+\-@]/;

/** A cell of a CSV file (RFC 4180). Prefixes a text that a spreadsheet would run as a formula with an apostrophe (OWASP, CSV injection). */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const plain = value instanceof Date ? value.toISOString() : withoutUnseen(String(value));
  const isRun = /^[\t\r\n]/.test(plain) || FORMULA.test(plain.trimStart().normalize('NFKC'));
  const text = typeof value === 'string' && isRun ? `'${plain}` : plain;
  // Spreadsheets of some languages split cells at a semicolon, and pasted ones at a tab.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
