import { isNode, scalarNumber, scalarText, valuesOf } from '../../values/nodes.ts';
import { type Fields, normalised } from './fields.ts';
import { PRICE_HOLDERS } from './keys.ts';

/** Reads an amount as the object states it. */
type AmountReader = (value: unknown) => string | null;

/** Keys of a range's ends within its own object. */
const LOW = [
  ...['min', 'minprice', 'minvariantprice', 'minimumprice', 'minamount', 'minvalue', 'minimum'],
  ...[
    'lower',
    'lowest',
    'lowestprice',
    'low',
    'lowprice',
    'from',
    'pricefrom',
    'start',
    'startprice',
    'pricemin',
  ],
];
const HIGH = [
  ...['max', 'maxprice', 'maxvariantprice', 'maximumprice', 'maxamount', 'maxvalue', 'maximum'],
  ...[
    'upper',
    'highest',
    'highestprice',
    'high',
    'highprice',
    'to',
    'priceto',
    'stop',
    'toprice',
    'pricemax',
  ],
];
/** The same beside a product's other fields, where a bare "min" would be a quantity. */
const OWN_LOW = ['pricemin', 'minprice', 'minimumprice', 'lowprice', 'pricefrom', 'startprice'];
const OWN_HIGH = ['pricemax', 'maxprice', 'maximumprice', 'highprice', 'priceto', 'toprice'];
const FLAGS = [
  ...['pricevaries', 'isfromprice', 'hasfromprice', 'fromprice', 'showfrom', 'showfromprice'],
  ...['pricefrom', 'haspricerange', 'ispricerange', 'hasvaryingprices'],
];
/** Before tax is not what a shopper pays. */
const TAXED = [
  ...['taxincluded', 'includestax', 'pricesincludetax', 'priceincludestax', 'istaxinclusive'],
  ...['gstincluded', 'includesgst', 'priceincludesgst', 'isgstinclusive'],
];
/** What was asked before, or is asked of some, may differ where today's price does not. */
const OTHER =
  /was|list|regular|original|compare|rrp|msrp|old|previous|member|club|loyalty|trade|bulk|tier|unit|cup|saving|discount|install|ship|deliver|qty|quantit|limit|time|date|stock|rating|age/;
const NESTING = 2;
const FROM_TEXT =
  /^\s*(?:from|starting|starts|as low as|ab|vanaf|desde|fra|från|od|dès|à partir|a partir|от)(?=\s|:)|\d\s*(?:-|–|—|to)\s*(?:AU)?\$?\s*\d/i;
/** "$25 per week": what is rented or paid off. */
const PERIOD =
  /^\W*(?:AU)?\$?[\d.,]*\s*(?:\/|per\b|an?\b|p\/)\s?(?:week|wk|fortnight|month|mth|day|night)\b/i;
const LONGEST_TEXT = 60;

/**
 * True when a shop's object states several prices of which none is the product's: ends of a range that differ, a flag that says
 * so, or a "from" in its text. The low end is never anyone's price.
 */
export function isPriceSpread(fields: Fields, amount: AmountReader): boolean {
  if (FLAGS.some((key) => fields.get(key) === true)) return true;
  if (TAXED.some((key) => fields.get(key) === false)) return true;
  const high = firstAmountOf(fields, OWN_HIGH, amount);
  if (high && isWide(firstAmountOf(fields, [...OWN_LOW, 'price'], amount), high)) return true;
  // What is asked now decides where the prices of before differ.
  const sale = fields.get('salepricerange');
  if (sale !== undefined) return isRange(sale, amount, 0);
  for (const [key, value] of fields)
    if (key.includes('price') && !OTHER.test(key)) {
      if (typeof value === 'string' && value.length < LONGEST_TEXT && saysFrom(key, value))
        return true;
      if ((key.includes('pricerange') || isPair(value)) && isRange(value, amount, 0)) return true;
      if (BY_PLACE.test(key) && differs(valuesOf(value), amount)) return true;
    }
  return PRICE_HOLDERS.some(
    (holder) => isNode(fields.get(holder)) && isRange(fields.get(holder), amount, 0),
  );
}

/** [39, 59] */
function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && !value.some(isNode);
}

const BY_PLACE = /^(?:stores?|zones?|regions?|locations?|branch)prices?$/;

/** True where the branches of a shop ask different prices. */
function differs(entries: readonly unknown[], amount: AmountReader): boolean {
  const [first, ...others] = entries
    .filter(isNode)
    .map((entry) => firstAmountOf(normalised(entry), ['price', 'amount', 'value'], amount));
  return others.some((each) => Number(each) !== Number(first));
}

/** A bucket of a filter, "25:50", or a date is no text of a price. */
function saysFrom(key: string, text: string): boolean {
  if (PERIOD.test(text)) return true;
  return (
    FROM_TEXT.test(text) &&
    !/date|until|valid|time|range/.test(key) &&
    !/\d{4}-\d\d-\d\d/.test(text)
  );
}

function isRange(value: unknown, amount: AmountReader, depth: number): boolean {
  if (Array.isArray(value)) {
    if (value.some(isNode)) return value.some((each) => isRange(each, amount, depth));
    const amounts = value.map(amount);
    return value.length === 2 && isWide(amounts[0] ?? null, amounts[1] ?? null);
  }
  if (!isNode(value)) return false;
  const inner = normalised(value);
  if (TAXED.some((key) => inner.get(key) === false)) return true;
  if (/^from$/i.test(scalarText(inner.get('pricetype')))) return true;
  const ends = (value: unknown) => amount(value) ?? finalOf(value, amount);
  const low = firstAmountOf(inner, LOW, ends);
  if (low && isWide(low, firstAmountOf(inner, HIGH, ends))) return true;
  // Without a high end the low one is a "from".
  if (low && HIGH.some((key) => isZero(inner.get(key)))) return true;
  if (depth >= NESTING) return false;
  return [...inner].some(
    ([key, child]) => isNode(child) && !OTHER.test(key) && isRange(child, amount, depth + 1),
  );
}

/** An end may hold what is asked now and before: { regular_price: {…}, final_price: {…} }. */
function finalOf(value: unknown, amount: AmountReader): string | null {
  if (!isNode(value)) return null;
  return firstAmountOf(
    normalised(value),
    ['finalprice', 'saleprice', 'sellingprice', 'sales'],
    amount,
  );
}

function isZero(end: unknown): boolean {
  if (!isNode(end)) return scalarNumber(end) === 0;
  const inner = normalised(end);
  return ['finalprice', 'amount', 'value'].some((key) => isZero(inner.get(key)));
}

function isWide(low: string | null, high: string | null): boolean {
  return low !== null && high !== null && Number(high) > Number(low);
}

function firstAmountOf(
  fields: Fields,
  keys: readonly string[],
  amount: AmountReader,
): string | null {
  for (const key of keys) {
    const held = fields.get(key);
    const found =
      held === undefined || typeof held === 'boolean' ? null : amount(valuesOf(held)[0]);
    if (found) return found;
  }
  return null;
}
