/** Formats a stored GTIN (14 digits) as packs print it: 13 digits, 8 for a short GTIN, 14 for a carton. */
export function printedGtin(gtin: string): string {
  return gtin.replace(/^0(?:0{5}(?=\d{8}$))?/, '');
}
