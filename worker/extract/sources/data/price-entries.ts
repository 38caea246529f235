/*
 * The price entries of a product that lists several: by type, currency, quantity, customer group or date.
 */
import { statedMoment } from '#domain/calendar.ts';
import { readAmount, readCurrency } from '../../values/candidate.ts';
import { isNode, type SchemaNode, scalarText, textOf } from '../../values/nodes.ts';
import { roleWithin } from '../../words/words.ts';
import { type Fields, fieldsOf, firstOf, flagOf, nodesIn, normalKey } from './fields.ts';

/**
 * Selects the entry that any Australian shopper pays for one new piece, or all amounts if each states its type. `doubt` says why none
 * is certain: the ends of a range, or indistinguishable prices.
 */
export function chooseEntry(
  listed: readonly unknown[],
  nowMs: number,
  priceOf: (entry: Fields) => string | null,
): { entry: unknown; doubt: 'range' | 'ambiguous' | null } {
  const nodes = listed.filter(isNode);
  if (nodes.length === 0) {
    const amounts = new Set(listed.map((each) => readAmount(each) ?? each));
    return { entry: listed[0], doubt: listed.length === 2 && amounts.size === 2 ? 'range' : null };
  }
  const all = nodes.map(fieldsOf);
  const usual = all.filter((entry) => !isConditional(entry, nowMs));
  const own = usual.filter((entry) => currencyIn(entry) === 'AUD' || entry.get('country') === 'AU');
  const local = own.length > 0 ? own : usual;
  const tiers = all.filter((entry) => entry.has('validformembertier'));
  const typed = typedAmounts([...local, ...tiers]);
  if (typed) return { entry: typed, doubt: null };
  const [first] = local;
  const prices = local.map(priceOf).filter((each) => each !== null);
  if (local.length === 1 || new Set(prices).size === 1) return { entry: first, doubt: null };
  const isAmbiguous = prices.length > 0 || usual.length < nodes.length;
  return { entry: undefined, doubt: isAmbiguous ? 'ambiguous' : null };
}

function currencyIn(entry: Fields): string | null {
  const inner = ['value', 'price', 'amount'].map((key) => entry.get(key)).filter(isNode);
  return firstOf([entry, ...inner.map(fieldsOf)], 'currency', readCurrency);
}

const TYPES = ['type', 'pricetype', 'usage', 'kind', 'label', 'name', 'code', 'pricebook'];
const AMOUNTS = ['value', 'amount', 'price', 'minprice', 'centamount', 'cents', 'maxprice'];

/** [{ type: 'SALE', value: 49 }, { type: 'LIST', value: 69 }] as fields named by type ('saleprice'); null for other lists. */
function typedAmounts(entries: readonly Fields[]): Fields | null {
  const typed: Fields = new Map();
  for (const entry of entries) {
    const isTier = entry.has('validformembertier');
    const stated = TYPES.map((key) => scalarText(entry.get(key))).find(Boolean) ?? '';
    const type = isTier ? 'member' : stated.toLowerCase().replace(/^.*\/|[^a-z]/g, '');
    const key = AMOUNTS.find((each) => entry.has(each));
    const name = `${type}price`;
    if (!key) continue;
    if (typed.has(name) || roleWithin(name) === null) return null;
    typed.set(name, key.startsWith('cent') ? Object.fromEntries(entry) : entry.get(key));
  }
  const currency = entries.map(currencyIn).find(Boolean);
  if (currency) typed.set('currency', currency);
  return [...typed.keys()].some((name) => /.price$/.test(name)) ? typed : null;
}

const USED = /used|refurb|open.?box|second|renewed|pre-?owned|damaged/i;
/** Texts of prices for members or for several pieces. */
const CONDITION_TEXT =
  /(?<!non[- ]?)member|family.?price|\bany (?:\d+|two|three|four|six|twelve)\b/i;
/** Keys of prices for a group of customers, of one store, of instalments and of tiers. */
const CONDITIONS = [
  ...['customergroup', 'pricegroup', 'customergroupid', 'membergroup', 'audience', 'channel'],
  ...['billingduration', 'billingincrement', 'validformembertier'],
];
const FIRST_PIECE = /^(?:min|from|start|threshold).*(?:qty|quantity)$|^(?:qty|quantity)from$/;
const START = /^(?:start|valid|from)(?:s?at|date|from|time|on)$/;
const END = /^(?:end|valid|to|price)(?:s?at|date|until|validuntil|through|to|time|on)$/;

