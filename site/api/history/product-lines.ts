import { type ProductHistoryRow, productHistory } from '#db/queries/products/product-history.ts';
import { isBuyable } from '#domain/offers/availability.ts';
import {
  type BestPoint,
  bestPriceSeries,
  type OfferPoint,
} from '#domain/prices/best-price-series.ts';
import type { PricePoint } from '#domain/prices/price-history.ts';
import type { ApiServices } from '../core/services.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
/** An offer that was last seen this long before the newest of its product is taken to be gone since then. */
const GONE_AFTER_MS = 2 * DAY_MS;

/** One offer's changes over a year; null prices while it could not be bought. */
export interface OfferLine {
  offerId: string;
  retailerName: string;
  points: OfferPoint[];
  /** The same with the price that was asked, whether or not it could be bought. */
  asked: PricePoint[];
}

/** A product's last year. */
export interface ProductYear {
  lines: OfferLine[];
  best: BestPoint[];
}

/** Reads a product's last year, and the price that held when it began. */
export async function productYear(
  services: ApiServices,
  productId: string,
  nowMs: number,
): Promise<ProductYear> {
  const since = Math.floor((nowMs - YEAR_DAYS * DAY_MS) / MINUTE_MS);
  const rows = await productHistory(services.em(), productId, since);
  // Where no shop says whether it has any, the price is all there is to go by.
  const saysStock = rows.some((row) => isBuyable(row.availability));
  const newestMs = rows.reduce((newest, row) => Math.max(newest, row.lastSeenAt.getTime()), 0);
  const lines = [...Map.groupBy(rows, (row) => row.offerId).values()].map((group) =>
    lineOf(group, since, saysStock, newestMs),
  );
  return { lines, best: bestPriceSeries(lines.map((line) => line.points)) };
}

function lineOf(
  rows: readonly ProductHistoryRow[],
  since: number,
  saysStock: boolean,
  newestMs: number,
): OfferLine {
  // What held when the year began belongs to it from then on: when each shop's price of then began says nothing here.
  const atMs = (slot: number) => Math.max(since, slot) * MINUTE_MS;
  const points: OfferPoint[] = rows.map(({ slot, priceCents, availability }) => ({
    atMs: atMs(slot),
    priceCents: !saysStock || isBuyable(availability) ? priceCents : null,
  }));
  const goneMs = rows.at(-1)?.lastSeenAt.getTime() ?? newestMs;
  if (newestMs - goneMs > GONE_AFTER_MS) points.push({ atMs: goneMs, priceCents: null });
  return {
    offerId: rows[0]?.offerId ?? '',
    retailerName: rows[0]?.retailerName ?? '',
    points,
    asked: rows.map(({ slot, priceCents }) => ({ atMs: atMs(slot), priceCents })),
  };
}
