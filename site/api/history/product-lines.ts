import { type ProductHistoryRow, productHistory } from '#db/queries/products/product-history.ts';
import { isBuyable } from '#domain/offers/availability.ts';
import {
  type BestPoint,
  bestPriceSeries,
  type OfferPoint,
} from '#domain/prices/best-price-series.ts';
import type { PricePoint } from '#domain/prices/price-history.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { ApiServices } from '../core/services.ts';

const YEAR_DAYS = 365;
/** An offer last seen this long before its product's newest offer counts as gone since then. */
const GONE_AFTER_MS = 2 * DAY_MS;

/** One offer's price changes over a year; the price is null while the offer could not be bought. */
export interface OfferLine {
  offerId: string;
  retailerName: string;
  points: OfferPoint[];
  /** The same changes with the asking price, whether or not the offer could be bought. */
  asked: PricePoint[];
}

/** A product's last year. */
export interface ProductYear {
  lines: OfferLine[];
  best: BestPoint[];
}

/** Reads a product's last year, starting with the price that was current when the year began. */
export async function productYear(
  services: ApiServices,
  productId: string,
  nowMs: number,
): Promise<ProductYear> {
  const since = Math.floor((nowMs - YEAR_DAYS * DAY_MS) / MINUTE_MS);
  const rows = await productHistory(services.em(), productId, since);
  // If no shop states its stock, every price counts as one that could be paid.
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
  // A price that was current when the year began is dated to the beginning of the year.
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
