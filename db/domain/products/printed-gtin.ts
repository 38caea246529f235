/** A stored GTIN (14 digits) as packs print it: 13 digits, 8 where it is a short one, 14 where it names a carton. */
export function printedGtin(gtin: string): string {
  return gtin.replace(/^0(?:0{5}(?=\d{8}$))?/, '');
}
