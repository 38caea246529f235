import { formatAud, formatPlainDollars, toCents } from '#domain/money.ts';
import type { UnitPrice } from '#domain/offers/page-reading.ts';

/** Formats dollars in one of the two specified formats (spec §9). */
export type DollarText = (dollars: number) => string;

/** 1299 → '$1,299.00': dollars as search and favourites show them (spec §9). */
export function audText(dollars: number): string {
  return formatAud(toCents(dollars));
}

/** 1299 → '$1299.00': the plain dollar sign of all other screens (spec §9). */
export function plainText(dollars: number): string {
  return formatPlainDollars(toCents(dollars));
}

/** '$2.62 per 100 g', '$1,196.00 per L', '$0.50 each', and below 10 cents the parts of a cent too: '0.49c each'. */
export function unitPriceText({ price, quantity, unit }: UnitPrice): string {
  const centsEach = Math.round(Number(price) * 10_000) / 100;
  const isFine = centsEach < 10 && !Number.isInteger(centsEach);
  const amount = isFine ? `${centsEach}c` : audText(Number(price));
  if (unit === 'each') return quantity === 1 ? `${amount} each` : `${amount} per ${quantity}`;
  return `${amount} per ${quantity === 1 ? '' : `${quantity} `}${unit}`;
}
