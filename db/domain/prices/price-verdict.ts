import { type Cents, formatAud } from '../money.ts';
import { DAY_MS, WEEK_MS } from '../time.ts';
import { periodText, type YearFigures } from './buy-verdict.ts';
import { genuineSaving } from './price-change.ts';
import { heldSpans, type PricePoint, type Span } from './price-history.ts';

/*
 * Was it really cheaper? Tests a claimed "was" price against the prices charged before the current price began.
 * db/queries/sql/offer-conditions.ts generates the condition for a refused claim from the same constants.
 */

/** Weeks before the sale within which a "was" price must have been charged. */
export const VERDICT_WEEKS = 12;
/** Days of those weeks at the "was" price that make it a real price rather than a blip. */
const VERDICT_MIN_DAYS_AT_WAS = 14;
/** Days that must be observed before any verdict. */
export const VERDICT_MIN_DAYS_OBSERVED = 28;

export const VERDICTS = [
  'genuine',
  'no-saving',
  'too-short',
  'higher-than-before',
  'not-enough-data',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The former price that a shop claims; null without a claim or when the current price is not lower. */
export function wasPrice(offer: {
  priceCents: Cents;
  originalPriceCents: Cents | null;
}): Cents | null {
  const { priceCents, originalPriceCents } = offer;
  return originalPriceCents !== null && originalPriceCents > priceCents ? originalPriceCents : null;
}

/**
 * Judges a claimed "was" price by `history` (oldest first) up to `nowMs`. The sale is the unbroken run of prices below the claim. When
 * the product's year is known, the claim is a saving only if the current price is one too (genuineSaving); such a price is never a "wait".
 */
export function priceVerdict(input: {
  claimedWasCents: Cents;
  history: readonly PricePoint[];
  nowMs: number;
  year?: YearFigures | null;
}) {
  const { claimedWasCents, nowMs, year = null } = input;
  const history = input.history.filter((point) => point.atMs <= nowMs);
  const saleFromMs = startOfSale(history, claimedWasCents, nowMs);
  const windowFromMs = saleFromMs - VERDICT_WEEKS * WEEK_MS;
  const spans = heldSpans(history, windowFromMs, saleFromMs);
  const charged = spans.filter((span) => span.priceCents >= claimedWasCents);
  const facts: Facts = {
    daysAtWas: wholeDays(charged),
    daysObserved: wholeDays(spans),
    highestCents: spans.toSorted((a, b) => b.priceCents - a.priceCents)[0]?.priceCents ?? null,
    chargedSpans: joined(charged),
  };
  const currentCents = history.at(-1)?.priceCents ?? null;
  const isUsual =
    currentCents !== null && year !== null && genuineSaving(currentCents, year.averageCents) === 0;
  const charge = decide(facts);
  const verdict = charge === 'genuine' && isUsual ? 'no-saving' : charge;
  return { verdict, text: sentence(verdict, facts, claimedWasCents, year), ...facts };
}

export type PriceVerdict = ReturnType<typeof priceVerdict>;

interface Facts {
  /** Whole days of the 12 weeks before the sale at or above the claimed price, and days with any known price. */
  daysAtWas: number;
  daysObserved: number;
  highestCents: Cents | null;
  /** Spans (UTC ms) at or above the claimed price, oldest first, marked on the chart. */
  chargedSpans: Span[];
}

function decide({ daysAtWas, daysObserved, chargedSpans }: Facts): Verdict {
  // Two weeks at the claimed price prove it, however little else is known.
  if (daysAtWas >= VERDICT_MIN_DAYS_AT_WAS) return 'genuine';
  if (daysObserved < VERDICT_MIN_DAYS_OBSERVED) return 'not-enough-data';
  return chargedSpans.length > 0 ? 'too-short' : 'higher-than-before';
}

function sentence(
  verdict: Verdict,
  { daysAtWas, daysObserved, highestCents }: Facts,
  claimedWasCents: Cents,
  year: YearFigures | null,
): string {
  const claim = formatAud(claimedWasCents);
  const days = `${daysAtWas} of the ${daysObserved} days we saw in the ${VERDICT_WEEKS} weeks before`;
  switch (verdict) {
    case 'genuine':
      return `Genuine: ${claim} was charged on ${days}.`;
    case 'no-saving':
      return `No real saving: the shop did charge ${claim}, but the best price averaged ${formatAud(year?.averageCents ?? claimedWasCents)} over ${year ? periodText(year) : 'the past year'}.`;
    case 'too-short':
      return `Too short: ${claim} was charged on only ${days}.`;
    case 'higher-than-before':
      return `The shop says it was ${claim}. We never saw it above ${formatAud(highestCents ?? claimedWasCents)} ${watchedText(daysObserved)}.`;
    case 'not-enough-data':
      return `Not enough data: we saw this price on ${daysObserved} of the ${VERDICT_MIN_DAYS_OBSERVED} days we need.`;
  }
}

/** 'in the 12 weeks before', or on how many of their days the price was known. */
function watchedText(daysObserved: number): string {
  const weeks = `the ${VERDICT_WEEKS} weeks before`;
  if (daysObserved * DAY_MS >= VERDICT_WEEKS * WEEK_MS) return `in ${weeks}`;
  return `on the ${daysObserved} days we watched it in ${weeks}`;
}

function startOfSale(history: readonly PricePoint[], claimedWasCents: Cents, nowMs: number) {
  let startMs = nowMs;
  for (const point of history.toReversed()) {
    if (point.priceCents >= claimedWasCents) return startMs;
    startMs = point.atMs;
    // A run below the claim that outlasts the window is the ordinary price rather than a sale.
    if (nowMs - startMs > VERDICT_WEEKS * WEEK_MS) return nowMs;
  }
  return nowMs;
}

function wholeDays(spans: readonly Span[]): number {
  return Math.floor(spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / DAY_MS);
}

/** Joins adjacent spans, so that the chart marks one stretch. */
function joined(spans: readonly Span[]): Span[] {
  const stretches: Span[] = [];
  for (const { fromMs, toMs } of spans) {
    const last = stretches.at(-1);
    if (last?.toMs === fromMs) last.toMs = toMs;
    else stretches.push({ fromMs, toMs });
  }
  return stretches;
}
