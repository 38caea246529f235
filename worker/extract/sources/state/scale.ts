import type { Candidate } from '../../values/candidate.ts';
import { isNode, scalarNumber, valuesOf } from '../../values/nodes.ts';
import { type Fields, normalised } from './fields.ts';
import { priceRole } from './roles.ts';

/**
 * What proves the unit of an object's amounts: 'cents' by what is beside them, 'dollars' by what is beside them or by their
 * decimals; 'open' where they stand in money objects that may be either, { amount: 549, currency: 'EUR' };
 * 'odd' where they are dollars in no case; null says nothing.
 */
export type Scale = 'cents' | 'dollars' | 'open' | 'odd' | null;

/** What tells one entry of a list tells all: where an entry proves its unit, those that prove none follow it. */
export function alignScales(
  entries: readonly { candidate: Candidate; scale: Scale; shape: string }[],
): void {
  const proven = new Map<string, Set<Scale>>();
  for (const { shape, scale, candidate } of entries) {
    const known = proven.get(shape) ?? new Set();
    proven.set(
      shape,
      known.add(/\./.test(candidate.price ?? '') && scale === null ? 'dollars' : scale),
    );
  }
  for (const [shape, list] of Map.groupBy(entries, (entry) => entry.shape))
    if (isListInCents(list)) proven.get(shape)?.add('cents');
  for (const { shape, scale, candidate } of entries) {
    const known = proven.get(shape);
    if ((scale !== null && scale !== 'open') || known?.has('dollars') || !candidate.price) continue;
    if (known?.has('cents')) {
      candidate.price = ofCents(candidate.price);
      candidate.originalPrice = candidate.originalPrice && ofCents(candidate.originalPrice);
      candidate.memberPrice = candidate.memberPrice && ofCents(candidate.memberPrice);
    } else if ((scale === 'open' || known?.has('odd')) && isWhole(candidate.price)) {
      candidate.price = null;
      candidate.originalPrice = null;
      candidate.fromPrice = true;
    }
  }
}

/** Fewer amounts are like one another by chance. */
const SMALLEST_LIST = 4;
/** What prices in cents end in: 4500, 2950, 7995, 2999. Those in dollars end in 49, 79 and 29, too. */
const CENT_ENDINGS = new Set([0, 50, 95, 99]);

/**
 * True for whole amounts of which all end as prices in cents do, and a third are full hundreds: so many full hundreds of dollars
 * no list has. Amounts like 1999 alone may be either.
 */
function isListInCents(list: readonly { candidate: Candidate; scale: Scale }[]): boolean {
  const prices = list.map(({ candidate }) => candidate.price).filter((price) => price !== null);
  const amounts = [...new Set(prices)].map(Number);
  return (
    amounts.length >= SMALLEST_LIST &&
    list.every(({ scale }) => scale === null || scale === 'open') &&
    prices.every(isWhole) &&
    amounts.every((amount) => CENT_ENDINGS.has(amount % 100)) &&
    amounts.filter((amount) => amount % 100 === 0).length * 3 >= amounts.length
  );
}

/** True for a price that may be in cents: a whole one that nothing proves. */
export function isUnproven({ candidate, scale }: { candidate: Candidate; scale: Scale }): boolean {
  return scale !== 'cents' && scale !== 'dollars' && isWhole(candidate.price);
}

/** Amounts of a few cents are none: below this an amount is in dollars. */
const LEAST_CENTS = 100;

function isWhole(price: string | null): boolean {
  return price === null || (/^\d+$/.test(price) && Number(price) >= LEAST_CENTS);
}

function ofCents(amount: string): string {
  return (Number(amount) / 100).toFixed(2);
}

/** Money of which a million buys no goods. */
const STRONG = new Set(['AUD', 'NZD', 'USD', 'CAD', 'SGD', 'EUR', 'GBP', 'CHF']);
const IMPLAUSIBLE = 1_000_000;

/** True for an amount in a unit that nothing tells: 3,990,000 dollars for a fan. */
export function isImplausible(price: string | null, currency: string | null): boolean {
  return price !== null && STRONG.has(currency ?? '') && Number(price) >= IMPLAUSIBLE;
}

/** 'open' where the amount stands in a money object that does not say its unit. */
export function openScale(places: readonly Fields[], price: string | null): Scale {
  if (price === null || !isWhole(price)) return null;
  const isIt = (value: unknown): boolean =>
    isNode(value) &&
    value['amount'] === Number(price) &&
    ['currency', 'currencyCode', 'currency_code'].some((key) => key in value);
  return places.some((place) => [...place.values()].some(isIt)) ? 'open' : null;
}

const NESTING = 4;

/** Of goods' tax in the countries whose shops we read. */
const TAX_RATES = [0.1, 0.15, 0.2, 0.19, 0.21, 0.25, 0.05];
const WITH_TAX = /^(?:price(?:with|incl?|including)(?:gst|tax|vat)|gross(?:amount|price)?)$/;
const WITHOUT_TAX =
  /^(?:priceextax|price(?:without|excl?|excluding)(?:gst|tax|vat)|net(?:amount|price)?)$/;

/**
 * True where an object states a whole amount with tax and one without that was rounded to a whole one: a price before tax has
 * cents, so these are cents. 12900 and 11727, not 110 and 100.
 */
export function isTaxInCents(places: readonly Fields[]): boolean {
  return places.some((place) => statesTaxInCents(place, NESTING));
}

function statesTaxInCents(place: Fields, depth: number): boolean {
  if ([...place.keys()].some((key) => WITH_TAX.test(key))) {
    const gross = wholeUnder(place, WITH_TAX);
    const net = wholeUnder(place, WITHOUT_TAX);
    for (const rate of TAX_RATES) {
      const exact = gross / (1 + rate);
      if (Math.round(exact) === net && Math.abs(exact - net) > 0.005) return true;
    }
  }
  return (
    depth > 0 &&
    [...place].some(
      ([key, held]) =>
        priceRole(key) !== null &&
        valuesOf(held).some(
          (each) => isNode(each) && statesTaxInCents(normalised(each), depth - 1),
        ),
    )
  );
}

function wholeUnder(place: Fields, name: RegExp): number {
  for (const [key, held] of place) {
    if (!name.test(key)) continue;
    const inner = isNode(held) ? normalised(held) : null;
    const amount = scalarNumber(inner ? (inner.get('value') ?? inner.get('min')) : held);
    if (Number.isInteger(amount) && amount >= LEAST_CENTS) return amount;
  }
  return Number.NaN;
}
