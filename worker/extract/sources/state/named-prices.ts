import { isNode, type SchemaNode, valuesOf } from '../../values/nodes.ts';
import { isConditional, pricedEntry, typedPrices } from './entries.ts';
import { type Fields, normalised } from './fields.ts';
import { type PriceRole, priceRole, roleWithin } from './roles.ts';

/** Reads an amount as the object states it. */
type AmountReader = (value: unknown) => string | null;

/** What the words of an object's keys say that it asks, each as a decimal text. */
export interface NamedPrices {
  price: string | null;
  was: string | null;
  /** A word says of the "was" that it was asked before, or is the usual price. */
  isBefore: boolean;
  /** A word says that the price is today's, or lowered. */
  isToday: boolean;
  /** Two ends of a range, or amounts that contradict each other: there is no single price. */
  isSpread: boolean;
}

/** Amounts by role. */
interface Found {
  amounts: Map<PriceRole, number[]>;
  /** A list of prices of which none is for anyone who buys one piece here. */
  isUndecided: boolean;
}

/** In order of trust; what was asked before is no price, however alone it stands. */
const ROLES = ['now', 'sale', 'price', 'list'] as const;
const NESTING = 3;

const NONE: NamedPrices = {
  price: null,
  was: null,
  isBefore: false,
  isToday: false,
  isSpread: false,
};

/** Prices under keys that no list of names has, by the words in them. */
export function readNamedPrices(fields: Fields, amount: AmountReader): NamedPrices {
  const found: Found = { amounts: new Map(), isUndecided: false };
  collect(fields, priceRole, amount, found, 0);
  if (found.amounts.size === 0 && !found.isUndecided) return NONE;
  const said = (role: PriceRole): number[] => [...new Set(found.amounts.get(role))];
  const lowest = Math.min(...said('low'));
  const isRange = said('high').some((high) => high > lowest);
  for (const role of ROLES) {
    const [price, other] = said(role);
    if (price === undefined) continue;
    // The lower of two usual prices is what is asked.
    if (role === 'list' && other !== undefined && !isRange) return ofUsual(said('list'));
    if (other !== undefined || isRange) break;
    const ends = role === 'now' || role === 'sale' ? said('high') : [];
    const before = [...said('was'), ...said('list'), ...ends].find((each) => each > price);
    const above = before ?? said('price').find((each) => each > price);
    const isToday = role === 'now' || role === 'sale';
    return {
      price: String(price),
      was: above ? String(above) : null,
      isBefore: before !== undefined,
      isToday,
      isSpread: false,
    };
  }
  const isEven = said('low').length === 1 && said('high').length === 1 && !isRange;
  const isNamed = ROLES.some((role) => said(role).length > 0);
  return {
    price: isEven && !isNamed ? String(lowest) : null,
    was: null,
    isBefore: false,
    isToday: false,
    isSpread: isRange || isNamed || found.isUndecided,
  };
}

function ofUsual(amounts: readonly number[]): NamedPrices {
  const price = String(Math.min(...amounts));
  const was = String(Math.max(...amounts));
  return { price, was, isBefore: true, isToday: true, isSpread: false };
}

function collect(
  fields: Fields,
  roleOf: (key: string) => PriceRole | null,
  amount: AmountReader,
  found: Found,
  depth: number,
): void {
  for (const [key, value] of fields) {
    const role = typeof value === 'boolean' ? null : roleOf(key);
    // The number of a list of prices is none.
    if (role === null || (key.endsWith('list') && typeof value !== 'object')) continue;
    const held = Array.isArray(value) ? entryOf(value) : value;
    if (held === null) found.isUndecided = true;
    else if (role === 'sale' && isNode(held) && isConditional(normalised(held))) continue;
    else if (isHolder(held) && depth < NESTING)
      collect(held instanceof Map ? held : normalised(held), roleWithin, amount, found, depth + 1);
    else {
      const stated = amount(held);
      if (stated) found.amounts.set(role, [...(found.amounts.get(role) ?? []), Number(stated)]);
    }
  }
}

function entryOf(listed: unknown[]): unknown {
  return typedPrices(listed) ?? (listed.some(isNode) ? pricedEntry(listed) : valuesOf(listed)[0]);
}

/** True for an object that says which of its amounts is which; all others wrap one amount. */
function isHolder(held: unknown): held is Fields | SchemaNode {
  if (held instanceof Map) return true;
  if (!isNode(held)) return false;
  return [...normalised(held)].some(([key, value]) => {
    const role = typeof value === 'boolean' ? null : roleWithin(key);
    return role !== null && (isNode(value) || role !== 'price' || /.pric|pric.{2,}$/.test(key));
  });
}
