import { isAbove } from '../../values/amount.ts';
import { type Candidate, emptyCandidate } from '../../values/candidate.ts';
import { readGtin } from '../../values/gtin.ts';
import {
  addressOf,
  isNode,
  plainText,
  type SchemaNode,
  scalarNumber,
  textOf,
  valuesOf,
} from '../../values/nodes.ts';
import { addAttributes, dropOtherTimes } from './entries.ts';
import { type Field, type Fields, first, firstIn, normalised } from './fields.ts';
import { isGroupKey } from './groups.ts';
import { PRODUCT_HOLDERS, STATE_KEYS } from './keys.ts';
import { addNested, describedName, mentionsPrice, nameIn } from './nested.ts';
import { isSpreadObject, readPrices } from './prices.ts';
import { priceRole } from './roles.ts';
import type { Scale } from './scale.ts';
import { isStockKey, readStock } from './stock.ts';
import {
  chosenVariant,
  hasVariants,
  offerOfVariant,
  standingVariant,
  takeOver,
} from './variant.ts';

/** What brings things has a name and a price too. */
const DELIVERY =
  /^(?:(?:free|standard|express|regular|priority|parcel|local|(?:next|same)[- ]day|flat[- ]rate) )*(?:(?:home )?delivery|shipping|postage|post|courier|pick[- ]?up)(?: \(.*\))?$|^click (?:&|and) collect$/i;

/**
 * An object of a shop's own JSON as a candidate when it has a name and a price or stock, with what proves its amounts' unit; null
 * when it is no product. Entries of lists, and objects that state a price, may keep the rest in objects of their own.
 */
export function readStateProduct(
  object: SchemaNode,
  base: string,
  source: string,
  isListed = false,
): { candidate: Candidate; scale: Scale } | null {
  const fields = normalised(object);
  for (const holder of PRODUCT_HOLDERS) {
    const inner = fields.get(holder);
    if (isNode(inner))
      for (const [key, value] of normalised(inner)) if (!fields.has(key)) fields.set(key, value);
  }
  const meta = fields.get('meta');
  if (isNode(meta))
    for (const [key, value] of normalised(meta))
      if (key.endsWith('price') && !fields.has(key)) fields.set(key, value);
  addAttributes(fields);
  dropOtherTimes(fields);
  const own = first(fields, 'name', nameText);
  const isPriceNamed = (isListed || !own) && mentionsPrice(fields);
  if (isListed ? !own || !isPriceNamed : !own && isPriceNamed) addNested(fields, own !== null);
  const name = own ?? (isListed || isPriceNamed ? (nameIn(fields) ?? describedName(fields)) : null);
  if (!name || name.length > 300 || DELIVERY.test(name) || isBid(fields)) return null;
  if (!hasVariants(fields) && !mayBeOffer(object, fields)) return null;
  const chosen = chosenVariant(fields, base);
  if (chosen) takeOver(fields, chosen);
  const isSpread = isSpreadObject(fields);
  const variant = chosen ?? standingVariant(fields, isSpread);
  const offer = variant && offerOfVariant(variant);
  const prices = readPrices(fields, variant, offer, isSpread);
  const availability = readStock(
    variant ? new Map([...(offer ?? []), ...variant, ...fields]) : fields,
  );
  const isDescribed =
    codeOf(fields, variant) !== null &&
    (stringOf(fields, 'brand') ?? first(fields, 'gtin', readGtin)) !== null;
  const isPriced = prices.price !== null || prices.isSpread || hasPriceKey(object, fields);
  if (!isPriced && availability === 'unknown' && !isDescribed) return null;
  const candidate: Candidate = {
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
    sku: codeOf(fields, variant),
    rating: readStars(fields),
    imageUrl: first(fields, 'image', (value) => addressOf(value, base)),
    description: stringOf(fields, 'description'),
    category: stringOf(fields, 'category'),
    seller: stringOf(fields, 'seller'),
    fromPrice: prices.isSpread,
  };
  return { candidate, scale: prices.scale };
}

/** What is bid for has the next bid's amount, or a count of them: what it costs in the end nobody knows yet. */
const BIDS = ['nextbid', 'currentbid', 'highestbid', 'bidcount', 'numberofbids', 'startingbid'];

function isBid(fields: Fields): boolean {
  return (
    BIDS.some((key) => Number(fields.get(key)) > 0 || isNode(fields.get(key))) ||
    (fields.has('nextprice') && fields.has('endtime'))
  );
}

/** What addresses a document is no name: "projects/1/products/A". */
function nameText(value: unknown): string | null {
  const text = typeof value === 'boolean' ? null : textOf(value);
  return text && /^\w+(?:\/[\w.()-]+){2,}$/.test(text) ? null : text;
}

function stringOf(fields: Fields, field: Field): string | null {
  return first(fields, field, (value) => (typeof value === 'boolean' ? null : textOf(value)));
}

/** The shop's code: of the variant that stands for the product, its own, of its only variant, else its number. */
function codeOf(fields: Fields, variant: Fields | null): string | null {
  const variants = valuesOf(fields.get('variants')).filter(isNode);
  const only = variants.length === 1 && variants[0] ? normalised(variants[0]) : null;
  return (
    (variant ? textOf(variant.get('sku')) : null) ??
    stringOf(fields, 'sku') ??
    (only ? textOf(only.get('sku')) : null) ??
    stringOf(fields, 'id')
  );
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

/** True when the shop's object has a price field, though it may be null: an offer that cannot be bought now. */
function hasPriceKey(object: SchemaNode, fields: Fields): boolean {
  if (STATE_KEYS.price.some((key) => fields.has(key))) return true;
  return Object.keys(object).some((key) => /^(?:current|sale|final)?_?price$/i.test(key));
}

function readStars(fields: Fields): Candidate['rating'] {
  const places = ['rating', 'ratings', 'reviews', 'reviewsummary', 'bazaarvoice']
    .map((key) => fields.get(key))
    .filter(isNode)
    .map(normalised);
  const all = [fields, ...places];
  const value = firstIn(all, 'rating', (stated) =>
    scalarNumber(stated) > 0 && scalarNumber(stated) <= 5 ? scalarNumber(stated) : null,
  );
  const count = firstIn(all, 'ratingCount', (stated) =>
    scalarNumber(stated) > 0 ? Math.round(scalarNumber(stated)) : null,
  );
  return value === null || count === null ? null : { value, count };
}

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
