import type { Availability } from '#domain/offers/availability.ts';
import { STOCK_WORDS } from '#site/ui/words.ts';

/** Nothing for an unknown availability (answers: availability). */
export function StockBadge({ availability }: { availability: Availability }) {
  const stock = STOCK_WORDS[availability];
  return stock ? <span className={`badge tone-${stock.tone}`}>{stock.text}</span> : null;
}
