import { readCurrency } from '../../values/amount.ts';
import { isNode, type SchemaNode, scalarText, valuesOf } from '../../values/nodes.ts';
import { roleWithin } from '../../words/keys.ts';
import { type Fields, fieldsOf, firstOf } from './values.ts';

/** Of the prices that a shop lists for one product what anyone of ours pays for one new piece: an entry, or amounts by their types. */
export function entryFor(
  listed: unknown[],
  asked: (entry: Fields) => string | null,
): { entry: unknown; torn?: 'spread' | 'undecided' } {
  const nodes = listed.filter(isNode);
  const [low, high, third] = listed;
  if (nodes.length === 0) {
    const isRange = low !== undefined && high !== undefined && third === undefined && low !== high;
    return isRange ? { entry: low, torn: 'spread' } : { entry: low };
  }
  const all = nodes.map(fieldsOf).filter((entry) => !isConditional(entry));
  const local = preferred(
    withoutSteps(all),
    (entry) => currencyIn(entry) === 'AUD' || entry.get('country') === 'AU',
  );
  const typed = typedAmounts(local);
  if (typed) return { entry: typed };
  const chosen = local.find((entry) => CHOSEN.some((key) => entry.get(key) === true));
  const [first, ...others] = local;
  if (chosen ?? (first && others.length === 0)) return { entry: chosen ?? first };
  const prices = local.map(asked).filter((each) => each !== null);
  if (new Set(prices).size === 1) return { entry: first };
  const isTorn = prices.length > 0 || all.length < nodes.length;
  return isTorn ? { entry: undefined, torn: 'undecided' } : { entry: undefined };
}

/** Marks of the entry that the shop itself puts first. */
const CHOSEN = [
  'isdefault',
  'default',
  'isbuyboxwinner',
  'isbuybox',
  'iswinner',
  'isselected',
  'isfeatured',
];

function preferred<T>(all: readonly T[], is: (each: T) => boolean): readonly T[] {
  const some = all.filter(is);
  return some.length > 0 ? some : all;
}

function currencyIn(entry: Fields): string | null {
  const own = firstOf([entry], 'currency', readCurrency);
  if (own) return own;
  for (const key of ['value', 'price', 'amount']) {
    const inner = entry.get(key);
    if (isNode(inner)) return firstOf([fieldsOf(inner)], 'currency', readCurrency);
  }
  return null;
}

const STEP =
  /^(?:from|threshold|quantity|qty)$|^(?:min|from|start).*(?:qty|quantity)$|^(?:qty|quantity)from$/;

/** Of prices that begin at different quantities those for one piece. */
function withoutSteps(entries: readonly Fields[]): readonly Fields[] {
  const least = (entry: Fields): number => {
    for (const [key, value] of entry) if (STEP.test(key)) return Number(scalarText(value));
    return 1;
  };
  const steps = new Set(entries.map(least));
  return steps.size > 1 && steps.size === entries.length
    ? entries.filter((entry) => least(entry) <= 1)
    : entries;
}

const TYPES = ['type', 'pricetype', 'usage', 'kind', 'label', 'name', 'code', 'pricebook'];
const AMOUNTS = ['value', 'amount', 'price', 'centamount', 'cents', 'maxprice'];

/** [{ type: 'SALE', value: 49 }, { type: 'LIST', value: 69 }] as the fields that other shops name so; null for other lists. */
function typedAmounts(entries: readonly Fields[]): Fields | null {
  const typed: Fields = new Map();
  for (const entry of entries) {
    const type = TYPES.map((key) => scalarText(entry.get(key))).find(Boolean) ?? '';
    const key = AMOUNTS.find((each) => entry.has(each));
    const name = `${type.toLowerCase().replace(/[^a-z]/g, '')}price`;
    if (!key) continue;
    if (type === '' || typed.has(name) || roleWithin(name) === null) return null;
    typed.set(name, key.startsWith('cent') ? Object.fromEntries(entry) : entry.get(key));
  }
  return typed.size > 0 ? typed : null;
}

const USED = /used|refurb|open.?box|second|renewed|pre-?owned|damaged/i;
/** Of members, or of who buys several. */
const SAYS_WHO = /(?<!non[- ]?)member|\bany (?:\d+|two|three|four|six|twelve)\b/i;
export const STEPS = /tier|ladder|(?:quantity|volume)pric/;
const GROUPS = ['customergroup', 'pricegroup', 'customergroupid', 'membergroup', 'audience'];
const FIRST_PIECE = /^(?:min|from|start|threshold).*(?:qty|quantity)$|^(?:qty|quantity)from$/;
const START = /^(?:start|valid|from)(?:s?at|date|from|time|on)$/;
const END = /^(?:end|valid|to|price)(?:s?at|date|until|validuntil|to|time|on)$/;
const DAY_MS = 86_400_000;

/** True for a price that not anyone pays for one new piece today. */
export function isConditional(entry: Fields): boolean {
  if (USED.test(scalarText(entry.get('condition')))) return true;
  if (GROUPS.some((key) => entry.has(key)) || entry.get('ismemberoffer') === true) return true;
  if (TYPES.some((key) => SAYS_WHO.test(scalarText(entry.get(key))))) return true;
  if (SAYS_WHO.test(scalarText(entry.get('message')))) return true;
  if (isBulk(entry)) return true;
  for (const [key, value] of entry) {
    if (START.test(key) && Date.parse(scalarText(value)) > Date.now()) return true;
    if (END.test(key) && isOver(scalarText(value))) return true;
  }
  return false;
}

/** True for a price that begins at more than one piece. */
export function isBulk(entry: Fields): boolean {
  return [...entry].some(([key, value]) => FIRST_PIECE.test(key) && Number(scalarText(value)) > 1);
}

/** A day without a time ends when the day does; "0001-01-01" and "1970-01-01" are no end. */
function isOver(text: string): boolean {
  const end = Date.parse(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? DAY_MS : 0);
  return end > Date.UTC(2000, 0) && end < Date.now();
}

/** Fields without sale prices that begin later or are over: { sale_price: 9, sale_price_to: '2020-01-01' }. */
export function withoutOtherTimes(fields: Fields): Fields {
  for (const [key, value] of [...fields]) {
    const named =
      /^(sale|special|promo|promotion)(?:price)?(from|start|to|end|expiry)(?:date)?$/.exec(key);
    if (!named) continue;
    const time = scalarText(value);
    const isStart = named[2] === 'from' || named[2] === 'start';
    if (isStart ? Date.parse(time) > Date.now() : isOver(time))
      for (const name of [`${named[1]}price`, String(named[1])]) fields.delete(name);
  }
  return fields;
}

/** The objects in a field, one or several. */
export function nodesIn(value: unknown): SchemaNode[] {
  return valuesOf(value).filter(isNode);
}
