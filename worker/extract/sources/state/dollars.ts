import { parsePriceText } from '#domain/price-text/price-text.ts';
import { readAmount } from '../../values/amount.ts';
import { isNode } from '../../values/nodes.ts';
import type { Fields } from './fields.ts';
import { isTaxInCents, type Scale } from './scale.ts';

/** Reads amounts in dollars. */
export interface DollarsReader {
  read: (stated: string) => string;
  /** What was proven by the amounts read so far. */
  scale: () => Scale;
}

/** How this object's amounts become dollars: some shops state cents, and say so by their format or by the text beside them. */
export function dollarsReader(fields: Fields, places: readonly Fields[]): DollarsReader {
  let scale: Scale = null;
  const digits = places.map((place) => place.get('currencyminorunit')).find(isDigitCount);
  if (digits !== undefined || isInCents(fields)) {
    const divisor = 10 ** (digits ?? 2);
    return {
      read: (stated) => (Number(stated) / divisor).toFixed(digits ?? 2),
      scale: () => 'cents',
    };
  }
  // Read only where an amount may be cents: an object may hold thousands of texts.
  let printed: string[] | undefined;
  let taxed: boolean | undefined;
  const isTaxed = (): boolean => {
    taxed ??= isTaxInCents(places);
    return taxed;
  };
  const read = (stated: string): string => {
    if (/\.\d{3,}$/.test(stated))
      return places.map((place) => roundedIn(place, stated)).find(Boolean) ?? stated;
    if (!Number.isInteger(Number(stated))) return stated;
    printed ??= places.flatMap(printedAmounts);
    if (printed.some((each) => Number(each) === Number(stated))) {
      scale ??= 'dollars';
      return stated;
    }
    const inDollars = printed.find((each) => Math.round(Number(each) * 100) === Number(stated));
    if (inDollars || (Number(stated) >= 100 && (scale === 'cents' || isTaxed()))) scale = 'cents';
    return inDollars ?? (scale === 'cents' ? (Number(stated) / 100).toFixed(2) : stated);
  };
  return { read, scale: () => scale };
}

function isDigitCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 4;
}

const SIGN = /[$€£]|\b(?:AUD|EUR|GBP|NZD)\b|zł/;

/** Amounts that the object also holds as a shopper sees them: '$3.99'. */
function printedAmounts(fields: Fields): string[] {
  const amounts: string[] = [];
  const add = (text: unknown): void => {
    if (typeof text !== 'string' || text.length >= 40 || !SIGN.test(text)) return;
    const { amount } = parsePriceText(text);
    if (amount !== null) amounts.push(amount);
  };
  for (const value of fields.values()) {
    if (isNode(value)) for (const key of Object.keys(value)) add(value[key]);
    else add(value);
  }
  return amounts;
}

/** An amount with parts of a cent as the text beside it rounds it: 17.894 with 'SAR 17.89'. */
function roundedIn(fields: Fields, stated: string): string | null {
  const rounded = Number(stated).toFixed(2);
  const isIt = (text: unknown): boolean =>
    typeof text === 'string' && text.length < 40 && readAmount(text) === rounded;
  const isSaid = [...fields.values()].some((value) =>
    isNode(value) ? Object.values(value).some(isIt) : isIt(value),
  );
  return isSaid ? rounded : null;
}

/** Shopify's storefront script states prices in cents, its JSON feed in dollars: only the first has a price range. */
function isInCents(fields: Fields): boolean {
  return (
    fields.has('handle') &&
    Number.isInteger(fields.get('price')) &&
    (fields.has('pricemin') || fields.has('comparatpricemin'))
  );
}
