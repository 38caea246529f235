/*
 * Collects the amounts of an object of a shop's JSON with the roles of their keys, and selects today's price.
 */
import { parsePriceText } from '#domain/price-text/price-text.ts';
import { readAmount, readCurrency } from '../../values/candidate.ts';
import { isNode, scalarText, valuesOf } from '../../values/nodes.ts';
import { type KeyRole, keyRole, roleWithin } from '../../words/words.ts';
import { countsCents, partsOfDollar } from './cents.ts';
import { type Fields, fieldsOf, firstOf } from './fields.ts';
import {
  chooseEntry,
  deniesOnePrice,
  isBulk,
  isConditional,
  ofZone,
  stepsIn,
} from './price-entries.ts';

/** An object's prices as decimal texts. */
export interface StatedPrices {
  price: string | null;
  /** The low end of a range, or of a price that is only known from its low end on. */
  low: string | null;
  /** True if the high end of the range is above the low one. */
  isRange: boolean;
  was: string | null;
  member: string | null;
  currency: string | null;
  /** True if the object states several prices and no single one. */
  isSpread: boolean;
  /** The proven unit of the amounts: 'cents' were converted, decimals prove 'dollars', 'open' may be either. */
  scale: 'cents' | 'dollars' | 'open' | null;
}

/** The meaning of the keys around an amount. */
interface Branch {
  role: KeyRole;
  /** Distance of the key from the plainest name of its role, by nesting and extra words. */
  distance: number;
  /** Nested in the low end of a range; some storefronts query only that end. */
  isWithinLow: boolean;
}

/** An amount with the meaning of its keys. */
interface KeyAmount extends Branch {
  value: number;
  /** As stated, a decimal text. */
  text: string;
  /** Formatted for shoppers, with a currency sign or decimals, so not a number of cents. */
  isPrinted: boolean;
  /** Stated in cents. */
  isCents: boolean;
}

const MEMBERS_FLAG = /^is(?:loyalty|member|club|reward|card)[a-z]*price$/;
const NESTING = 4;
const NAMES_OF_TODAY =
  /^(?:now|buybox|winner|price|(?:current|final|sale|special|selling|offer)price)$/;
const FROM_TEXT = /^\s*(?:from|starting|starts|as low as)\b|\d\s*(?:-|–|—|to)\s*(?:AU)?\$?\s*\d/i;
/** "$25 per week": rent or instalments. */
const PERIOD = /\d\s*(?:\/|per\b|an?\b|p\/)\s?(?:week|wk|fortnight|month|mth|day|night)\b/i;
const DATE_OR_TIME = /\d{4}-\d\d-\d\d|\d:\d/;
const LONGEST_TEXT = 60;

/** Returns an object's price, "was" and member price; none if ambiguous. Within an offer, plain keys such as "value" count too. */
export function readPrices(
  fields: Fields,
  nowMs: number,
  { isOffer = false, isInCents = false } = {},
): StatedPrices {
  const scan = new PriceScan(nowMs, isOffer, isInCents);
  scan.gather(fields, null, 0);
  return scan.chosen();
}

/** Collects amounts, and the flags that affect all of them. */
class PriceScan {
  private readonly amounts: KeyAmount[] = [];
  private currency: string | null = null;
  private isSpread = false;
  private isInCents: boolean;
  /** True if no entry of a list is provably the price for everyone. */
  private isUndecided = false;
  /** True if a high end is present, even 0; the low end is then a "from" price. */
  private hasHighEnd = false;
  /** True if a flag restricts the price to members. */
  private isMembers = false;
  /** The price of each piece of the smallest quantity that the shop sells, if that is more than one. */
  private bulkPrice = 0;
  /** True if an amount may be in cents or dollars: { amount: 549, currency: 'EUR' }. */
  private isOpen = false;
  private readonly nowMs: number;
  private readonly isOffer: boolean;

  constructor(nowMs: number, isOffer: boolean, isInCents: boolean) {
    this.nowMs = nowMs;
    this.isOffer = isOffer;
    this.isInCents = isInCents;
  }

  /** Adds the amounts of an object and of the objects in its price fields. */
  gather(fields: Fields, outer: Branch | null, depth: number): void {
    this.isInCents ||= countsCents(fields);
    this.currency ??= firstOf([fields], 'currency', readCurrency);
    for (const [key, value] of fields) {
      this.isSpread ||= deniesOnePrice(key, value, depth);
      this.isMembers ||= value === true && MEMBERS_FLAG.test(key);
      this.bulkPrice ||= bulkPriceIn(key, value, this.nowMs);
      const own = roleOfField(key, fields, depth > 0 || this.isOffer);
      if (own === null) continue;
      this.hasHighEnd ||= own === 'high';
      const branch = branchOf(key, own, outer, depth);
      const held = this.heldIn(key, value);
      const inner = held instanceof Map ? held : isNode(held) ? fieldsOf(held) : null;
      if (!inner) this.add(held, key, branch, fields);
      else if (depth < NESTING && !isConditional(inner, this.nowMs))
        this.gather(inner, { ...branch, distance: branch.distance + 0.5 }, depth + 1);
    }
  }

