import type { Availability } from '#domain/offers/availability.ts';
import type { Tone } from '#site/islands/shared/Notice.tsx';

/** What a badge or stamp says, and its colour. */
export interface Words {
  text: string;
  tone: Tone;
}

/**
 * What the badge beside a price says of stock, in the islands and on the public pages alike; nothing for an unknown
 * availability (answers: availability).
 */
export const STOCK_WORDS: Partial<Record<Availability, Words>> = {
  in_stock: { text: 'In stock', tone: 'green' },
  online_only: { text: 'Online only', tone: 'green' },
  limited: { text: 'Limited stock', tone: 'yellow' },
  pre_order: { text: 'Pre-order', tone: 'blue' },
  out_of_stock: { text: 'Out of stock', tone: 'red' },
  sold_out: { text: 'Sold out', tone: 'red' },
  discontinued: { text: 'Discontinued', tone: 'grey' },
};
