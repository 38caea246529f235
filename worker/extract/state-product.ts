import { type Availability, parseAvailability } from '#domain/availability.ts';
import type { UnitPrice } from '#domain/page-reading.ts';
import { parseUnitPrice } from '#domain/unit-price.ts';
import { isAbove, readAmount, readCurrency } from './amount.ts';
import { type Candidate, emptyCandidate } from './candidate.ts';
import { readGtin } from './gtin.ts';
import { addressOf, isNode, plainText, type SchemaNode, textOf, valuesOf } from './schema-node.ts';
import { PRICE_HOLDERS, PRODUCT_HOLDERS, STATE_KEYS } from './state-keys.ts';

type Field = keyof typeof STATE_KEYS;
type Fields = Map<string, unknown>;

/** An object of a shop's own JSON as a candidate when it has a name and a price or stock; null when it is no product. */
export function readStateProduct(
  object: SchemaNode,
  base: string,
  source: string,
): Candidate | null {
  const fields = normalised(object);
  for (const holder of PRODUCT_HOLDERS) {
    const inner = fields.get(holder);
    if (isNode(inner))
      for (const [key, value] of normalised(inner)) if (!fields.has(key)) fields.set(key, value);
  }
  const name = stringOf(fields, 'name');
  const variant = variantIn(fields);
  const prices = readPrices(fields, variant);
  const availability = readStock(variant ? new Map([...variant, ...fields]) : fields);
  if (!name || name.length > 300) return null;
  const isDescribed =
    stringOf(fields, 'sku') !== null &&
    (stringOf(fields, 'brand') ?? first(fields, 'gtin', readGtin)) !== null;
  if (!prices.price && !hasPriceKey(object, fields) && availability === 'unknown' && !isDescribed)
    return null;
  return {
    ...emptyCandidate(source),
    name: withSize(name, fields),
    url: pageUrlOf(fields, base),
    price: prices.price,
    currency: prices.currency,
    originalPrice:
      prices.was && prices.price && isAbove(prices.was, prices.price) ? prices.was : null,
    memberPrice: prices.member,
    unitPrice: prices.unit,
    availability,
    brand: stringOf(fields, 'brand'),
    gtin: first(fields, 'gtin', readGtin) ?? (variant ? first(variant, 'gtin', readGtin) : null),
    mpn: stringOf(fields, 'mpn'),
    sku: (variant ? textOf(variant.get('sku')) : null) ?? stringOf(fields, 'sku'),
    rating: readStars(fields),
    imageUrl: first(fields, 'image', (value) => addressOf(value, base)),
    description: stringOf(fields, 'description'),
    category: stringOf(fields, 'category'),
    seller: stringOf(fields, 'seller'),
  };
}

function normalised(object: SchemaNode): Fields {
  const fields: Fields = new Map();
  for (const key of Object.keys(object).slice(0, 400)) {
    const value = object[key];
    if (value !== null && value !== undefined && value !== '')
      fields.set(key.toLowerCase().replace(/[_\-\s]/g, ''), value);
  }
  return fields;
}

function first<T>(fields: Fields, field: Field, read: (value: unknown) => T | null): T | null {
  for (const key of STATE_KEYS[field]) {
    for (const value of valuesOf(fields.get(key))) {
      const found = read(value);
      if (found !== null) return found;
    }
  }
  return null;
}

function stringOf(fields: Fields, field: Field): string | null {
  return first(fields, field, (value) => (typeof value === 'boolean' ? null : textOf(value)));
}

/** Supermarkets keep the pack size apart from the name that they print it with. */
function withSize(name: string, fields: Fields): string {
  const size = textOf(fields.get('size') ?? fields.get('packagesize') ?? fields.get('packsize'));
  const isSaid =
    !size ||
    plainText(name)
      .toLowerCase()
      .replace(/\s/g, '')
      .includes(size.toLowerCase().replace(/\s/g, ''));
  return isSaid || !/\d/.test(size) || size.length > 20 ? name : `${name} ${size}`;
}

function pageUrlOf(fields: Fields, base: string): string | null {
  for (const key of STATE_KEYS.url) {
    const value = fields.get(key);
    if (
      typeof value !== 'string' ||
      !/[/.]/.test(value) ||
      /\.(?:jpe?g|png|webp|gif|svg)(?:\?|$)/i.test(value)
    )
      continue;
    const address = addressOf(value, base);
    if (address) return address;
  }
  return null;
}

interface StatePrices {
  price: string | null;
  was: string | null;
  member: string | null;
  unit: UnitPrice | null;
  currency: string | null;
}

