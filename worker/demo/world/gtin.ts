import { chance, reseed } from './seeded.ts';

/** GS1 prefixes of ordinary goods (Australia, USA, Japan, Germany, China, UK, Korea); none is for use in a store. */
const PREFIXES = ['93', '93', '93', '00', '01', '45', '40', '69', '50', '88'];

/** The check digit of a GTIN's other digits (GS1 General Specifications §7.9). */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const fromRight = digits.length - index;
    sum += Number(digits[index]) * (fromRight % 2 === 1 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

/** An invented GTIN-13 with a valid check digit; 12 digits (UPC) when its prefix is American. */
export function inventGtin(seed: number): string {
  const prefix = PREFIXES[Math.floor(chance(seed, 91) * PREFIXES.length)] ?? '93';
  const body =
    String(reseed(seed, 92) % 1e5).padStart(5, '0') +
    String(reseed(seed, 93) % 1e5).padStart(5, '0');
  const digits = prefix + (prefix.startsWith('0') ? `8${body.slice(1)}` : body);
  const gtin = digits + checkDigit(digits);
  return gtin.startsWith('0') ? gtin.slice(1) : gtin;
}
