import type { Availability } from '#domain/offers/availability.ts';

/** Phrases that say "cannot be bought now". */
const OUT =
  /out[ -]of[ -]stock|sold out|(?:currently|temporarily) (?:unavailable|out of stock|not available)|not available (?:online|for delivery|to buy)|no longer (?:available|sold|stocked)|(?:product|item) (?:is )?(?:currently )?unavailable|^unavailable$|^discontinued$|discontinued (?:product|item|line)|^coming soon$|back in stock soon/i;
/** Said on pages of things that are sold out, but also in forms that wait hidden on every page: a live buy button is believed more. */
const NOTIFY = /notify me when|email (?:me )?when (?:back )?in stock/i;
const IN =
  /(?<!not |un)\bin stock\b|available (?:now|online|for delivery|to ship|to buy)|ready to ship|^available$/i;
const LOW =
  /low stock|limited stock|only \d+ (?:left|remaining|in stock)|(?:only a |last )few (?:left|remaining)|last one/i;
const PRE = /pre-?order/i;
const BUY =
  /add (?:\w+ )?to (?:my |your |the |shopping )*(?:cart|basket|bag|trolley|order)|buy (?:it )?now|^pre-?order(?: (?:it )?now)?$|add$|^buy$/i;
const BUY_LABEL =
  /add-?_?to-?_?(?:cart|basket|bag|trolley)|(?:^|[\s_-])(?:atc|buy-?now|button-?cart|btn-?cart|cart-?button|buy-?button|to-?basket|to-?cart)(?:$|[\s_-])|addToCart|addToBasket|buyNow/i;

/** Said to screen readers: "Add", then "add Blue Kettle 1.7L to trolley". */
const ADD_NAMED =
  /^(?:add\s?)?add\b.{2,120}\bto (?:my |your |the )?(?:cart|basket|bag|trolley|order)$/i;

/** A sentence that refuses the purchase outright: stronger than a button that a template left on the page. */
const REFUSED =
  /(?:can ?not|can(?:'|’)t) (?:currently |be )*(?:be )?(?:bought|purchased|ordered)|not (?:currently )?available (?:for purchase|to (?:buy|order|purchase))|no longer (?:available|sold)|has been discontinued/i;

/** True when a text of any length holds such a sentence, about whatever it is. */
export function refusesPurchase(text: string): boolean {
  return REFUSED.test(text);
}

/** Plain enough to be believed against data that says "in stock", where there is nothing to buy with either. */
const SOLD_OUT = /\b(?:sold out|out of stock)\b/i;

/** True when a printed text of any length says plainly that something is sold out. */
export function saysSoldOut(text: string): boolean {
  return SOLD_OUT.test(text);
}

/** What a short printed text says about stock; 'unknown' when it is about something else. */
export function stockSaid(text: string): Availability {
  if (OUT.test(text) && OUT.test(text.replace(OF_SERVICE, ''))) return 'out_of_stock';
  if (PRE.test(text)) return 'pre_order';
  if (LOW.test(text)) return 'limited';
  return IN.test(text) ? 'in_stock' : 'unknown';
}

/** What is not to be had is not the product. */
const OF_SERVICE =
  /\b(?:service|delivery|shipping|installation|pick[- ]?up|collect(?:ion)?|assembly|removal|gift[- ]?wrap(?:ping)?|afterpay|zip)\s(?:is |are )?(?:(?:currently|temporarily) )?(?:unavailable|not available)\b/gi;

/** True when a short text begins with it: "In stock", "12 in stock", but not "Soon available". */
export function saysInStock(text: string): boolean {
  return (
    stockSaid(text) === 'in_stock' && IN.exec(text.trim().replace(/^\d+\+? /, ''))?.index === 0
  );
}

/** True when a text offers to tell when the product is back. */
export function offersNotice(text: string): boolean {
  return NOTIFY.test(text);
}

/** True when a button's text or label offers to buy. */
export function isBuyButton(text: string, label: string): boolean {
  return (
    (text.length < 60 && BUY.test(text.trim())) ||
    (text.length < 160 && ADD_NAMED.test(text)) ||
    (text.length < 160 && BUY_LABEL.test(label))
  );
}