/** The variant that stands for a product without a price of its own: the first on sale, else the first. */
function variantIn(fields: Fields): Fields | null {
  if (STATE_KEYS.price.some((key) => fields.has(key))) return null;
  const variants = ['variants', 'variations', 'skus']
    .flatMap((key) => valuesOf(fields.get(key)).slice(0, 200))
    .filter(isNode)
    .map(normalised);
  return variants.find((variant) => variant.get('available') !== false) ?? variants[0] ?? null;
}

/** Shopify's storefront script states prices in cents, its JSON feed in dollars: only the first has a price range. */
function isInCents(fields: Fields): boolean {
  return (
    fields.has('handle') &&
    Number.isInteger(fields.get('price')) &&
    (fields.has('pricemin') || fields.has('comparatpricemin'))
  );
}

function readPrices(fields: Fields, variant: Fields | null): StatePrices {
  const holders = PRICE_HOLDERS.flatMap((holder) => valuesOf(fields.get(holder)).slice(0, 1))
    .filter(isNode)
    .map(normalised);
  const places = [fields, ...(variant ? [variant] : []), ...holders];
  const divisor = isInCents(fields) ? 100 : 1;
  const currency = firstIn(places, 'currency', (value) => readCurrency(value));
  const amount = (value: unknown): string | null => {
    const stated = amountOf(value, currency);
    return stated && divisor > 1 ? (Number(stated) / divisor).toFixed(2) : stated;
  };
  const price = firstIn(places, 'sale', amount) ?? firstIn(places, 'price', amount);
  return {
    price,
    was: firstIn(places, 'was', (value) => {
      const was = amount(value);
      return was && price && isAbove(was, price) ? was : null;
    }),
    member: firstIn(places, 'member', amount),
    unit: firstIn(places, 'unit', (value) =>
      typeof value === 'string' ? parseUnitPrice(value) : null,
    ),
    currency,
  };
}

/** True when the shop's object has a price field, though it may be null: an offer that cannot be bought now. */
function hasPriceKey(object: SchemaNode, fields: Fields): boolean {
  if (STATE_KEYS.price.some((key) => fields.has(key))) return true;
  return Object.keys(object).some((key) => /^(?:current|sale|final)?_?price$/i.test(key));
}

function firstIn<T>(
  places: readonly Fields[],
  field: Field,
  read: (value: unknown) => T | null,
): T | null {
  for (const place of places) {
    const found = first(place, field, read);
    if (found !== null) return found;
  }
  return null;
}

/** A price that may be wrapped once more: { value: 12.5, currencyIso: 'AUD' }. */
function amountOf(value: unknown, currency: string | null): string | null {
  if (!isNode(value)) return readAmount(value, currency);
  const inner = normalised(value);
  for (const key of ['value', 'amount', 'current', 'now', 'centamount', 'min', 'price']) {
    const found = readAmount(inner.get(key), currency);
    if (!found) continue;
    return key === 'centamount' ? (Number(found) / 100).toFixed(2) : found;
  }
  return null;
}

function readStock(fields: Fields): Availability {
  for (const key of STATE_KEYS.outOfStock) if (fields.get(key) === true) return 'out_of_stock';
  for (const key of STATE_KEYS.availability) {
    const value = fields.get(key);
    const stated = stockWord(
      isNode(value) ? first(normalised(value), 'availability', textOf) : value,
    );
    if (stated !== 'unknown') return stated;
  }
  const flags = STATE_KEYS.inStock
    .map((key) => fields.get(key))
    .filter((value) => typeof value === 'boolean');
  if (flags.includes(false)) return 'out_of_stock';
  if (flags.includes(true)) return 'in_stock';
  for (const key of STATE_KEYS.outOfStock) if (fields.get(key) === false) return 'in_stock';
  return 'unknown';
}

/** Shops glue their stock words together: LISTEDSELLABLE, NOT_PURCHASABLE, inStockOnline. */
function stockWord(value: unknown): Availability {
  if (typeof value !== 'string' || value.length > 60) return 'unknown';
  const stated = parseAvailability(value);
  if (stated !== 'unknown') return stated;
  const word = value.toLowerCase();
  if (!/stock|sellable|purchasable|buyable|availab/.test(word)) return 'unknown';
  return /not|un(?:avail|sell|purch|buy)|non|out|no[_ -]/.test(word) ? 'out_of_stock' : 'in_stock';
}

function readStars(fields: Fields): Candidate['rating'] {
  const places = ['rating', 'ratings', 'reviews', 'reviewsummary', 'bazaarvoice']
    .map((key) => fields.get(key))
    .filter(isNode)
    .map(normalised);
  const all = [fields, ...places];
  const value = firstIn(all, 'rating', (stated) =>
    isNode(stated) ? null : Number(stated) > 0 && Number(stated) <= 5 ? Number(stated) : null,
  );
  const count = firstIn(all, 'ratingCount', (stated) =>
    Number(stated) > 0 ? Math.round(Number(stated)) : null,
  );
  return value === null || count === null ? null : { value, count };
}
