/*
 * What delivery adds to an order at one shop. What the shop states with an offer wins over its general fact. An order is delivered once, and
 * its goods together may reach the free-delivery threshold. Unknown stays null.
 */
import { type Cents, cents } from '../money.ts';
import type { DeliveryFact } from './retailer-facts.ts';

/** The cost of delivering an order; with `isFrom` the least that it can be. */
export interface DeliveryCost {
  cents: Cents;
  isFrom: boolean;
}

/** One line of an order: its goods, all packs together. */
export interface OrderedGoods {
  costCents: Cents;
  /** What the shop states for this offer, ordered alone; null if nothing. */
  deliveryCents: Cents | null;
}

/** A postcode of four digits; null for any other text. */
export function postcodeOf(text: string | null | undefined): string | null {
  return /^\s*(\d{4})\s*$/.exec(text ?? '')?.[1] ?? null;
}

/** The cost of delivering these goods of one shop in one order; null if not known. */
export function deliveryOf(
  goods: readonly OrderedGoods[],
  fact: DeliveryFact | null,
  postcode: string | null,
): DeliveryCost | null {
  const sum = goods.reduce((total, { costCents }) => total + costCents, 0);
  const standard = fact && rateAt(fact, postcode);
  const free = { cents: cents(0), isFrom: false };
  const ofOrder = reachesFree(fact, sum) ? free : standard;
  const costs = goods.map(({ costCents, deliveryCents: own }) => {
    if (own === null) return ofOrder;
    // Stated for this offer alone: more goods may reach the threshold, which waives the standard rate.
    const isWaived = ofOrder === free && !reachesFree(fact, costCents);
    return isWaived && standard && own <= standard.cents ? free : { cents: own, isFrom: false };
  });
  const known = costs.filter((cost) => cost !== null);
  if (known.length < goods.length || !known[0]) return null;
  // One rate is paid once. Different ones may add up: the order costs at least the highest.
  const charged = new Set(known.map((cost) => cost.cents).filter((each) => each > 0));
  return {
    cents: cents(Math.max(0, ...charged)),
    isFrom: charged.size > 1 || known.some(({ isFrom }) => isFrom),
  };
}

/** True if the goods reach the threshold of free delivery. */
function reachesFree(fact: DeliveryFact | null, goodsCents: number): boolean {
  return fact?.freeFromCents != null && goodsCents >= fact.freeFromCents;
}

/** The shop's standard rate for a postcode; without one, or where it names an area without postcodes, the least that may apply. */
function rateAt({ rates }: DeliveryFact, postcode: string | null): DeliveryCost | null {
  const named =
    postcode !== null &&
    rates.find(({ postcodes }) => postcodes?.some((range) => isWithin(postcode, range)));
  if (named) return { cents: cents(named.costCents), isFrom: false };
  const possible = rates.filter(({ postcodes }) => postcode === null || !postcodes);
  if (possible.length === 0) return null;
  return {
    cents: cents(Math.min(...possible.map(({ costCents }) => costCents))),
    isFrom: possible.length > 1 || possible.some(({ postcodes, area }) => postcodes || area),
  };
}

/** Texts of four digits sort like their numbers. */
function isWithin(postcode: string, range: string): boolean {
  const [first = '', last = first] = range.split('-');
  return first <= postcode && postcode <= last;
}
