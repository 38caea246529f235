import type { OfferReading } from '#domain/offers/page-reading.ts';
import { readGtin } from '../../extract/gtin.ts';
import { comparableText } from './comparable-text.ts';
import { isVariantWord, sortedKey, type TitleParts, titleParts } from './title-key.ts';

/** What identity reads of an offer. */
export type IdentityReading = Pick<OfferReading, 'name' | 'brand' | 'gtin' | 'mpn' | 'variant'>;

/**
 * The keys under which an offer's product is stored and found, the most certain first; null where the offer does not say.
 * Equal keys propose a product, the guards of choose-product decide.
 */
export interface ProductKey {
  /** 13 or 14 digits: a UPC and its EAN are one. */
  gtin: string | null;
  /** 'breville|bes870|black truffle': brand, model number, and every stated size, storage, colour, fit and pack. */
  brandModelVariant: string | null;
  /** All telling words of the title in alphabetic order, with the brand. */
  titleKey: string | null;
}

/** Model numbers shorter than this are shared by unrelated goods ('X1', '100'). */
const MIN_MODEL_LENGTH = 4;
const COMPANY_WORDS = new Set([
  'inc',
  'ltd',
  'pty',
  'co',
  'corp',
  'company',
  'limited',
  'australia',
  'brand',
  'the',
]);

/** Normalises an offer into its keys. Pure; the same goods under the titles of different shops give equal keys. */
export function productKey(reading: IdentityReading): ProductKey {
  const brand = brandWords(reading);
  const parts = partsOf(reading);
  return {
    gtin: canonicalGtin(reading.gtin),
    brandModelVariant: modelKey(reading, brand, parts),
    titleKey: sortedKey(parts.words, brand),
  };
}

/** An offer's title taken apart; the variant that a page states beside the title counts as part of it. */
export function partsOf({
  name,
  variant,
  mpn,
}: Pick<IdentityReading, 'name' | 'variant' | 'mpn'>): TitleParts {
  const said = comparableText(name);
  const missing = (variant ?? '')
    .split(/[/|,]\s/)
    .filter((part) => !said.includes(comparableText(part)));
  return titleParts([name, ...missing].join(' ').trim(), canonicalModel(mpn));
}

/** A GTIN without the difference between UPC-12, EAN-13 and a zero-led GTIN-14; null when it is none. */
export function canonicalGtin(gtin: string | null | undefined): string | null {
  const valid = readGtin(gtin);
  if (!valid || valid.length === 8) return valid;
  return valid.padStart(14, '0').replace(/^0/, '');
}

/** A model number as letters and digits only; null when it is too short, or words rather than a number. */
export function canonicalModel(mpn: string | null | undefined): string | null {
  const model = comparableText(mpn ?? '').replace(/[^a-z\d]/g, '');
  return model.length >= MIN_MODEL_LENGTH && model.length <= 30 && /\d/.test(model) ? model : null;
}

/** The words of an offer's brand, without those of any company; from the title where none is stated. */
export function brandWords({ brand, name }: IdentityReading): string[] {
  const stated =
    brand ?? /\bby\s+([\p{L}\d&'-]+)$/iu.exec(name)?.[1] ?? name.split(/[\s,]/)[0] ?? '';
  return (
    comparableText(stated)
      .replace(/'/g, '')
      .match(/[a-z\d]+/g) ?? []
  ).filter((word) => !COMPANY_WORDS.has(word));
}

/** The page's model number, else the only one in the title. */
function modelKey(
  { mpn }: IdentityReading,
  brand: readonly string[],
  parts: TitleParts,
): string | null {
  const model = canonicalModel(mpn) ?? (parts.codes.size === 1 ? [...parts.codes][0] : null);
  if (!model || brand.length === 0) return null;
  const variant = [...parts.words]
    .filter((word) => word === parts.pack || isVariantWord(word))
    .sort();
  return [brand.join(' '), model, variant.join(' ')].join('|');
}
