import { dayText, MONTH_FORMAT } from '../calendar.ts';
import { formatAud } from '../money.ts';
import { FULL_YEAR_DAYS } from '../time.ts';
import type { OfferPoint } from './best-price-series.ts';
import { stretchesOf, type YearFigures } from './buy-verdict.ts';

/**
 * Places the last price of `series` (best prices of a year without glitches, oldest first) among the earlier ones. Uses the verdict's
 * stretches, so that both agree on what is lowest. Null while nothing is buyable.
 */
export function lastLow(series: readonly OfferPoint[], year: YearFigures, nowMs: number) {
  const stretches = stretchesOf(series, nowMs);
  const now = stretches.at(-1);
  if (!now?.isLast) return null;
  const changed = stretches.findLastIndex(({ priceCents }) => priceCents !== now.priceCents);
  const sinceMs = stretches[changed + 1]?.atMs ?? now.atMs;
  const nthLow = stretches.findLastIndex(
    ({ priceCents }, nth) => nth <= changed && priceCents <= now.priceCents,
  );
  const low = stretches[nthLow];
  const first = stretches[0]?.atMs ?? now.atMs;
  const isYear = year.days >= FULL_YEAR_DAYS;
  if (!low) {
    const text = isYear
      ? 'Its lowest in a year.'
      : `Its lowest since we began watching in ${MONTH_FORMAT.format(first)}.`;
    return { sinceMs, hasRisen: false, text };
  }
  const until = dayText(low.atMs + low.lastedMs, nowMs);
  const hasRisen = nthLow === changed;
  if (hasRisen)
    return { sinceMs, hasRisen, text: `It was ${formatAud(low.priceCents)} until ${until}.` };
  // The verdict calls it the lowest of the year as well.
  const isLowest = isYear && now.priceCents <= year.lowestCents;
  const text = isLowest
    ? `Its lowest in a year, last on ${until}.`
    : `Last this cheap on ${until}.`;
  return { sinceMs, hasRisen, text };
}