  /** Returns a field's value, or the entry to read of a list. A lone price specification names its type as one of several does. */
  private heldIn(key: string, value: unknown): unknown {
    const listed = key === 'pricespecification' ? valuesOf(value) : value;
    return Array.isArray(listed) ? this.entryOf(listed) : ofZone(listed);
  }

  private entryOf(listed: unknown[]): unknown {
    const priceOf = (each: Fields) => readPrices(each, this.nowMs, { isOffer: true }).price;
    const { entry, doubt } = chooseEntry(listed, this.nowMs, priceOf);
    if (doubt === 'range') this.isSpread = true;
    if (doubt === 'ambiguous') this.isUndecided = true;
    return entry;
  }

  private add(stated: unknown, key: string, branch: Branch, siblings: Fields): void {
    const text = typeof stated === 'string' ? stated : '';
    if (text.length > LONGEST_TEXT) return;
    const isFormer = branch.role === 'was' || branch.role === 'list';
    if (!isFormer && (FROM_TEXT.test(text) || PERIOD.test(text))) {
      this.isSpread ||= /\d/.test(text) && !DATE_OR_TIME.test(text);
      return;
    }
    const amount = /[a-z]{2}|[$£€]/i.test(text)
      ? parsePriceText(text, this.currency).amount
      : readAmount(stated, this.currency);
    if (amount === null || Number(amount) <= 0) return;
    this.currency ??= /\d/.test(text) ? readCurrency(text) : null;
    const parts = /^\d+$/.test(amount) ? partsOfDollar(key, siblings) : 1;
    const isCents = parts > 1;
    const isWhole = /^\d{3,}$/.test(amount);
    this.isSpread ||=
      isWhole && !isCents && PRECISIONS.some((name) => isPrecision(siblings.get(name)));
    this.isOpen ||= isWhole && key === 'amount' && text === '' && siblings.has('currency');
    const value = Number(amount) / parts;
    this.amounts.push({
      ...branch,
      value,
      text: !isCents && /^\d+(?:\.\d\d)?$/.test(amount) ? amount : decimalOf(value),
      isCents,
      isPrinted: isCents || /[$£€.]/.test(text) || amount.includes('.'),
    });
  }

  /** Selects today's price, the "was" and the member price among the amounts. */
  chosen(): StatedPrices {
    const amounts = withoutCentTwins(this.amounts, this.isInCents);
    const of = (...roles: KeyRole[]) => amounts.filter(({ role }) => roles.includes(role));
    const [lowest] = of('low').toSorted((a, b) => a.value - b.value);
    const { today, isRange, isAmbiguous } = this.todayOf(of, lowest);
    const isUnknown = !today && (this.isUndecided || lowest !== undefined);
    const isOfSeveral = (today?.value ?? Number.NaN) <= this.bulkPrice;
    const isSpread = this.isSpread || isRange || isAmbiguous || isUnknown || isOfSeveral;
    // A decimal proves dollars, so the guard refuses an implausible one.
    const isOtherUnit = !amounts.some(isDecimal) && (today?.value ?? 0) >= IMPLAUSIBLE;
    const price = isSpread || isOtherUnit ? null : (today ?? null);
    const { value: todays = Number.NaN } = price ?? {};
    // Beside a plain "price", other plain prices are those of other places or buyers.
    const usual = today?.role === 'price' ? of('list') : of('list', 'price', 'now');
    const above = [...of('was'), ...usual].find(({ value }) => value > todays);
    const member = of('member').find(({ value }) => value < todays);
    const [shown, former, forMembers] = this.isMembers
      ? [above, undefined, price]
      : [price, above, member];
    return {
      price: shown?.text ?? null,
      low: lowest?.text ?? null,
      isRange,
      was: former?.text ?? null,
      member: forMembers?.text ?? null,
      currency: this.currency,
      isSpread: isSpread || isOtherUnit,
      scale: this.scaleOf(amounts, isOtherUnit),
    };
  }

  private scaleOf(amounts: KeyAmount[], isOtherUnit: boolean): StatedPrices['scale'] {
    if (amounts !== this.amounts || amounts.some(({ isCents }) => isCents)) return 'cents';
    if (amounts.some(isDecimal)) return 'dollars';
    return this.isOpen || isOtherUnit ? 'open' : null;
  }

