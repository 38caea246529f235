import { parseUnitPrice } from '#domain/pack/unit-price.ts';
import { readGtin } from '#domain/products/gtin.ts';
import { remembered } from '#domain/remembered.ts';
import { type Candidate, emptyCandidate } from '../../values/candidate.ts';
import { addressOf, plainText, type SchemaNode, textOf } from '../../values/nodes.ts';
import { FIELD_KEYS, keyRole, PRODUCT_HOLDERS } from '../../words/words.ts';
import { countsCents } from './cents.ts';
import {
  type Fields,
  fieldsOf,
  firstOf,
  nodesIn,
  numberIn,
  readStock,
  stockOfAll,
  textOfField,
  withParts,
} from './fields.ts';
import { withoutOtherTimes } from './price-entries.ts';
import { readPrices, type StatedPrices } from './prices.ts';

/** Delivery options have a name and a price too. */
const DELIVERY =
  /^(?:(?:free|standard|express|regular|priority|parcel|local|(?:next|same)[- ]day|flat[- ]rate) )*(?:(?:home )?delivery|shipping|postage|post|courier|pick[- ]?up)(?: \(.*\))?$|^click (?:&|and) collect$/i;
const VARIANTS_LIMIT = 200;

const OFFER_KEY = /pric|stock|availab|gtin|ean|upc|barcode|brand|variant|purchas|sellable/i;
const isOfferKey = remembered((key) => OFFER_KEY.test(key) || PRODUCT_HOLDERS.includes(key));

/** A fast filter against menus and messages, of which some states hold thousands. */
function mayBeOffer(object: SchemaNode): boolean {
  for (const key in object) if (isOfferKey(key)) return true;
  return false;
}

/** Reads an object of a shop's own JSON as a product; null unless it has a name and a price, stock, or a code with a brand or GTIN. */
export function readJsonProduct(
  object: SchemaNode,
  base: string,
  source: string,
  nowMs: number,
): { candidate: Candidate; scale: StatedPrices['scale'] } | null {
  if (!mayBeOffer(object)) return null;
  const fields = withoutOtherTimes(withParts(fieldsOf(object)), nowMs);
  const name = firstOf([fields], 'name', nameText) ?? describedName(fields);
  if (!name || name.length > 300 || DELIVERY.test(name)) return null;
  if (fields.has('nextprice') && fields.has('endtime')) return null;
  const variants = variantsOf(fields);
  // Shopify's storefront API answers the selected variant.
  const [selected = null] = nodesIn(fields.get('selectedorfirstavailablevariant')).map(fieldsOf);
  const chosen = chosenVariant(variants, base) ?? selected;
  const prices = pricesOf(fields, variants, chosen, nowMs);
  const places = chosen ? [chosen, fields] : [fields, ...(variants.length === 1 ? variants : [])];
  const stock = readStock(chosen ?? fields);
  const own = describe(fields, places, base, source);
  const candidate: Candidate = {
    ...own,
    name: withSize(name, fields),
    price: prices.price,
    currency: prices.currency,
    originalPrice: prices.was,
    memberPrice: prices.member,
    unitPrice: firstOf([fields, ...nodesIn(fields.get('pricing')).map(fieldsOf)], 'unit', (text) =>
      typeof text === 'string' ? parseUnitPrice(text) : null,
    ),
    availability: stock === 'unknown' ? stockOfAll(variants) : stock,
    seller: textOfField([fields], 'seller'),
    specifications: {},
    fromPrice: prices.isSpread,
  };
  const isDescribed = own.sku !== null && (own.brand ?? own.gtin) !== null;
  const isPriced = prices.price !== null || prices.isSpread || [...fields.keys()].some(keyRole);
  if (!isPriced && candidate.availability === 'unknown' && !isDescribed) return null;
  return { candidate, scale: prices.scale };
}

/** Stock systems name goods by description: { Stockcode, Description }. A bare code may be that of a promotion. */
function describedName(fields: Fields): string | null {
  const isStocked = FIELD_KEYS.sku.some((key) => key !== 'code' && fields.has(key));
  const text = isStocked ? textOf(fields.get('description')) : null;
  return text && text.length <= LONGEST_DESCRIBED ? text : null;
}

const LONGEST_DESCRIBED = 120;

