import type { OfferReading } from '#domain/offers/page-reading.ts';
import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { parseMultiBuy } from '#domain/price-text/price-text.ts';
import { labelsAround } from '../../page/region.ts';
import { isAbove } from '../../values/amount.ts';
import type { PriceMark } from '../prices/price-marks.ts';
import { findAnchor, REACH } from '../prices/was-price.ts';

/** Prices with a condition that stand beside the price: kept apart from it, never instead of it. */
export type PrintedExtras = Pick<
  OfferReading,
  'unitPrice' | 'memberPrice' | 'multiBuy' | 'deliveryCost'
>;

const MEMBER = /member|club|reward|loyal|with card|one ?pass|flybuys|\bvip\b|insider/i;

/** What is printed with today's price: its unit price, a lower price for members, an offer for several. */
export function findPrintedExtras(
  marks: readonly PriceMark[],
  price: string,
  heading: number,
): PrintedExtras {
  const anchor = findAnchor(marks, price, heading);
  const near = anchor
    ? marks.filter((mark) => mark.role !== 'price' && Math.abs(mark.order - anchor.order) <= REACH)
    : [];
  const others = near.filter((mark) => mark.role === 'other');
  const member = near.find(
    (mark) => mark.role === 'member' && isAbove(price, mark.amount) && isForMembers(mark),
  );
  return {
    unitPrice:
      others.map((mark) => parseUnitPrice(mark.text)).find((unit) => unit !== null) ?? null,
    memberPrice: member?.amount ?? null,
    multiBuy:
      others.map((mark) => parseMultiBuy(mark.text)).find((offer) => offer !== null) ?? null,
    deliveryCost: others.find((mark) => isDeliveryCost(mark.text))?.amount ?? null,
  };
}

const DELIVERY = '(?:delivery|shipping|postage|freight)';
const DELIVERY_COST = new RegExp(
  `${DELIVERY}(?: fee| cost)?\\s*:?\\s*(?:only |flat rate )?\\$\\s?\\d|\\$\\s?\\d+(?:\\.\\d\\d)?\\s+(?:standard |flat[- ]rate |flat )?${DELIVERY}\\b`,
  'i',
);
/** A threshold, the low end of a scale, or a condition: no cost that this order would have. */
const DELIVERY_CONDITION = /free|over|above|from|spend|orders|minimum|up to|member/i;

function isDeliveryCost(text: string): boolean {
  return DELIVERY_COST.test(text) && !DELIVERY_CONDITION.test(text);
}

/** Monthly plans and prices before tax have a condition too, but not this one. */
function isForMembers({ element, text }: PriceMark): boolean {
  return MEMBER.test(`${text} ${labelsAround(element)}`);
}
