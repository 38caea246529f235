import type { UnitPrice } from '#domain/offers/page-reading.ts';
import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { isAbove, readCurrency } from '../../values/amount.ts';
import { isNode, type SchemaNode, valuesOf } from '../../values/nodes.ts';
import { isAmountOff, isForMembers } from './conditions.ts';
import { dollarsReader } from './dollars.ts';
import { pricedEntry, typedPrices } from './entries.ts';
import { type Fields, firstIn, normalised } from './fields.ts';
import { isBulkPrice, readGroupPrice } from './groups.ts';
import { PRICE_HOLDERS, PRICE_RANGES, SALE_HOLDERS, STATE_KEYS } from './keys.ts';
import { amountOf } from './money.ts';
import { type NamedPrices, readNamedPrices } from './named-prices.ts';
import { isPriceSpread } from './range.ts';
import { priceRole } from './roles.ts';
import { isImplausible, openScale, type Scale } from './scale.ts';

/** What an object of a shop's JSON asks, each as a decimal text. */
export interface StatePrices {
  price: string | null;
  was: string | null;
  member: string | null;
  unit: UnitPrice | null;
  currency: string | null;
  /** What proves the unit of its amounts. */
  scale: Scale;
  /** The object states a range, or several prices, and no single one. */
  isSpread: boolean;
}

/** Today's price, its "was" and the prices with a condition, from the object, its variant, that one's offer, and where shops nest them. */
export function readPrices(
  fields: Fields,
  variant: Fields | null,
  offer: Fields | null = null,
  isSpread = isSpreadObject(fields),
): StatePrices {
  const holders = [...(isSpread ? [] : holdersOf(fields)), ...(variant ? holdersOf(variant) : [])];
  const ranges = holders
    .flatMap((holder) => PRICE_RANGES.map((range) => holder.get(range)))
    .filter(isNode)
    .map(normalised);
  const own = isSpread ? null : fields;
  const places = [own, variant, offer, ...holders, ...ranges].filter((place) => place !== null);
  const all = [fields, ...places];
  const currency =
    firstIn(all, 'currency', readCurrency) ??
    currencyWithin(all) ??
    firstIn(places, 'price', printedCurrency);
  const inDollars = dollarsReader(fields, all);
  const amount = (value: unknown): string | null => {
    const stated = amountOf(value, currency);
    return stated && inDollars.read(stated);
  };
  const sale = firstPrice([...places, ...salesOf(fields)], 'sale', amount);
  const listed =
    sale ??
    firstPrice(places, 'price', amount) ??
    firstIn([...holders, ...ranges], 'held', amount) ??
    evenPrice(fields, holders, amount);
  const isUsual =
    listed !== null &&
    sale === null &&
    (!places.some(hasOwnPrice) || mentionsSale(fields) || (variant && mentionsSale(variant)));
  const named =
    (listed && !isUsual) || isSpread ? null : readNamedPrices(variant ?? fields, amount);
  const isLowered = listed && named?.isToday && named.price && isAbove(listed, named.price);
  const stated = listed && !isLowered ? listed : (named?.price ?? null);
  const group =
    stated || isSpread || variant || named?.isSpread ? null : readGroupPrice(fields, amount);
  const chosen = stated ?? group?.price ?? null;
  const isRefused =
    chosen !== null && (isImplausible(chosen, currency) || isBulkPrice(fields, chosen, amount));
  const price = isRefused ? null : chosen;
  const sameNamed = (stated: string): NamedPrices | null => {
    const all = readNamedPrices(variant ?? fields, amount);
    return all.isBefore && Number(all.price) === Number(stated) ? all : null;
  };
  const wasAbove = (value: unknown): string | null => {
    const was = amount(value);
    return was && price && isAbove(was, price) ? was : null;
  };
  // Beside a sale price the plain one is the "was".
  const was =
    firstIn(places, 'was', wasAbove) ??
    firstIn(holders, 'heldWas', wasAbove) ??
    (sale ? (firstIn(places, 'price', wasAbove) ?? firstIn(holders, 'held', wasAbove)) : null) ??
    tierAbove(fields, wasAbove) ??
    (named ?? (price && !isSpread ? sameNamed(price) : null))?.was ??
    (listed && wasAbove(listed));
  const isMembers = price !== null && isForMembers(places);
  return {
    price: isMembers ? was : price,
    was: isMembers ? null : was,
    member: isMembers ? price : firstIn(places, 'member', amount),
    unit: firstIn(places, 'unit', (value) =>
      typeof value === 'string' ? parseUnitPrice(value) : null,
    ),
    currency,
    scale: isImplausible(chosen, currency) ? 'odd' : (inDollars.scale() ?? openScale(all, price)),
    isSpread:
      (isSpread || named?.isSpread === true || group?.isSpread === true || isRefused) &&
      price === null,
  };
}

