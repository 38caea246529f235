import type { SchemaNode } from '../../values/nodes.ts';
import type { Fields } from './fields.ts';
import { isGroupKey } from './groups.ts';
import { STATE_KEYS } from './keys.ts';
import { readPrices } from './prices.ts';
import { priceRole } from './roles.ts';
import { isStockKey, readStock } from './stock.ts';

/** Notes what is asked of it, and has nothing. */
class AskedFields extends Map<string, unknown> {
  readonly keysAsked = new Set<string>();

  override get(key: string): undefined {
    this.keysAsked.add(key);
  }

  override has(key: string): boolean {
    this.keysAsked.add(key);
    return false;
  }
}

/**
 * The keys that are asked of an object that has none of them, when its prices and stock are read: one that has none either says
 * nothing of them. With a maker or a GTIN something may be a product without.
 */
function keysOfOffers(): ReadonlySet<string> {
  const fields = new AskedFields();
  readPrices(fields, null);
  readStock(fields);
  return new Set([...fields.keysAsked, ...STATE_KEYS.brand, ...STATE_KEYS.gtin]);
}

const OFFER_KEYS = keysOfOffers();
const PRICE = /price/i;

/** False for menus, messages and the like, of which some states hold thousands: nothing in them can be read as an offer. */
export function mayBeOffer(object: SchemaNode, fields: Fields): boolean {
  for (const [key, value] of fields) {
    if (OFFER_KEYS.has(key) || PRICE.test(key) || priceRole(key) !== null) return true;
    if (isStockKey(key) || (Array.isArray(value) && isGroupKey(key))) return true;
  }
  // Those without a value are no fields.
  for (const key in object) if (PRICE.test(key)) return true;
  return false;
}
