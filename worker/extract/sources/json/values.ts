import { type Availability, parseAvailability } from '#domain/offers/availability.ts';
import { remembered } from '#domain/remembered.ts';
import { readCurrency } from '../../values/candidate.ts';
import { isNode, type SchemaNode, scalarText, valuesOf } from '../../values/nodes.ts';
import { FIELD_KEYS, roleWithin } from '../../words/words.ts';

/** A product field by Priceroo's name. */
export type Field = keyof typeof FIELD_KEYS;
/** The values of a JSON object by `normalKey`, without empty values. */
export type Fields = Map<string, unknown>;

/** Maximum number of fields read per object. */
export const KEYS_LIMIT = 400;

/** Returns the object's fields by normalised key. */
export function fieldsOf(object: SchemaNode): Fields {
  const fields: Fields = new Map();
  const keys = Object.keys(object);
  for (const key of keys.length > KEYS_LIMIT ? keys.slice(0, KEYS_LIMIT) : keys) {
    const value = unwrapped(object[key]);
    if (value !== null && value !== undefined && value !== '') fields.set(normalKey(key), value);
  }
  return fields;
}

/** Normalises a key and removes the arguments of GraphQL caches: 'price({"currency":"AUD"})'. */
export const normalKey = remembered((key) =>
  key
    .toLowerCase()
    .replace(/^ec_|\(.*$/gs, '')
    .replace(/[_\-\s.]/g, ''),
);

/** Unwraps a list with one scalar, and the wrapper of search services: { raw: 12.5 }. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 && !isNode(value[0]) ? value[0] : value;
  return isNode(value) && 'raw' in value && !isNode(value['raw']) ? value['raw'] : value;
}

/** The first value that `read` accepts, by place and then by the field's names. */
export function firstOf<T>(
  places: readonly Fields[],
  field: Field,
  read: (value: unknown) => T | null,
): T | null {
  for (const place of places)
    for (const key of FIELD_KEYS[field])
      for (const value of valuesOf(place.get(key))) {
        const found = read(value);
        if (found !== null) return found;
      }
  return null;
}

/** A positive number in any notation, or null. */
export function positive(value: unknown): number | null {
  const number = Number(scalarText(value) || Number.NaN);
  return number > 0 ? number : null;
}

const SOLD_OUT_FLAG = /^(?:is)?(?:outofstock|soldout|discontinued)$/;
const IN_STOCK_FLAG =
  /^(?:is|has|ec)?(?:instock|onstock|stock|available|purchasable|sellable|salable|buyable|orderable|availableforsale|instockandavailable|availableonline)$|^(?:onlineavailability|inventoryavailable|availability|stockstatus)$/;
const COUNT =
  /^(?:stock|inventory|availablestock)?(?:stock|qty|quantity|count|number|onhand|level|available)$|^(?:quantityavailable|availablequantity|onlinestockavailable|availablesellquantity)$/;
const STOCK_HOLDER =
  /^(?:buybox|winner|offers|sellers|commertialoffer)$|stock|inventor|availab|fulfil/;

const BACKORDERS = ['allowbackorder', 'allowbackorders', 'backordersallowed', 'backorderable'];

/** Reads a product's stock from its flags, words or counts. */
export function readStock(fields: Fields): Availability {
  const places = [fields, ...stockHolders(fields, 3)];
  const hasFlag = (flag: RegExp, expected: boolean): boolean =>
    places.some((place) =>
      [...place].some(([key, value]) => flagOf(value) === expected && flag.test(key)),
    );
  if (hasFlag(SOLD_OUT_FLAG, true)) return 'out_of_stock';
  const tracking = scalarText(fields.get('inventorytracking')) || 'none';
  if (tracking !== 'none' && fields.get('inventorylevel') === 0) return 'out_of_stock';
  const word = firstOf(places, 'availability', (value) => {
    const stated = stockWord(value);
    return stated === 'unknown' ? null : stated;
  });
  if (word) return word;
  if (hasFlag(IN_STOCK_FLAG, false)) return 'out_of_stock';
  if (hasFlag(IN_STOCK_FLAG, true) || hasFlag(SOLD_OUT_FLAG, false)) return 'in_stock';
  const counts = places.flatMap((place) =>
    [...place]
      .filter(([key]) => COUNT.test(key) || IN_STOCK_FLAG.test(key))
      .map(([, value]) => Number(scalarText(value) || Number.NaN)),
  );
  if (counts.some((count) => count > 0)) return 'in_stock';
  const isNone =
    counts.includes(0) &&
    !places.some((place) => BACKORDERS.some((key) => place.get(key) === true));
  return isNone ? 'out_of_stock' : 'unknown';
}

/** Nested objects with stock flags: { availability: { isOnStock: true } }. */
function stockHolders(fields: Fields, depth: number): Fields[] {
  const holders = [...fields]
    .filter(([key]) => STOCK_HOLDER.test(key))
    .flatMap(([, value]) => nodesIn(value).slice(0, 1))
    .map(fieldsOf);
  return depth > 0 ? holders.flatMap((holder) => [holder, ...stockHolders(holder, depth - 1)]) : [];
}

/** Returns the stock of several variants: in stock if any is. */
export function stockOfAll(variants: readonly Fields[]): Availability {
  const known = variants.map(readStock).filter((each) => each !== 'unknown');
  return known.find((each) => each !== 'out_of_stock') ?? known[0] ?? 'unknown';
}

function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'yes' || word === 'true'
    ? true
    : word === 'no' || word === 'false'
      ? false
      : null;
}

