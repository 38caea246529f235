import { type Availability, isGone } from '#domain/offers/availability.ts';
import type { BuyWord } from '#domain/prices/buy-verdict.ts';
import type { Verdict } from '#domain/prices/price-verdict.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';

/** The spec's colour words; styles/docket.css gives each its hue. */
export type Tone = 'green' | 'yellow' | 'red' | 'blue' | 'grey';

/** Text and colour of a badge or stamp. */
export interface Words {
  text: string;
  tone: Tone;
}

/** Stock badge; null for an unknown availability. */
export const STOCK_WORDS: Partial<Record<Availability, Words>> = {
  in_stock: { text: 'In stock', tone: 'green' },
  online_only: { text: 'Online only', tone: 'green' },
  limited: { text: 'Limited stock', tone: 'yellow' },
  pre_order: { text: 'Pre-order', tone: 'blue' },
  out_of_stock: { text: 'Out of stock', tone: 'red' },
  sold_out: { text: 'Sold out', tone: 'red' },
  discontinued: { text: 'Discontinued', tone: 'grey' },
};

/** 'at 8 shops, 1 unavailable': the shops that list a product, and how many of them cannot sell it while others can. */
export function shopsText(listing: number, selling: number): string {
  const at = listing === 1 ? 'at one shop' : `at ${listing} shops`;
  return selling > 0 && selling < listing ? `${at}, ${listing - selling} unavailable` : at;
}

/** Sort key by stock: 0 buyable, 1 not stated, 2 gone. */
export function certainty({
  availability,
  canBuy,
}: Pick<SearchProduct, 'availability' | 'canBuy'>) {
  return canBuy ? 0 : isGone(availability) ? 2 : 1;
}

/** Stamp of a product: whether today is a good day to buy. */
export const BUY_STAMPS: Record<BuyWord, Words> = {
  buy: { text: 'Buy', tone: 'green' },
  fair: { text: 'Fair', tone: 'blue' },
  wait: { text: 'Wait', tone: 'red' },
  'not-enough-history': { text: 'Not enough history', tone: 'grey' },
};

/** The badge beside a claimed "was" price. */
export const CLAIM_WORDS: Record<Verdict, Words> = {
  genuine: { text: 'Genuine saving', tone: 'green' },
  'no-saving': { text: 'No real saving', tone: 'grey' },
  'too-short': { text: 'Hardly ever that price', tone: 'red' },
  'higher-than-before': { text: '‘Was’ price never seen', tone: 'red' },
  'not-enough-data': { text: 'Not proven yet', tone: 'grey' },
};
