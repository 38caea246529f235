import { type Availability, parseAvailability } from '#domain/offers/availability.ts';
import { isNode, scalarText, textOf } from '../../values/nodes.ts';
import { ownEntry } from './entries.ts';
import { type Fields, first, normalised } from './fields.ts';
import { STATE_KEYS } from './keys.ts';

/** Whether a product can be bought, as its object in a shop's own JSON says it: by a word, a flag or a number of pieces. */
export function readStock(fields: Fields): Availability {
  const holders = stockHolders(fields);
  if ([fields, ...holders].some(isCountedOut)) return 'out_of_stock';
  for (const key of STATE_KEYS.outOfStock) if (fields.get(key) === true) return 'out_of_stock';
  for (const key of STATE_KEYS.availability) {
    const value = fields.get(key);
    const stated = stockWord(isNode(value) ? stockTextOf(normalised(value)) : value);
    if (stated !== 'unknown') return stated;
  }
  for (const holder of holders) {
    const stated = first(holder, 'availability', stockKnown);
    if (stated !== null) return stated;
  }
  for (const [key, value] of fields) {
    const isSaid = typeof value === 'string' && STOCK_STATE.test(key);
    const stated = isSaid ? stockWord(value) : 'unknown';
    if (stated !== 'unknown') return stated;
  }
  // "active" says nothing of stock, "sold_out" does.
  if (/^(?:sold|out)/.test(stockWord(fields.get('state')))) return 'out_of_stock';
  const places = [fields, ...holders];
  const flag = places
    .map(flagIn)
    .reduce((all, each) => (all === false ? all : (each ?? all)), null);
  if (flag !== null) return flag ? 'in_stock' : 'out_of_stock';
  for (const key of STATE_KEYS.outOfStock) if (fields.get(key) === false) return 'in_stock';
  return countedStock(places);
}

function stockTextOf(stock: Fields): string | null {
  return (
    first(stock, 'availability', textOf) ??
    textOf(STOCK_TEXTS.map((key) => stock.get(key)).find((text) => textOf(text)))
  );
}

const STOCK_STATE = /^(?:stock|inventory|availability)(?:state|text|label|message|info)$/;
const STOCK_TEXTS = ['status', 'state', 'label', 'value', 'message', 'text'];

/** True where the shop counts its pieces, has none and takes no orders for more. */
function isCountedOut(fields: Fields): boolean {
  const tracking = textOf(fields.get('inventorytracking')) ?? 'none';
  const isCounted = tracking !== 'none' || COUNTED.some((key) => fields.get(key) === true);
  return isCounted && !takesOrders(fields) && COUNTS.some((key) => fields.get(key) === 0);
}

/** True where the shop sells what it has to order first. */
function takesOrders(fields: Fields): boolean {
  return BACKORDERS.some((key) => fields.get(key) === true);
}

const COUNTED = ['manageinventory', 'managestock', 'trackinventory', 'trackquantity'];
const BACKORDERS = ['allowbackorder', 'allowbackorders', 'backordersallowed', 'backorderable'];
const COUNTS = ['onlinestockavailable', 'inventorylevel', 'inventoryquantity', 'stockquantity'];

/** By the number of pieces. */
function countedStock(places: readonly Fields[]): Availability {
  for (const place of places)
    for (const key of STATE_KEYS.stockCount) {
      const count = place.get(key);
      if (count !== undefined && Number(scalarText(count)) > 0) return 'in_stock';
    }
  const isNone = places.some((place) => place.get('stock') === 0 || place.get('stocknumber') === 0);
  return isNone && !places.some(takesOrders) ? 'out_of_stock' : 'unknown';
}

/** What an object's flags say: false where any does. */
function flagIn(place: Fields): boolean | null {
  let said: boolean | null = null;
  for (const [keys, read] of FLAGS)
    for (const key of keys) {
      const value = place.get(key);
      const flag = value === undefined ? null : read(value, place);
      if (flag === false) return false;
      said ??= flag;
    }
  return said;
}

/** A flag, also one written as a word; null for all else, such as numbers of pieces. */
function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' ? (FLAG_WORDS.get(value.toLowerCase()) ?? null) : null;
}

/** Whether any piece is there, where a shop counts them under the name of a flag; made to order is not counted. */
function flagOfCount(value: unknown, place: Fields): boolean | null {
  if (!Number.isInteger(value) || place.get('unlimited') === true) return null;
  return Number(value) > 0;
}

const FLAGS = [
  [STATE_KEYS.inStock, flagOf],
  [STATE_KEYS.pieces, flagOfCount],
] as const;

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);

const HOLDER = /^(?:buybox|winner|offers|quantity)$|stock|inventor|availab|fulfil/;

/** True for a key that may speak of stock though no list of names has it. */
export function isStockKey(key: string): boolean {
  return STOCK_STATE.test(key) || HOLDER.test(key);
}

const isHolder = ([key, value]: [string, unknown]): boolean =>
  typeof value === 'object' && HOLDER.test(key);

/** Where shops nest their flags: { availability: { isOnStock: true } }. */
function stockHolders(fields: Fields): Fields[] {
  const holders = [...fields]
    .filter(isHolder)
    .map(([, value]) => ownEntry(value))
    .filter(isNode)
    .map(normalised);
  const channels = holders.flatMap((holder) => {
    const named = holder.get('channels');
    return [holder.get('nochannel'), ...(isNode(named) ? Object.values(named) : [])].filter(isNode);
  });
  return [...holders, ...channels.map(normalised)];
}

function stockKnown(value: unknown): Availability | null {
  const stated = stockWord(value);
  return stated === 'unknown' ? null : stated;
}

/** Shops glue their stock words together: LISTEDSELLABLE, NOT_PURCHASABLE, inStockOnline. */
function stockWord(value: unknown): Availability {
  if (typeof value !== 'string' || value.length > 60) return 'unknown';
  const stated = parseAvailability(value);
  if (stated !== 'unknown') return stated;
  const word = value.toLowerCase();
  if (/^(?:high|medium|low)$/.test(word)) return 'in_stock';
  if (!/stock|sellable|purchasable|buyable|availab/.test(word)) return 'unknown';
  return /not|un(?:avail|sell|purch|buy)|non|out|no[_ -]/.test(word) ? 'out_of_stock' : 'in_stock';
}