/** The object's sales that run now. */
function salesOf(fields: Fields): Fields[] {
  return SALE_HOLDERS.filter((holder) => fields.has(holder))
    .map((holder) => pricedEntry(fields.get(holder)))
    .filter((sale) => sale !== null)
    .map(normalised)
    .filter(
      (sale) => ![...sale].some(([key, flag]) => /active|enabled/.test(key) && flag === false),
    );
}

/** The first amount under any of the field's names; of a list the one that is for anyone. */
function firstPrice(
  places: readonly Fields[],
  field: 'sale' | 'price',
  amount: (value: unknown) => string | null,
): string | null {
  for (const place of places)
    for (const key of STATE_KEYS[field]) {
      const held = place.get(key);
      if (held === undefined) continue;
      const isList = Array.isArray(held) && held.length > 1 && held.every(isNode);
      for (const value of isList ? [pricedEntry(held)] : valuesOf(held)) {
        const found = amount(value);
        if (found && !isAmountOff(key, found, place, amount)) return found;
      }
    }
  return null;
}

/** True where a key says that the price was lowered, in words that no list of names has. */
function mentionsSale(place: Fields): boolean {
  for (const key of place.keys()) if (priceRole(key) === 'sale') return true;
  return false;
}

/** True where the object says what it asks today, not its usual price alone. */
function hasOwnPrice(place: Fields): boolean {
  return STATE_KEYS.price.some((key) => place.has(key) && priceRole(key) !== 'list');
}

/** True where the object states no single price: the variant that stands for it may. */
export function isSpreadObject(fields: Fields): boolean {
  return isPriceSpread(fields, (value) => amountOf(value, null)) || !isSameInZones(fields);
}

/** The objects that hold the product's prices; of a list the entry that is for anyone, or what its entries' types name. */
function holdersOf(fields: Fields): Fields[] {
  return PRICE_HOLDERS.flatMap((holder) => {
    const held = fields.get(holder);
    if (typeof held !== 'object') return [];
    const typed = typedPrices(held);
    const entry = typed ? null : pricedEntry(held);
    const zones = entry && zonesOf(entry);
    return [...(typed ? [typed] : []), ...(entry ? [normalised(zones?.[0] ?? entry)] : [])];
  });
}

const ZONE = /^(?:au-)?(?:nsw|vic|qld|sa|wa|tas|act|nt)$/i;

/** What a shop states for each Australian state apart. */
function zonesOf(holder: SchemaNode): SchemaNode[] | null {
  const keys = Object.keys(holder);
  const zones = keys.filter((key) => ZONE.test(key)).map((key) => holder[key]);
  return zones.length > 1 && zones.length === keys.length && zones.every(isNode) ? zones : null;
}

/** True unless the price depends on where the shopper lives. */
function isSameInZones(fields: Fields): boolean {
  const zones = PRICE_HOLDERS.map((holder) => fields.get(holder))
    .filter(isNode)
    .flatMap((holder) => zonesOf(holder) ?? []);
  const prices = zones.map((zone) =>
    firstIn([normalised(zone)], 'price', (value) => amountOf(value, null)),
  );
  return prices.every((price) => Number(price) === Number(prices[0]));
}

/** The list price among the prices that a shop states by price book and quantity: more pieces never cost more each. */
function tierAbove(fields: Fields, wasAbove: (value: unknown) => string | null): string | null {
  for (const tier of valuesOf(fields.get('tieredprices')).filter(isNode)) {
    const was = wasAbove(tier['price']);
    if (was) return was;
  }
  return null;
}

/** The price of a range whose ends are the same; of any other neither end is one. */
function evenPrice(
  fields: Fields,
  holders: readonly Fields[],
  amount: (value: unknown) => string | null,
): string | null {
  for (const place of [fields, ...holders]) {
    for (const [from, to] of RANGE_ENDS) {
      const low = amount(place.get(from));
      if (low && Number(low) === Number(amount(place.get(to)))) return low;
    }
  }
  return null;
}

const RANGE_ENDS = [
  ['pricefrom', 'priceto'],
  ['minprice', 'maxprice'],
  ['pricemin', 'pricemax'],
  ['lowprice', 'highprice'],
] as const;

/** The currency stated inside a price: { amount: '49.0', currencyCode: 'AUD' }. */
function currencyWithin(places: readonly Fields[]): string | null {
  for (const place of places) {
    for (const key of [...STATE_KEYS.sale, ...STATE_KEYS.price]) {
      const value = place.get(key);
      const found = isNode(value) ? firstIn([normalised(value)], 'currency', readCurrency) : null;
      if (found) return found;
    }
  }
  return null;
}

/** The currency printed with an amount: '£5.00'. */
function printedCurrency(value: unknown): string | null {
  return typeof value === 'string' && /\d/.test(value) ? readCurrency(value) : null;
}
