const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);
/** Valid GTIN lengths. Shops that store GTINs as numbers lose leading zeros, so shorter ones are padded. */
const SHORTEST_TRUNCATED = 10;

/**
 * Returns the GTIN in `value` if it is globally valid: 8, 12, 13 or 14 digits, a correct check digit and
 * no restricted-circulation prefix (GS1 General Specifications 1.4: 02, 04, 20–29 mean "in this shop only"; 978/979
 * stay, they are books). Null otherwise, also for all-equal digits that shops use as a filler.
 */
export function readGtin(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const digits = String(value)
    .trim()
    .replace(/^(?:gtin|ean|upc|isbn)[-:\s]*(?:1[234]:)?/i, '')
    .replace(/[\s-]/g, '');
  if (!/^\d{8,14}$/.test(digits)) return null;
  const padded = LENGTHS.has(digits.length) ? digits : padTruncated(digits);
  if (!padded || /^(\d)\1+$/.test(padded) || !hasCheckDigit(padded) || isRestricted(padded))
    return null;
  return padded;
}

/** Pads a GTIN to 14 digits, the form for storage and comparison, so a UPC equals its EAN. Null for an invalid GTIN. */
export function canonicalGtin(gtin: string | null | undefined): string | null {
  const short = /^0{6}(\d{8})$/.exec(gtin ?? '')?.[1];
  return readGtin(short ?? gtin)?.padStart(14, '0') ?? null;
}

function padTruncated(digits: string): string | null {
  if (digits.length < SHORTEST_TRUNCATED) return null;
  return digits.padStart(digits.length <= 12 ? 12 : 13, '0');
}

/** True when the last digit is the check digit of the others; any length. */
export function hasCheckDigit(digits: string): boolean {
  return checkDigit(digits.slice(0, -1)) === Number(digits.at(-1));
}

/** The check digit of a GTIN's other digits (GS1 General Specifications §7.9). */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let index = digits.length - 1, weight = 3; index >= 0; index -= 1, weight = 4 - weight) {
    sum += Number(digits[index]) * weight;
  }
  return (10 - (sum % 10)) % 10;
}

function isRestricted(gtin: string): boolean {
  if (gtin.length === 8) return /^[02]/.test(gtin);
  const asEan13 = gtin.padStart(14, '0').slice(1);
  return /^(?:0[24]|2)/.test(asEan13) || /^0{6}/.test(asEan13);
}

/** Formats a stored GTIN (14 digits) as packs print it: 13 digits, 8 for a short GTIN, 14 for a carton. */
export function printedGtin(gtin: string): string {
  return gtin.replace(/^0(?:0{5}(?=\d{8}$))?/, '');
}
