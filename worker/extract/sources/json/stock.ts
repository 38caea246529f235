import { type Availability, parseAvailability } from '#domain/offers/availability.ts';
import { scalarText, textOf } from '../../values/nodes.ts';
import { nodesIn } from './entries.ts';
import { type Fields, fieldsOf, firstOf } from './values.ts';

const SOLD_OUT_FLAG = /^(?:is)?(?:outofstock|soldout|discontinued)$/;
const IN_STOCK_FLAG =
  /^(?:is|has|ec)?(?:instock|onstock|stock|available|purchasable|sellable|salable|buyable|orderable|availableforsale|instockandavailable|availableonline)$|^(?:onlineavailability|inventoryavailable|availability|stockstatus)$/;
const COUNT =
  /^(?:stock|inventory|availablestock)?(?:stock|qty|quantity|count|number|onhand|level|available)$|^(?:quantityavailable|availablequantity|onlinestockavailable|availablesellquantity)$/;
const STOCK_HOLDER =
  /^(?:buybox|winner|offers|sellers|commertialoffer)$|stock|inventor|availab|fulfil/;
const BACKORDERS = ['allowbackorder', 'allowbackorders', 'backordersallowed', 'backorderable'];

/** Whether a product can be bought, as its object says it: by a flag, a word or a number of pieces. */
export function readStock(fields: Fields): Availability {
  const places = [fields, ...stockHolders(fields, 3)];
  const says = (flag: RegExp, wanted: boolean): boolean =>
    places.some((place) =>
      [...place].some(([key, value]) => flagOf(value) === wanted && flag.test(key)),
    );
  if (says(SOLD_OUT_FLAG, true)) return 'out_of_stock';
  const tracking = textOf(fields.get('inventorytracking')) ?? 'none';
  if (tracking !== 'none' && fields.get('inventorylevel') === 0) return 'out_of_stock';
  const word = firstOf(places, 'availability', (value) => {
    const said = stockWord(value);
    return said === 'unknown' ? null : said;
  });
  if (word) return word;
  if (says(IN_STOCK_FLAG, false)) return 'out_of_stock';
  if (says(IN_STOCK_FLAG, true) || says(SOLD_OUT_FLAG, false)) return 'in_stock';
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

/** Where shops nest their flags: { availability: { isOnStock: true } }. */
function stockHolders(fields: Fields, depth: number): Fields[] {
  const holders = [...fields]
    .filter(([key]) => STOCK_HOLDER.test(key))
    .flatMap(([, value]) => nodesIn(value).slice(0, 1))
    .map(fieldsOf);
  return depth > 0 ? holders.flatMap((holder) => [holder, ...stockHolders(holder, depth - 1)]) : [];
}

/** Of several variants: in stock where any is. */
export function stockOfAll(variants: readonly Fields[]): Availability {
  const said = variants.map(readStock).filter((each) => each !== 'unknown');
  return said.find((each) => each !== 'out_of_stock') ?? said[0] ?? 'unknown';
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
