import { readAmount } from '../../values/amount.ts';
import { isNode, scalarText } from '../../values/nodes.ts';
import { type Fields, normalised } from './fields.ts';

/** What holds the amount in an object that wraps it, in order of trust. */
const WRAPPED = [
  ...['incgst', 'inctax', 'inclgst', 'incltax', 'withtax', 'gross', 'grossprice', 'grossamount'],
  ...['value', 'amount', 'current', 'now', 'centamount', 'min', 'minvariantprice', 'price'],
  ...['start', 'default', 'sales', 'number', 'inc', 'cents'],
];
const WRAPPINGS = 4;

/** A price that may be wrapped more than once: { value: 12.5, currencyIso: 'AUD' }, { AUD: { default: 12.5 } }. */
export function amountOf(value: unknown, currency: string | null, depth = 0): string | null {
  if (!isNode(value)) return readAmount(value, currency);
  if (depth >= WRAPPINGS) return null;
  const inner = normalised(value);
  if (isConditional(inner)) return null;
  const parts = ofNanos(inner) ?? ofParts(inner);
  if (parts) return parts;
  // Calculated for a number of pieces.
  if (inner.has('quantity') && inner.has('totalprice'))
    return readAmount(inner.get('unitprice'), currency);
  const printed = printedIn(inner, currency);
  for (const key of ['aud', ...WRAPPED]) {
    const held = inner.get(key);
    const found = amountOf(held, currency, depth + 1);
    if (!found) continue;
    if (printed && Math.round(Number(printed) * 100) === Number(found)) return printed;
    if (key === 'centamount' || key === 'cents')
      return scaled(found, digitsOf(inner, CENT_DIGITS) ?? 2);
    if (isNode(held) || !/^\d+$/.test(found)) return found;
    const digits = divisorDigits(inner) ?? digitsOf(inner, MINOR_DIGITS);
    if (digits !== null) return scaled(found, digits);
    return isOpen(inner, found, printed) ? null : found;
  }
  return printed;
}

const CENT_DIGITS = ['fractiondigits'];
/** So many digits of the amount stand for parts of the currency's unit. */
const MINOR_DIGITS = ['currencyminorunit', 'minorunit', 'exponent', 'currencyexponent', 'scale'];
/** So many digits are shown, or stand for parts: shops mean either. */
const EITHER_DIGITS = ['fractiondigits', 'precision', 'decimals', 'decimalplaces'];

function digitsOf(inner: Fields, keys: readonly string[]): number | null {
  const digits = keys.map((key) => inner.get(key)).find((held) => held !== undefined);
  return typeof digits === 'number' && digits >= 0 && digits <= 4 ? digits : null;
}

function divisorDigits(inner: Fields): number | null {
  const digits = Math.log10(Number(inner.get('divisor')));
  return Number.isInteger(digits) && digits > 0 ? digits : null;
}

function scaled(amount: string, digits: number): string {
  return (Number(amount) / 10 ** digits).toFixed(digits);
}

/** True for 8990 with a precision of 2: 8,990 dollars or 89.90. */
function isOpen(inner: Fields, found: string, printed: string | null): boolean {
  return (
    Number(found) >= 100 &&
    Number(digitsOf(inner, EITHER_DIGITS) ?? 0) > 0 &&
    Number(printed) !== Number(found)
  );
}

/** The amount as the object writes it for shoppers: { amount: '1499', formattedPrice: '$14.99' }. */
function printedIn(inner: Fields, currency: string | null): string | null {
  for (const [key, text] of inner)
    if (typeof text === 'string' && (PRINTED.test(key) || (SAID.test(key) && SIGN.test(text)))) {
      const amount = readAmount(text, currency);
      if (amount) return amount;
    }
  return null;
}

const SAID = /^(?:description|text|label|string)$/;
const SIGN = /[$€£]/;
const PRINTED = /^(?:formatted|display)|(?:formatted|display|pricestring)$/;

/** { units: '24', nanos: 950000000 } */
function ofNanos(inner: Fields): string | null {
  const nanos = inner.get('nanos') ?? inner.get('nano');
  if (nanos === undefined || !inner.has('units')) return null;
  const amount = Number(scalarText(inner.get('units'))) + Number(scalarText(nanos)) / 1e9;
  return readAmount(amount.toFixed(2));
}

/** What the whole and the rest of an amount are called where they are kept apart. */
const PARTS = [
  ['beforedecimal', 'afterdecimal'],
  ['whole', 'fraction'],
  ['integer', 'decimal'],
  ['integerpart', 'decimalpart'],
  ['digit', 'decimal'],
  ['dollars', 'cents'],
  ['euros', 'cents'],
] as const;

/** { beforeDecimal: '10', afterDecimal: '72' } */
function ofParts(inner: Fields): string | null {
  for (const [whole, rest] of PARTS) {
    const [left, right] = [scalarText(inner.get(whole)), scalarText(inner.get(rest))];
    if (/^\d{1,6}$/.test(left) && /^\d\d$/.test(right)) return readAmount(`${left}.${right}`);
  }
  return null;
}

/** Of members, or of who buys several. */
const CONDITION = /(?<!non[- ]?)member|\bany (?:\d+|two|three|four|six|twelve)\b/i;

/** True for an amount that says of itself who pays it: { Value: 17.99, Message: 'Member offer' }, { Value: 14.5, Message: 'in any six' }. */
function isConditional(inner: Fields): boolean {
  const said = ['message', 'label', 'type', 'name'].map((key) => inner.get(key));
  return (
    inner.get('ismemberoffer') === true ||
    said.some((text) => typeof text === 'string' && CONDITION.test(text))
  );
}
