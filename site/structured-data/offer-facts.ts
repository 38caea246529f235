import type { ItemAvailability } from 'schema-dts';
import type { Availability } from '#domain/offers/availability.ts';
import { DAY_MS } from '#domain/time.ts';

/** Days that a structured price is declared valid (spec §9). */
const PRICE_VALID_DAYS = 7;

/** Unknown availability is never stated. */
export const SCHEMA_STOCK: Partial<Record<Availability, ItemAvailability>> = {
  in_stock: 'https://schema.org/InStock',
  online_only: 'https://schema.org/OnlineOnly',
  limited: 'https://schema.org/LimitedAvailability',
  pre_order: 'https://schema.org/PreOrder',
  out_of_stock: 'https://schema.org/OutOfStock',
  sold_out: 'https://schema.org/SoldOut',
  discontinued: 'https://schema.org/Discontinued',
};

/** A day as '2026-11-28', where the shoppers are: in the morning the UTC day is still the one before. */
const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Australia/Sydney' });

/** The day until which a price seen at `nowMs` is declared valid: '2026-11-28'. */
export function priceValidUntil(nowMs: number): string {
  return DAY.format(nowMs + PRICE_VALID_DAYS * DAY_MS);
}