  /** Returns the amount with the least distrust, or the low end of a range whose ends are equal or whose high end is not queried. */
  private todayOf(of: (...roles: KeyRole[]) => KeyAmount[], lowest: KeyAmount | undefined) {
    const usable = of('now', 'sale', 'price', 'list').toSorted((a, b) => distrust(a) - distrust(b));
    const [best] = usable;
    const high = Math.max(...of('high').map(({ value }) => value));
    const isOpenEnded = !this.hasHighEnd && of('low').every(({ isWithinLow }) => isWithinLow);
    const isEven =
      lowest && (!best || best.role === 'list') && (lowest.value === high || isOpenEnded);
    const rivals = usable.filter((each) => best && distrust(each) === distrust(best));
    // From the sale price to the usual one.
    const isOfSale =
      best?.role === 'sale' &&
      lowest?.value === best.value &&
      of('price', 'list').some(({ value }) => value === high);
    return {
      today: isEven ? lowest : rivals.toSorted((a, b) => a.value - b.value)[0],
      isRange: !isOfSale && high > Math.min(lowest?.value ?? high, best?.value ?? high),
      isAmbiguous: best?.role !== 'list' && rivals.some(({ value }) => value !== best?.value),
    };
  }
}

/** The price of one piece at the smallest quantity of a field of prices by quantity, if that is above one; 0 for any other field. */
function bulkPriceIn(key: string, value: unknown, nowMs: number): number {
  const steps = stepsIn(key, value).map(fieldsOf);
  const [first] = steps;
  return first && steps.every(isBulk)
    ? Number(readPrices(first, nowMs, { isOffer: true }).price)
    : 0;
}

function branchOf(key: string, own: KeyRole, outer: Branch | null, depth: number): Branch {
  const far = NAMES_OF_TODAY.test(key) || depth > 0 ? 0 : 1;
  return {
    role: inherited(outer?.role ?? null, own),
    distance: (outer?.distance ?? 0) + far - (WITH_TAX.test(key) ? 1.5 : 0),
    isWithinLow: outer?.role === 'low',
  };
}

function roleOfField(key: string, fields: Fields, isInner: boolean): KeyRole | null {
  if (typeof fields.get(key) === 'boolean') return null;
  const steps = stepsIn(key, fields.get(key));
  // Price books for one piece.
  if (steps.length > 1 && steps.every((step) => Number(scalarText(step['quantity'])) === 1))
    return 'price';
  // The price per piece next to a total or a list price.
  return key === 'unitprice' && (fields.has('totalprice') || fields.has('listprice'))
    ? 'now'
    : (isInner ? roleWithin : keyRole)(key);
}

/** Combines the roles of nested keys: an outer "was" wins; within a price the inner key wins. */
function inherited(outer: KeyRole | null, own: KeyRole): KeyRole {
  if (outer === null || outer === 'price') return own;
  if (outer === 'low' || outer === 'high') return own === 'list' || own === 'was' ? 'was' : outer;
  return own === 'price' || outer === 'was' || outer === 'list' || outer === 'member' ? outer : own;
}

/** With a precision, 8990 may be dollars or 89.90: the precision may describe the display or the unit. */
const PRECISIONS = ['precision', 'decimals', 'decimalplaces', 'exponent', 'scale'];
const isPrecision = (value: unknown): boolean => Number(value) >= 1 && Number(value) <= 4;
const WITH_TAX = /(?:with|incl?)(?:tax|gst|vat)?$/;

const isDecimal = ({ value }: KeyAmount): boolean => !Number.isInteger(value);

/** Whole amounts from a million on are not in dollars. */
const IMPLAUSIBLE = 1_000_000;

function decimalOf(value: number): string {
  const cents = value.toFixed(2);
  return Number.isInteger(value) || Number(cents) !== value ? String(value) : cents;
}

const RANK: Partial<Record<KeyRole, number>> = { now: 0, sale: 1, price: 2 };

/** Ranks an amount by its role, then by the distance of its key. */
function distrust({ role, distance }: KeyAmount): number {
  return (RANK[role] ?? 9) + distance / 5;
}

/** Converts amounts to dollars that a printed amount or the format proves to be cents. Returns the same array if there are none. */
function withoutCentTwins(amounts: KeyAmount[], isInCents: boolean): KeyAmount[] {
  const printed = amounts.filter(({ isPrinted }) => isPrinted).map(({ value }) => value);
  const isCents = ({ value, isPrinted }: KeyAmount): boolean =>
    !isPrinted &&
    !printed.includes(value) &&
    (isInCents || printed.some((each) => Math.round(each * 100) === value));
  if (!amounts.some(isCents)) return amounts;
  return amounts.map((each) =>
    each.isPrinted || printed.includes(each.value)
      ? each
      : { ...each, value: each.value / 100, text: decimalOf(each.value / 100) },
  );
}
