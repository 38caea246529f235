/** A cell of a CSV file (RFC 4180). Prefixes a text that a spreadsheet would run as a formula with an apostrophe (OWASP, CSV injection). */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const plain = value instanceof Date ? value.toISOString() : String(value);
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