function variantsOf(fields: Fields): Fields[] {
  const listed = FIELD_KEYS.variants.flatMap((key) => nodesIn(fields.get(key)));
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

/** Returns the selected variant's prices, else the product's, else those of the first variant on sale, a guess if theirs differ. */
function pricesOf(
  fields: Fields,
  variants: readonly Fields[],
  chosen: Fields | null,
  nowMs: number,
): StatedPrices {
  const own = readPrices(fields, nowMs);
  const of = (variant: Fields): StatedPrices => {
    // If the product's script states cents, its variants do too.
    const prices = readPrices(variant, nowMs, { isInCents: countsCents(fields) });
    return { ...prices, currency: prices.currency ?? own.currency };
  };
  if (chosen) {
    const prices = of(chosen);
    if (prices.price !== null) return prices;
  }
  if (own.isSpread || variants.length === 0) return own;
  if (own.price !== null) {
    // A product's price range has no "was", but its variant may.
    const { price, was } = readPrices(variants[0] ?? fields, nowMs);
    return own.was === null && price === own.price ? { ...own, was } : own;
  }
  const available = variants.find((variant) => readStock(variant) !== 'out_of_stock');
  const guess = of(available ?? variants[0] ?? fields);
  const isSpread = guess.isSpread || variants.some((each) => of(each).price !== guess.price);
  return { ...guess, isSpread };
}

/** Appends the pack size, which supermarkets store apart from the name. */
function withSize(name: string, fields: Fields): string {
  const size = textOf(fields.get('size') ?? fields.get('packagesize')) ?? '';
  const spaceless = (text: string): string => plainText(text).toLowerCase().replace(/\s/g, '');
  const isInName = !/\d/.test(size) || spaceless(name).includes(spaceless(size));
  return isInName || size.length > 20 ? name : `${name} ${size}`;
}

/** Reads a product's fields other than prices and stock; its codes may be in any of `places`. */
export function describe(
  fields: Fields,
  places: readonly Fields[],
  base: string,
  source: string,
): Candidate {
  return {
    ...emptyCandidate(source),
    name: firstOf([fields], 'name', nameText),
    url: pageUrlOf(fields, base),
    brand: textOfField([fields], 'brand'),
    gtin: firstOf(places, 'gtin', readGtin) ?? gtinAmongCodes(fields),
    mpn: textOfField([fields], 'mpn'),
    sku:
      textOfField(places, 'sku') ??
      textOfField([fields], 'id')?.replace(/^(?:sku|mpn|id):/i, '') ??
      null,
    rating: readRating(fields),
    imageUrl: firstOf([fields], 'image', (value) => addressOf(value, base)),
    category: textOfField([fields], 'category'),
    description: textOfField([fields], 'description'),
    specifications: readSpecifications(fields),
  };
}

/** Document paths are not names: "projects/1/products/A". */
export function nameText(value: unknown): string | null {
  const text = typeof value === 'boolean' ? null : textOf(value);
  return text && /^\w+(?:\/[\w.()-]+){2,}$/.test(text) ? null : text;
}

const GTIN_NAME = /^(?:gtin|ean|upc|barcode|isbn)[ -]?\d*:?/i;

/** In other fields, only a full-length code is a GTIN, "gtin13:9312345678907"; shorter codes may be valid by chance. */
function gtinAmongCodes(fields: Fields): string | null {
  const named = ['identifier', 'additionalproperty']
    .flatMap((key) => nodesIn(fields.get(key)))
    .filter(({ propertyID, name }) => GTIN_NAME.test(textOf(propertyID ?? name) ?? ''));
  const stated = ['mpn', 'sku', 'productid'].map((key) => fields.get(key));
  const codes = [...named.map(({ value }) => value), ...stated].map(
    (code) => textOf(code)?.replace(GTIN_NAME, '') ?? '',
  );
  return readGtin(codes.find((code) => /^\d{12,14}$/.test(code) && readGtin(code)));
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

/** Labels of schema.org properties that are shown as specifications. */
const TRAITS = { color: 'Colour', size: 'Size', material: 'Material' } as const;

function readSpecifications(fields: Fields): Record<string, string> {
  const specifications: Record<string, string> = {};
  for (const [property, label] of Object.entries(TRAITS)) {
    const text = textOf(fields.get(property));
    if (text && text.length <= 100) specifications[label] = text;
  }
  for (const entry of nodesIn(fields.get('additionalproperty')).slice(0, 100)) {
    const name = textOf(entry['name'] ?? entry['propertyID']);
    const text = textOf(entry['value']);
    if (name && text) specifications[name] = text;
  }
  return specifications;
}

const RATING_HOLDERS = ['aggregaterating', 'rating', 'ratings', 'reviews', 'reviewsummary'];

/**
 * Reads a rating as 0–5 stars with its count, converted from the scale of bestRating. Null without ratings, or if the value
 * exceeds the scale. Only schema.org ratings may omit the count.
 */
export function readRating(fields: Fields): Candidate['rating'] {
  const held = RATING_HOLDERS.flatMap((key) => nodesIn(fields.get(key))).map(fieldsOf);
  const places = [fields, ...held];
  const best = places.map((place) => numberIn(place.get('bestrating'))).find(Boolean) ?? 5;
  const stated = firstOf(places, 'rating', (value) => {
    const number = numberIn(value);
    return number !== null && number > 0 && number <= Math.max(best, 5) ? number : null;
  });
  const counts = [
    ...places.flatMap((place) => FIELD_KEYS.ratingCount.map((key) => place.get(key))),
    ...held.map((place) => place.get('count')),
  ];
  const count = counts.map(countOf).find((each) => each !== null && each > 0) ?? null;
  const isUnrated = !fields.has('aggregaterating') || counts.map(countOf).includes(0);
  if (stated === null || (count === null && isUnrated)) return null;
  const stars = best === 5 || stated > best ? stated : (stated / best) * 5;
  return { value: Math.round(stars * 1000) / 1000, count: count && Math.round(count) };
}

/** Counts are whole, so the comma of "8,631" separates thousands. */
function countOf(value: unknown): number | null {
  const grouped = /\d{1,3}(?:[.,\s]\d{3})+(?!\d)/.exec(textOf(value) ?? '')?.[0];
  return grouped ? Number(grouped.replace(/\D/g, '')) : numberIn(value);
}
