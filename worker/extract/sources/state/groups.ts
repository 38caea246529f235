import { isNode, valuesOf } from '../../values/nodes.ts';
import { isTooMany, pricedEntry } from './entries.ts';
import { type Fields, normalised } from './fields.ts';
import { readNamedPrices } from './named-prices.ts';
import { nameIn } from './nested.ts';

/** Reads an amount as the object states it. */
type AmountReader = (value: unknown) => string | null;

/** Offers of one product that need no names: its sizes and forms, and the branches that sell it, whose names are their own. */
const FORMS = /sku|variant|variation|article|format|edition|offer|size|pack/;
const BRANCHES = /store|branch|outlet|availab|location/;
const OTHERS = /option|addon|accessor|related|bundle|history|instal|plan|deliver|ship/;
const STEPS = /tier|ladder|pricelist|(?:quantity|volume)pric/;

/** True for a key whose list may hold what a product asks. */
export function isGroupKey(key: string): boolean {
  return STEPS.test(key) || BRANCHES.test(key) || FORMS.test(key);
}

/** What the offers of a product ask that states no price of its own: a price where all ask the same; null without such offers. */
export function readGroupPrice(
  fields: Fields,
  amount: AmountReader,
): { price: string | null; isSpread: boolean } | null {
  for (const place of [fields, ...pricingOf(fields)])
    for (const [key, value] of place) {
      if (!Array.isArray(value) || !STEPS.test(key)) continue;
      const price = amount(pricedEntry(value)?.['price']);
      return { price, isSpread: price === null };
    }
  for (const [key, value] of fields) {
    if (!Array.isArray(value) || OTHERS.test(key)) continue;
    const isBranch = BRANCHES.test(key);
    if (!isBranch && !FORMS.test(key)) continue;
    const offers = value.filter(isNode).map(normalised);
    if (!isBranch && offers.some((offer) => nameIn(offer) !== null)) continue;
    const asked = offers.map((offer) => readNamedPrices(offer, amount).price);
    const [price, other] = new Set(asked.filter((each) => each !== null));
    if (price !== undefined) return { price: other ? null : price, isSpread: other !== undefined };
  }
  return null;
}

function pricingOf(fields: Fields): Fields[] {
  const held = fields.get('pricing') ?? fields.get('prices');
  return isNode(held) ? [normalised(held)] : [];
}

/** True where the price is one of those that begin at more than one piece: who buys one does not get it. */
export function isBulkPrice(fields: Fields, price: string, amount: AmountReader): boolean {
  for (const [key, value] of fields) {
    if (!Array.isArray(value) || !STEPS.test(key)) continue;
    const steps = valuesOf(value).filter(isNode).map(normalised);
    const isBulk = steps.length > 0 && steps.every(isTooMany);
    if (isBulk && steps.some((step) => Number(amount(step.get('price'))) === Number(price)))
      return true;
  }
  return false;
}
