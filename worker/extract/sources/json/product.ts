import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { remembered } from '#domain/remembered.ts';
import { type Candidate, emptyCandidate, readGtin } from '../../values/candidate.ts';
import {
  addressOf,
  isNode,
  plainText,
  type SchemaNode,
  scalarText,
  textOf,
} from '../../values/nodes.ts';
import { FIELD_KEYS, keyRole, PRODUCT_HOLDERS } from '../../words/words.ts';
import { type AskedPrices, askedPrices } from './amounts.ts';
import {
  type Field,
  type Fields,
  fieldsOf,
  firstOf,
  nodesIn,
  positive,
  readStock,
  stockOfAll,
  withoutOtherTimes,
} from './values.ts';

/** Delivery options have a name and a price too. */
const DELIVERY =
  /^(?:(?:free|standard|express|regular|priority|parcel|local|(?:next|same)[- ]day|flat[- ]rate) )*(?:(?:home )?delivery|shipping|postage|post|courier|pick[- ]?up)(?: \(.*\))?$|^click (?:&|and) collect$/i;
/** Auctions state the next bid; the final price is unknown. */
const BIDS = 'nextbid nextpricenum currentbid highestbid bidcount numberofbids startingbid'.split(
  ' ',
);
const VARIANTS_LIMIT = 200;

/** A product read from an object of a shop's JSON. */
export interface JsonProduct {
  candidate: Candidate;
  scale: AskedPrices['scale'];
}

/** Reads an object as a candidate if it has a name and a price, stock, or a code with a maker; null otherwise. */
export function readJsonProduct(
  object: SchemaNode,
  base: string,
  source: string,
): JsonProduct | null {
  if (!mayBeOffer(object)) return null;
  const fields = withoutOtherTimes(withParts(fieldsOf(object)));
  const name = firstOf([fields], 'name', nameText);
  if (!name || name.length > 300 || DELIVERY.test(name)) return null;
  if (fields.has('nextprice') && fields.has('endtime')) return null;
  if (BIDS.some((key) => Number(fields.get(key)) > 0 || isNode(fields.get(key)))) return null;
  const variants = variantsOf(fields);
  const chosen = chosenVariant(variants, base);
  const prices = pricesOf(fields, variants, chosen);
  const places = chosen
    ? [chosen, fields]
    : variants.length === 1
      ? [fields, ...variants]
      : [fields];
  const stock = readStock(chosen ?? fields);
  const availability = stock === 'unknown' ? stockOfAll(variants) : stock;
  const brand = textOfField([fields], 'brand');
  const gtin = firstOf(places, 'gtin', readGtin);
  const sku = textOfField(places, 'sku') ?? textOfField([fields], 'id');
  const isDescribed = sku !== null && (brand ?? gtin) !== null;
  const isPriced = 'price' in object || prices.isSpread || [...fields.keys()].some(keyRole);
  if (!isPriced && availability === 'unknown' && !isDescribed) return null;
  const candidate: Candidate = {
    ...emptyCandidate(source),
    name: withSize(name, fields),
    url: pageUrlOf(fields, base),
    price: prices.price,
    currency: prices.currency,
    originalPrice: prices.was,
    memberPrice: prices.member,
    unitPrice: firstOf([fields, ...nodesIn(fields.get('pricing')).map(fieldsOf)], 'unit', (text) =>
      typeof text === 'string' ? parseUnitPrice(text) : null,
    ),
    availability,
    brand,
    gtin,
    mpn: textOfField([fields], 'mpn'),
    sku,
    rating: readStars(fields),
    imageUrl: firstOf([fields], 'image', (value) => addressOf(value, base)),
    description: textOfField([fields], 'description'),
    category: textOfField([fields], 'category'),
    seller: textOfField([fields], 'seller'),
    fromPrice: prices.isSpread,
  };
  return { candidate, scale: prices.scale };
}

const OFFER_KEY = /pric|stock|availab|gtin|ean|upc|barcode|brand|variant|purchas|sellable/i;
const isOfferKey = remembered(
  (key) => OFFER_KEY.test(key) || (PRODUCT_HOLDERS as readonly string[]).includes(key),
);

/** A fast filter against menus and messages, of which some states hold thousands. */
function mayBeOffer(object: SchemaNode): boolean {
  for (const key in object) if (isOfferKey(key)) return true;
  return false;
}

