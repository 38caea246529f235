/*
 * What badges and stamps say beside a price, in the islands and on the public pages alike.
 */
import type { Availability } from '#domain/availability.ts';
import type { Verdict } from '#domain/price-verdict.ts';
import type { Tone } from '#site/islands/shared/Notice.tsx';

interface Words {
  text: string;
  tone: Tone;
}

/** Was it really cheaper? */
export const VERDICT_WORDS: Record<Verdict, Words> = {
  genuine: { text: 'Genuine saving', tone: 'green' },
  'too-short': { text: 'Was too short', tone: 'red' },
  'higher-than-before': { text: 'Never that dear', tone: 'red' },
  'not-enough-data': { text: 'Not enough data', tone: 'grey' },
};

/** Nothing for an unknown availability (answers: availability). */
export const STOCK_WORDS: Partial<Record<Availability, Words>> = {
  in_stock: { text: 'In stock', tone: 'green' },
  online_only: { text: 'Online only', tone: 'green' },
  limited: { text: 'Limited stock', tone: 'yellow' },
  pre_order: { text: 'Pre-order', tone: 'blue' },
  out_of_stock: { text: 'Out of stock', tone: 'red' },
  sold_out: { text: 'Sold out', tone: 'red' },
  discontinued: { text: 'Discontinued', tone: 'grey' },
};
