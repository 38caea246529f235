import { isNode, type SchemaNode, scalarText } from '../../values/nodes.ts';
import type { PageAddress } from '../../values/page-address.ts';
import { remembered } from '../../values/remembered.ts';

/*
 * States that keep products, prices and stock apart, each by the product's code:
 * { products: [{ sku: 'A-10', name }], prices: { 'A-10': { now: 12 } } }.
 */

const CODE =
  /^(?:sku|code|id|(?:product|item|article|variant|price|stock|inventory)_?(?:id|code|no|number|sku))$/i;
const NAME = /^(?:(?:product|display|item)_?)?(?:name|title)$/i;
/** A name as an address writes it is the address's. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;
const PRICES = /pric/i;
const STOCK = /stock|inventor|availab/i;
/** Shorter codes, and those without a digit, may be the same by chance. */
const SHORTEST_CODE = 4;
/** One in an address that may name no product by itself. */
const ADDRESSED_CODE = 6;
const LIMIT = 5_000;

interface Named<Place> {
  object: SchemaNode;
  place: Place;
  codes: readonly string[];
}

/** What a state's objects without a product of their own may be parts of. */
export class StateJoins<Place> {
  readonly #named: Named<Place>[] = [];
  readonly #prices = new Map<string, SchemaNode>();
  readonly #stock = new Map<string, SchemaNode>();

  /** Keeps an object that is no product: a named one, or what is known of one by its code. `path` leads to it, `key` last. */
  add(object: SchemaNode, path: string, key: string, place: Place): void {
    const codes = codesOf(object, key);
    if (codes.length === 0 || this.#named.length + this.#prices.size > LIMIT) return;
    const keys = Object.keys(object);
    const name = keys.filter((each) => NAME.test(each)).map((each) => object[each]);
    if (name.some((each) => typeof each === 'string' && !SLUG.test(each))) {
      this.#named.push({ object, place, codes });
      return;
    }
    const parts =
      keys.some((each) => PRICES.test(each)) || PRICES.test(path)
        ? this.#prices
        : keys.some((each) => STOCK.test(each)) || STOCK.test(path)
          ? this.#stock
          : null;
    for (const code of codes) if (parts && !parts.has(code)) parts.set(code, object);
  }

  /** The prices that are kept under a code that the page's address names; null without them. */
  pricesAt(page: PageAddress): SchemaNode | null {
    for (const [code, prices] of this.#prices)
      if (code.length >= ADDRESSED_CODE && page.isAbout({ url: null, sku: code })) return prices;
    return null;
  }

  /** The named objects with the prices and the stock that are kept under one of their codes. */
  *joined(): Generator<{ object: SchemaNode; place: Place }> {
    if (this.#prices.size === 0) return;
    for (const { object, place, codes } of this.#named) {
      const prices = codes.map((code) => this.#prices.get(code)).find(isNode);
      const stock = codes.map((code) => this.#stock.get(code)).find(isNode);
      if (prices) yield { object: { ...object, prices, ...(stock ? { stock } : {}) }, place };
    }
  }
}

const isCodeKey = remembered((key) => CODE.test(key));

function codesOf(object: SchemaNode, key: string): string[] {
  const codes = isCode(key) ? [key] : [];
  for (const name of Object.keys(object)) {
    const code = isCodeKey(name) ? scalarText(object[name]) : '';
    if (isCode(code)) codes.push(code);
  }
  return codes;
}

function isCode(text: string): boolean {
  return text.length >= SHORTEST_CODE && /\d/.test(text);
}