/** Reads compound stock words: LISTEDSELLABLE, NOT_PURCHASABLE, inStockOnline. */
function stockWord(value: unknown): Availability {
  if (typeof value !== 'string' || value.length > 60) return 'unknown';
  const stated = parseAvailability(value);
  if (stated !== 'unknown') return stated;
  const word = value.toLowerCase();
  if (/^(?:high|medium|low)$/.test(word)) return 'in_stock';
  if (!/stock|sellable|purchasable|buyable|availab/.test(word)) return 'unknown';
  return /not|un(?:avail|sell|purch|buy)|non|out|no[_ -]/.test(word) ? 'out_of_stock' : 'in_stock';
}

/** The objects in a field. */
export function nodesIn(value: unknown): SchemaNode[] {
  return valuesOf(value).filter(isNode);
}

/** Selects from a product's listed prices the one that any Australian shopper pays for one new piece: an entry, or amounts by type. */
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

/** Flags of the shop's preferred entry. */
const CHOSEN = 'isdefault default isbuyboxwinner isbuybox iswinner isselected isfeatured'.split(
  ' ',
);

const STEP =
  /^(?:from|threshold|quantity|qty)$|^(?:min|from|start).*(?:qty|quantity)$|^(?:qty|quantity)from$/;

/** Drops prices for larger quantities if the entries start at different ones. */
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

const TYPES = ['type', 'pricetype', 'usage', 'kind', 'label', 'name', 'code', 'pricebook'];
const AMOUNTS = ['value', 'amount', 'price', 'centamount', 'cents', 'maxprice'];

/** [{ type: 'SALE', value: 49 }, { type: 'LIST', value: 69 }] as fields named by type ('saleprice'); null for other lists. */
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
/** Texts of prices for members or for several pieces. */
const CONDITION_TEXT = /(?<!non[- ]?)member|\bany (?:\d+|two|three|four|six|twelve)\b/i;
const GROUPS = ['customergroup', 'pricegroup', 'customergroupid', 'membergroup', 'audience'];
const FIRST_PIECE = /^(?:min|from|start|threshold).*(?:qty|quantity)$|^(?:qty|quantity)from$/;
const START = /^(?:start|valid|from)(?:s?at|date|from|time|on)$/;
const END = /^(?:end|valid|to|price)(?:s?at|date|until|validuntil|to|time|on)$/;
const DAY_MS = 86_400_000;

/** True for a price that does not apply to any shopper for one new piece today. */
export function isConditional(entry: Fields): boolean {
  if (USED.test(scalarText(entry.get('condition')))) return true;
  if (GROUPS.some((key) => entry.has(key)) || entry.get('ismemberoffer') === true) return true;
  if (TYPES.some((key) => CONDITION_TEXT.test(scalarText(entry.get(key))))) return true;
  if (CONDITION_TEXT.test(scalarText(entry.get('message')))) return true;
  if (isBulk(entry)) return true;
  for (const [key, value] of entry) {
    if (START.test(key) && Date.parse(scalarText(value)) > Date.now()) return true;
    if (END.test(key) && isOver(scalarText(value))) return true;
  }
  return false;
}

/** True for a price with a minimum quantity above one. */
export function isBulk(entry: Fields): boolean {
  return [...entry].some(([key, value]) => FIRST_PIECE.test(key) && Number(scalarText(value)) > 1);
}

/** True if the time has passed. A date without a time lasts until the end of that day; dates before 2000 are placeholders. */
function isOver(text: string): boolean {
  const end = Date.parse(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? DAY_MS : 0);
  return end > Date.UTC(2000, 0) && end < Date.now();
}

/** Removes sale prices that have not started or have ended: { sale_price: 9, sale_price_to: '2020-01-01' }. */
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
