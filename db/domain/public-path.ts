/* Addresses of public pages: readable words, then the product's id, so that a new name breaks no link. */
/** Name of the list of products without a category. */
export const OTHER_CATEGORY = 'Other';

/** Crockford's base 32: no ambiguous letters, one case. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Digits for 128 bits. */
const CODE_LENGTH = 26;
const MAX_SLUG_LENGTH = 80;
const CODE = new RegExp(`(?:^|-)([${DIGITS}]{${CODE_LENGTH}})$`);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** 'Café & Küche 2.0' → 'cafe-and-kuche-2-0'; at most 80 characters, cut between words; '' without a letter or digit. */
export function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (slug.length <= MAX_SLUG_LENGTH) return slug;
  return slug
    .slice(0, MAX_SLUG_LENGTH + 1)
    .replace(/-[^-]*$/, '')
    .slice(0, MAX_SLUG_LENGTH);
}

/** '/products/breville-bambino-plus-01jd3k5x8w7q2m9v4t6r8y0zbc': the words of the name, then the id (a uuid). */
export function productPath(id: string, name: string): string {
  const slug = slugOf(name);
  return `/products/${slug}${slug && '-'}${codeOfUuid(id)}`;
}

/** The product's id in the last part of its address, whatever its words; a plain uuid too. Null without one. */
export function productIdIn(segment: string): string | null {
  const text = segment.toLowerCase();
  if (UUID.test(text)) return text;
  const code = CODE.exec(text)?.[1];
  return code === undefined ? null : uuidOfCode(code);
}

/**
 * '/categories/coffee-machines', '/categories/coffee-machines/2' for its second page, '/categories/coffee-machines/breville' for a brand.
 */
export function categoryPath(category: string, page = 1, brand = ''): string {
  const parts = [slugOf(category), ...(brand ? [slugOf(brand)] : []), ...(page > 1 ? [page] : [])];
  return `/categories/${parts.join('/')}`;
}

/** '/retailers/harbour-appliances', by the retailer's own slug. */
export function retailerPath(slug: string): string {
  return `/retailers/${slug}`;
}

function codeOfUuid(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`);
  let code = '';
  for (let digit = 0; digit < CODE_LENGTH; digit += 1) {
    code = (DIGITS[Number(rest % 32n)] ?? '') + code;
    rest /= 32n;
  }
  return code;
}

function uuidOfCode(code: string): string | null {
  let value = 0n;
  for (const digit of code) value = value * 32n + BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16).padStart(32, '0');
  if (hex.length > 32) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
