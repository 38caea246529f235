import type { Availability } from '#domain/offers/availability.ts';
import type { Verdict } from '#domain/prices/price-verdict.ts';

/** The spec's colour words; styles/docket.css gives each its hue. */
export type Tone = 'green' | 'yellow' | 'red' | 'blue' | 'grey';

/** What a badge or stamp says, and its colour. */
export interface Words {
  text: string;
  tone: Tone;
}

/** What the badge beside a price says of the stock; nothing for an unknown availability. */
export const STOCK_WORDS: Partial<Record<Availability, Words>> = {
  in_stock: { text: 'In stock', tone: 'green' },
  online_only: { text: 'Online only', tone: 'green' },
  limited: { text: 'Limited stock', tone: 'yellow' },
  pre_order: { text: 'Pre-order', tone: 'blue' },
  out_of_stock: { text: 'Out of stock', tone: 'red' },
  sold_out: { text: 'Sold out', tone: 'red' },
  discontinued: { text: 'Discontinued', tone: 'grey' },
};

/** The stamp beside a claimed "was" price. */
export const VERDICT_WORDS: Record<Verdict, Words> = {
  genuine: { text: 'Genuine saving', tone: 'green' },
  'too-short': { text: 'Was too short', tone: 'red' },
  'higher-than-before': { text: 'Never that dear', tone: 'red' },
  'not-enough-data': { text: 'Not enough data', tone: 'grey' },
};
