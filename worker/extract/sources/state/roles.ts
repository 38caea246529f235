/*
 * What a key's words say of the amount it holds, for the many names that no list of names foresees:
 * "current_retail" is today's price, "priceBeforeBonus" the one before, "minPricePerKg" no price of one piece.
 */

import { remembered } from '../../values/remembered.ts';

/** What an amount stands for: today's price, a lowered one, one that no word explains, the usual one, the one before, an end of a range. */
export type PriceRole = 'now' | 'sale' | 'price' | 'list' | 'was' | 'low' | 'high';

/** A price with a condition, an amount off, a fee, a price of something else or of another time, and what is no amount at all. */
const OTHER = new RegExp(
  [
    'member|club|loyal|reward|vip|subscri|trade|wholesale|staff|b2b|business|student|senior|points?$|coins?$',
    'bulk|case|carton|dozen|tier|volume|multi|bundle|unit|per(?!manent|cent)|comparison|cup|normali|kilo|kg$|litre|ladder',
    'sav(?:e|ing)|percent|pct|rate|ratio|(?:discount|promo)(?:amount|value)|rebate|cashback|coupon|voucher',
    'instal|month|week|day|finance|(?<!cur)rent|(?<!re)lease|deposit|bond|shipping|deliver|freight|postage|surcharge|fee|handling',
    'instore|cost|purchase|supplier|trade|omnibus|lowest\\d|histor|average|avg|median|estimate|approx|market|guide',
    'future|next|upcoming|bid|reserve|auction|option|addon|extra|delta|diff|adjust|modifier|total|insur|warrant',
    'date|(?<!one)time|valid|until|expir|count|rank|score|index|sort|filter|bucket|facet|update|change|alert|match|guarantee',
    'ex(?:cl?|cluding)?(?:gst|tax|vat)|(?:before|without|pre)(?:gst|tax|vat)|(?<!o)(?<!inter)net|(?<!incl?|including|with)(?:gst|tax|vat)(?:amount|value)?$',
    '^(?:usd|eur|gbp|nzd|cny|jpy|hkd|sgd|inr)|(?:usd|eur|gbp|nzd|cny|jpy|hkd|sgd|inr)$|(?:id|ids|type|code|name|book|group|limit|cents|dollars|minor|minorunits?)$',
  ].join('|'),
);
const LOW = /min(?!or|us|t)|low(?:est|er)?|from|start/;
const HIGH = /max(?:imum)?|high(?:est|er)?|upper|upto/;
const BEFORE = /ticket|was|old|prev|prior|before|orig|undiscount|strike|struck|cross|compar/;
const NOW = /now|current|today|actual|final|effective|sell/;
const LOWERED = /sale|special|promo|offer|deal|discount|reduced|markdown|clearance|campaign/;
const LISTED = /reg|list|rrp|msrp|mrp|full|normal|standard|retail|base/;
const PRICE =
  /pric|rrp|msrp|mrp|(?:current|reg|regular|sale|now|original)retail|retail(?:now|reg|min|max)?$/;
/** What an object of prices calls an amount that no word explains. */
const PLAIN = /^(?:value|amount|gross|display|formatted|default|aud)/;

/** What says what it is without the word. */
const ALONE = /^(?:was|regular|strikethrough|struck|amounts)$/;
/** A key that is no name but an id: "$Product:5521.priceRange". */
const WORDS = /^[a-z]+$/;

/** The role of the amount under a normalised key beside a product's other fields; null for all that is no price of it. */
export function priceRole(key: string): PriceRole | null {
  return (PRICE.test(key) && WORDS.test(key)) || ALONE.test(key) ? roleWithin(key) : null;
}

/** The same within an object that holds prices alone, where a key need not say "price". */
export const roleWithin = remembered(roleOf);

function roleOf(key: string): PriceRole | null {
  if (/^(?:(?:product|sku|item)?prices?(?:list)?|amounts)$/.test(key)) return 'price';
  if (key === 'list' || key === 'listprices') return 'list';
  if (OTHER.test(key)) return null;
  if (LOW.test(key)) return 'low';
  if (HIGH.test(key)) return 'high';
  if (BEFORE.test(key)) return 'was';
  if (NOW.test(key)) return 'now';
  if (LOWERED.test(key)) return 'sale';
  if (LISTED.test(key)) return 'list';
  return PRICE.test(key) || PLAIN.test(key) ? 'price' : null;
}
