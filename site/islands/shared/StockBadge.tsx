import type { Availability } from '#domain/availability.ts';
import type { Tone } from './Notice.tsx';

const STOCK: Partial<Record<Availability, { text: string; tone: Tone }>> = {
  in_stock: { text: 'In stock', tone: 'green' },
  online_only: { text: 'Online only', tone: 'green' },
  limited: { text: 'Limited stock', tone: 'yellow' },
  pre_order: { text: 'Pre-order', tone: 'blue' },
  out_of_stock: { text: 'Out of stock', tone: 'red' },
  sold_out: { text: 'Sold out', tone: 'red' },
  discontinued: { text: 'Discontinued', tone: 'grey' },
};

/** Nothing for an unknown availability (answers: availability). */
export function StockBadge({ availability }: { availability: Availability }) {
  const stock = STOCK[availability];
  return stock ? <span className={`badge tone-${stock.tone}`}>{stock.text}</span> : null;
}