/** True for a price that does not apply to any shopper for one new piece at `nowMs`. */
export function isConditional(entry: Fields, nowMs: number): boolean {
  if (isUsed(entry) || isBulk(entry) || isPerMeasure(entry)) return true;
  if (CONDITIONS.some((key) => entry.has(key)) || entry.get('ismemberoffer') === true) return true;
  if ([...TYPES, 'message', 'tag'].some((key) => CONDITION_TEXT.test(scalarText(entry.get(key)))))
    return true;
  if (flagOf(entry.get('valueaddedtaxincluded')) === false) return true;
  for (const [key, value] of entry) {
    if (START.test(key) && statedMoment(scalarText(value)) > nowMs) return true;
    if (END.test(key) && isOver(scalarText(value), nowMs)) return true;
  }
  return false;
}

/** True for "open box" and refurbished goods, which shops list with the new ones. */
export function isUsed(entry: Fields): boolean {
  return USED.test(textOf(entry.get('itemcondition') ?? entry.get('condition')) ?? '');
}

/** True for a price with a minimum quantity above one. */
export function isBulk(entry: Fields): boolean {
  const [eligible] = nodesIn(entry.get('eligiblequantity'));
  if (Number(scalarText(eligible?.['minValue'] ?? eligible?.['value'])) > 1) return true;
  return [...entry].some(([key, value]) => FIRST_PIECE.test(key) && Number(scalarText(value)) > 1);
}

const STEPS = /tier|ladder|(?:quantity|volume)pric/;
const TAX_INCLUDED =
  /^(?:is)?(?:tax|gst|prices?includes?(?:tax|gst)|includes(?:tax|gst)|(?:tax|gst)included)$/;
const FLAGS_OF_SPREAD =
  /^(?:pricevaries|(?:is|has|show)?from(?:price)?|(?:is|has)pricerange|hasvaryingprices|variesinprice)$/;

/** True for a field that denies that the object's price is that of one piece for every shopper. */
export function deniesOnePrice(key: string, value: unknown, depth: number): boolean {
  if (value === true) return FLAGS_OF_SPREAD.test(key) || key === 'ismemberoffer';
  if (value === false) return depth > 0 && TAX_INCLUDED.test(key);
  return key === 'pricetype' && /^from$/i.test(scalarText(value));
}

/** The entries of a field of prices by quantity. */
export function stepsIn(key: string, value: unknown): SchemaNode[] {
  return STEPS.test(key) ? nodesIn(value) : [];
}

/** Unwraps prices by zone: { NAT: { price: 10 }, WA: { price: 11 } }. Without national ones, only a single zone counts. */
export function ofZone(value: unknown): unknown {
  if (!isNode(value)) return value;
  const zones = Object.entries(value);
  const areZones = zones.every(
    ([zone, prices]) => isNode(prices) && roleWithin(normalKey(zone)) === null,
  );
  const national = zones.find(([zone]) => /^nat(?:ional)?$/i.test(zone));
  const [, prices] = (areZones && (national ?? (zones.length === 1 && zones[0]))) || [];
  return prices ?? value;
}

/** True for the price of a kilogram, litre or metre, not of one piece (UN/CEFACT codes C62, EA, H87). */
function isPerMeasure(entry: Fields): boolean {
  if (!entry.has('referencequantity')) return false;
  const [quantity] = nodesIn(entry.get('referencequantity'));
  const unit = textOf(quantity?.['unitCode'] ?? quantity?.['unitText']) ?? '';
  const isPiece = /^(?:c62|ea|each|h87|pce)$/i.test(unit);
  return !isPiece || Number(scalarText(quantity?.['value'] ?? 1)) !== 1;
}

/** True if the time has passed; dates before 2000 are placeholders. */
function isOver(text: string, nowMs: number): boolean {
  const endMs = statedMoment(text, { isEnd: true });
  return endMs > Date.UTC(2000, 0) && endMs <= nowMs;
}

const SALE_TIME =
  /^(sale|special|promo|promotion)(?:price)?(?:(from|start)|to|end|expiry)(?:date)?$/;

/** Removes sale prices that have not started or have ended: { sale_price: 9, sale_price_to: '2020-01-01' }. */
export function withoutOtherTimes(fields: Fields, nowMs: number): Fields {
  for (const [key, value] of [...fields]) {
    const [, sale, start] = SALE_TIME.exec(key) ?? [];
    if (!sale) continue;
    const time = scalarText(value);
    const isOther = start ? statedMoment(time) > nowMs : isOver(time, nowMs);
    if (isOther) for (const name of [`${sale}price`, sale]) fields.delete(name);
  }
  return fields;
}