/** Adds the fields of the product's nested objects. Outer fields take precedence. */
function withParts(fields: Fields): Fields {
  for (const holder of PRODUCT_HOLDERS) {
    const inner = fields.get(holder);
    if (isNode(inner))
      for (const [key, value] of fieldsOf(inner)) if (!fields.has(key)) fields.set(key, value);
  }
  for (const listed of ['customattributes', 'attributes'])
    for (const entry of nodesIn(fields.get(listed))) {
      const key = scalarText(entry['attribute_code'] ?? entry['code'] ?? entry['name'])
        .toLowerCase()
        .replace(/[_\-\s]/g, '');
      const value = entry['value'];
      if (key && (typeof value === 'string' || typeof value === 'number') && !fields.has(key))
        fields.set(key, value);
    }
  return fields;
}

/** Document paths are not names: "projects/1/products/A". */
function nameText(value: unknown): string | null {
  const text = typeof value === 'boolean' ? null : textOf(value);
  return text && /^\w+(?:\/[\w.()-]+){2,}$/.test(text) ? null : text;
}

function textOfField(places: readonly Fields[], field: Field): string | null {
  return firstOf(places, field, (value) => (typeof value === 'boolean' ? null : textOf(value)));
}

function variantsOf(fields: Fields): Fields[] {
  const listed = FIELD_KEYS.variants
    .flatMap((key) => nodesIn(fields.get(key)))
    .map((each) => (isNode(each['item_variation_data']) ? each['item_variation_data'] : each));
  // Marketplaces list variants as items with sellers.
  const items = nodesIn(fields.get('items')).filter((item) => 'sellers' in item);
  return [...listed, ...items].slice(0, VARIANTS_LIMIT).map(fieldsOf);
}

/** Shorter ids are ambiguous. */
const SHORTEST_ID = 3;

/** The variant whose id is in the page's address: '?variant=4711'; null without one. */
function chosenVariant(variants: readonly Fields[], pageUrl: string): Fields | null {
  const named = new Set(URL.parse(pageUrl)?.searchParams.values());
  const isNamed = (variant: Fields) =>
    ['id', 'variantid', 'variationid', 'sku', 'skuid'].some((key) => {
      const id = textOf(variant.get(key)) ?? '';
      return id.length >= SHORTEST_ID && named.has(id);
    });
  return variants.find(isNamed) ?? null;
}

/** Returns the selected variant's prices, else the product's, else those of the first variant on sale. */
function pricesOf(fields: Fields, variants: readonly Fields[], chosen: Fields | null): AskedPrices {
  const own = askedPrices(fields);
  if (chosen) {
    const asked = askedPrices(
      // If the product's script states cents, its variants do too.
      new Map(fields.has('handle') ? [['handle', true], ['pricemin', 0], ...chosen] : chosen),
    );
    if (asked.price !== null) return { ...asked, currency: asked.currency ?? own.currency };
  }
  if (own.isSpread || variants.length === 0) return own;
  if (own.price !== null) {
    // A product's price range has no "was", but its variant may.
    const { price, was } = askedPrices(variants[0] ?? fields);
    return own.was === null && price === own.price ? { ...own, was } : own;
  }
  const available =
    variants.find((variant) => readStock(variant) !== 'out_of_stock') ?? variants[0];
  const asked = available ? askedPrices(available) : own;
  return { ...asked, currency: asked.currency ?? own.currency };
}

/** Appends the pack size, which supermarkets store apart from the name. */
function withSize(name: string, fields: Fields): string {
  const size =
    textOf(fields.get('size') ?? fields.get('packagesize') ?? fields.get('packsize')) ?? '';
  const spaceless = (text: string): string => plainText(text).toLowerCase().replace(/\s/g, '');
  const isInName = !/\d/.test(size) || spaceless(name).includes(spaceless(size));
  return isInName || size.length > 20 ? name : `${name} ${size}`;
}

function pageUrlOf(fields: Fields, base: string): string | null {
  return firstOf([fields], 'url', (value) =>
    typeof value === 'string' &&
    /[/.]/.test(value) &&
    !/\.(?:jpe?g|png|webp|gif|svg)(?:\?|$)/i.test(value)
      ? addressOf(value, base)
      : null,
  );
}

function readStars(fields: Fields): Candidate['rating'] {
  const places = [
    fields,
    ...['rating', 'ratings', 'reviews', 'reviewsummary']
      .flatMap((key) => nodesIn(fields.get(key)))
      .map((each) => (each instanceof Map ? each : fieldsOf(each))),
  ];
  const value = firstOf(places, 'rating', (stated) => {
    const stars = positive(stated);
    return stars !== null && stars <= 5 ? stars : null;
  });
  const count = firstOf(places, 'ratingCount', positive);
  return value === null || count === null ? null : { value, count: Math.round(count) };
}
