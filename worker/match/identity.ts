import { parsePackSize } from '#domain/pack-size.ts';
import type { OfferReading } from '#domain/page-reading.ts';
import { contentText } from '#domain/shrinkflation.ts';
import { readGtin } from '../extract/gtin.ts';
import { plainText } from './product-text.ts';
import { familyWords, titleKeyOf, titleWords } from './title-key.ts';
import { audienceOf, colourOf } from './variant-words.ts';

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
  /** The title key without its variant words: what the storage sizes and colours of one phone share. */
  family: string | null;
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
  const title = withVariant(reading);
  const brand = brandWords(reading);
  const words = titleWords(title, reading.mpn);
  const pack = parsePackSize(title);
  const packText = pack && contentText(pack).replace(/\s/g, '').toLowerCase();
  return {
    gtin: canonicalGtin(reading.gtin),
    brandModelVariant: modelKey(reading, brand, words, packText),
    titleKey: titleKeyOf(words, brand),
    family: titleKeyOf(familyWords(words, packText), brand),
  };
}

/** A GTIN without the difference between UPC-12, EAN-13 and a zero-led GTIN-14; null when it is none. */
export function canonicalGtin(gtin: string | null | undefined): string | null {
  const valid = readGtin(gtin);
  if (!valid || valid.length === 8) return valid;
  return valid.padStart(14, '0').replace(/^0/, '');
}

/** A model number as letters and digits only; null when it is too short, or words rather than a number. */
export function canonicalModel(mpn: string | null | undefined): string | null {
  const model = plainText(mpn ?? '').replace(/[^a-z\d]/g, '');
  return model.length >= MIN_MODEL_LENGTH && model.length <= 30 && /\d/.test(model) ? model : null;
}

/** The variant that a page states beside the title counts as part of the title. */
function withVariant({ name, variant }: IdentityReading): string {
  if (!variant) return name;
  const said = plainText(name);
  const missing = variant.split(/[/|,]\s/).filter((part) => !said.includes(plainText(part)));
  return [name, ...missing].join(' ');
}

function brandWords({ brand, name }: IdentityReading): string[] {
  const stated =
    brand ?? /\bby\s+([\p{L}\d&'-]+)$/iu.exec(name)?.[1] ?? name.split(/[\s,]/)[0] ?? '';
  return (
    plainText(stated)
      .replace(/'/g, '')
      .match(/[a-z\d]+/g) ?? []
  ).filter((word) => !COMPANY_WORDS.has(word));
}

function modelKey(
  { mpn }: IdentityReading,
  brand: readonly string[],
  words: ReadonlySet<string>,
  packText: string | null,
): string | null {
  const model = canonicalModel(mpn);
  if (!model || brand.length === 0) return null;
  const isVariant = (word: string) =>
    word === packText ||
    /^\d+(?:\.\d+)?(?:gb|tb|mm|cm|in)$/.test(word) ||
    word.split('-').some((part) => colourOf(part) !== null || audienceOf(part) !== null);
  const variant = [...words].filter(isVariant).sort();
  return [brand.join(' '), model, variant.join(' ')].join('|');
}
