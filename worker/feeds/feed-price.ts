/** An amount as a feed states it: an exact decimal text, and the currency where one is written. */
export interface FeedPrice {
  amount: string;
  currency: string | null;
}

const PRICE =
  /^(?:(?<before>[A-Z]{3})\s*|(?:A|AU)?\$\s*)?(?<whole>\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(?<fraction>\d{1,6}))?\s*(?<after>[A-Z]{3})?$/;

/**
 * '15.00 AUD', 'AUD 1,299', '$15' → amount and currency; null for anything else. Stricter than the price text of a
 * page on purpose: a feed states a number, and what is not plainly one ('1.299,00', 'from $5') is a row to refuse.
 */
export function feedPrice(text: string | null): FeedPrice | null {
  const groups = PRICE.exec(text?.trim() ?? '')?.groups;
  if (!groups) return null;
  const { before, whole = '', fraction, after } = groups;
  const digits = whole.replaceAll(',', '');
  return {
    amount: fraction === undefined ? digits : `${digits}.${fraction}`,
    currency: before ?? after ?? null,
  };
}

/**
 * True when `now` lies in Google's sale_price_effective_date ('2026-11-01T00:00+1100/2026-11-30T23:59+1100'), or none is
 * given. A range that cannot be read is no proof of a sale.
 */
export function isSaleOn(range: string | null, now: Date): boolean {
  if (range === null) return true;
  const [from, to] = range.split('/').map((text) => Date.parse(isoTime(text.trim())));
  if (from === undefined || to === undefined) return false;
  return from <= now.getTime() && now.getTime() <= to;
}

/** Google writes offsets without a colon and times without seconds. */
function isoTime(text: string): string {
  return text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2').replace(' ', 'T');
}
