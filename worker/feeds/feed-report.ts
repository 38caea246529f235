import { MOST_REFUSED, type RefusedOffer } from '#db/queries/offers/refused-offers.ts';

/** Rows named for each reason of refusal. */
const EXAMPLES = 5;

/** What an import did. Every row is stored, doubted or refused. */
export interface FeedReport {
  rows: number;
  stored: number;
  pricesChanged: number;
  /** Reason → how many rows, and the first of them. */
  refused: Map<string, RefusedRows>;
}

interface RefusedRows {
  rows: number;
  /** Places in the feed, from 1. */
  examples: number[];
  /** The first of them, to be kept for operators. */
  kept: RefusedOffer[];
}

/** The report of an import that has not read anything yet. */
export function emptyReport(): FeedReport {
  return { rows: 0, stored: 0, pricesChanged: 0, refused: new Map() };
}

/** Counts a refused row. */
export function addRefused({ refused }: FeedReport, offer: RefusedOffer): void {
  const entry = refused.get(offer.reason) ?? { rows: 0, examples: [], kept: [] };
  entry.rows += 1;
  if (offer.feedRow !== null && entry.examples.length < EXAMPLES)
    entry.examples.push(offer.feedRow);
  if (entry.kept.length < MOST_REFUSED) entry.kept.push(offer);
  refused.set(offer.reason, entry);
}

/** Reason → how many rows, for the run. Doubted prices are counted with their batch already. */
export function refusalsOf({ refused }: FeedReport): Record<string, number> {
  const counts = [...refused].filter(([reason]) => reason !== 'price-doubted');
  return Object.fromEntries(counts.map(([reason, { rows }]) => [reason, rows]));
}
