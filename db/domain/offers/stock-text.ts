import type { Availability } from './availability.ts';

/* The stock that a shop prints, as a shopper reads it; availability.ts parses the words of data. */

/** Texts that say "sold out", with spaces for hyphens. A text of an alternative with ^ says nothing else before. */
const OUT = new RegExp(
  [
    'out of stock|outofstock|sold ?out|\\b(?:no|nil|zero) stock\\b|\\bstock (?:un|not )available\\b|^oos$',
    "(?:\\bnot|n['’]t|no longer|none) (?:currently |presently )?in stock|^none left$|^0 left|\\ball (?:gone|sold|out)\\W*$",
    '(?:currently|temporarily) (?:unavailable|not available)|^(?:not (?:currently )?available|unavailable)(?:$| (?:at|in) (?:this|your|the) )',
    'not available (?:online|for delivery|to buy)|no longer (?:available|sold|stocked)|(?:product|item) (?:is )?(?:currently )?(?:unavailable|not available)',
    '\\bon back ?order\\b|^discontinued$|discontinued (?:product|item|line)|^coming soon$|back in stock soon|^awaiting stock',
    '^(?:[a-z]+ )?(?:stock|availab(?:le|ility))(?: [a-z]+)?\\s*:\\s*(?:0$|none|no$|nil$|out$|unavailable)|^0 (?:\\w+ )?(?:in stock|available)',
  ].join('|'),
  'i',
);
/** Texts with the date on which goods return: "back in stock in early March", "on 3 May", but not "back in stock in store". */
const DUE =
  /back in stock (?:(?:on|in|by|from) )?(?:the )?(?:(?:early|mid|late|next|coming|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\d|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|t?ember|ober)?\b)/i;
/** Printed on sold-out products, and in hidden forms on every page; an enabled buy button overrides it. */
export const NOTIFY =
  /\b(?:notify|alert|tell|e-?mail|text)(?: me)? when\b|^(?:notify|alert) me!?$|\bjoin (?:the |our )?wait[- ]?list/i;
const IN =
  /(?<!not |un)\bin stock\b|available (?:now|online|for delivery|to ship|to buy)|ready to ship|^available$/i;
const LOW_STOCK =
  /low stock|limited stock|only \d+ (?:left|remaining|in stock)|(?:only a |last )few (?:left|remaining)|last one/i;
const PRE = /pre[- ]?order/i;
/** A sentence that refuses the purchase; it overrides a buy button that a template left on the page. */
export const REFUSED =
  /(?:can ?not|can(?:'|’)t) (?:currently |be )*(?:be )?(?:bought|purchased|ordered)|not (?:currently )?available (?:for purchase|to (?:buy|order|purchase))|no longer (?:available|sold)|has been discontinued/i;

/** Overrides data that says "in stock" if the page has no buy button. */
export const SOLD_OUT = /\b(?:sold[- ]?out|out[- ]of[- ]stock)\b/i;

/** Returns the stock that a short printed text states; 'unknown' for other texts. */
export function stockIn(text: string): Availability {
  const spaced = text.replace(/(?<=\p{L})[-‐-–_](?=\p{L})/gu, ' ').replace(OF_SERVICE, '');
  if (OUT.test(spaced.trim()) || DUE.test(text)) return 'out_of_stock';
  if (PRE.test(text)) return 'pre_order';
  if (LOW_STOCK.test(text)) return 'limited';
  return IN.test(text) ? 'in_stock' : 'unknown';
}

/** Services that are unavailable, rather than the product. */
const OF_SERVICE =
  /\b(?:service|delivery|shipping|installation|pick[- ]?up|collect(?:ion)?|assembly|removal|gift[- ]?wrap(?:ping)?|afterpay|zip)\s(?:is |are )?(?:(?:currently|temporarily) )?(?:unavailable|not available)\b/gi;

/** True when a short text starts with "in stock" ("12 in stock", but not "Soon available"). */
export function saysInStock(text: string): boolean {
  return stockIn(text) === 'in_stock' && IN.exec(text.trim().replace(/^\d+\+? /, ''))?.index === 0;
}
