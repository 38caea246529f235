import { isInStock } from '#domain/offers/availability.ts';
import { type Candidate, emptyCandidate, isAbove, readGtin } from '../../values/candidate.ts';
import {
  addressOf,
  isNode,
  propertyOf,
  type SchemaNode,
  scalarText,
  textOf,
  typesOf,
  valuesOf,
} from '../../values/nodes.ts';
import { readOffers, type SchemaOffer } from './offer.ts';

const PRODUCT_TYPES = new Set(
  'product productgroup individualproduct productmodel someproducts vehicle car book'.split(' '),
);
/** Types of goods that are not subtypes of Product. */
const SELLABLE_TYPES = new Set(
  'event musicevent theaterevent softwareapplication course'.split(' '),
);
const VARIANT_PROPERTIES = ['color', 'size', 'material', 'pattern'] as const;

/** A product with the offers that share its page. */
export interface SchemaProduct {
  product: Candidate;
  variants: Candidate[];
}

/** True if the node describes goods for sale. */
export function isProductNode(node: SchemaNode): boolean {
  const types = typesOf(node);
  if (types.some((type) => PRODUCT_TYPES.has(type))) return true;
  return types.some((type) => SELLABLE_TYPES.has(type));
}

/**
 * Reads a Product or ProductGroup node. With several offers or variants, `isPage` identifies the page's own. If none
 * matches, the cheapest one in stock counts, marked as a "from" price if prices differ.
 */
export function readSchemaProduct(
  node: SchemaNode,
  base: string,
  source: string,
  isPage: (variant: { url: string | null; sku: string | null }) => boolean,
): SchemaProduct {
  const own = readDescription(node, base, source);
  const variants = valuesOf(propertyOf(node, 'hasVariant')).filter(isNode);
  if (variants.length > 0) {
    const read = variants.slice(0, 500).map((variant) => variantOf(variant, own, base, source));
    return { product: pick(own, read, isPage), variants: read };
  }
  const offers = readOffers(propertyOf(node, 'offers', 'offer', 'Offers'), base);
  const priced = offers.slice(0, 500).map((offer) => withOffer(own, offer));
  if (priced.length === 0) return { product: own, variants: [] };
  // A marketplace lists the shop's offer first, then one offer per seller.
  if (new Set(offers.map((offer) => offer.seller)).size > 1)
    return { product: priced[0] ?? own, variants: firstOfEachSeller(priced) };
  const isSplit =
    new Set(offers.map((offer) => offer.sku ?? offer.name ?? offer.url)).size === offers.length;
  return {
    product: pick(own, priced, isPage),
    variants: priced.length > 1 && isSplit ? priced : [],
  };
}

function firstOfEachSeller(offers: readonly Candidate[]): Candidate[] {
  return [...new Map(offers.toReversed().map((offer) => [offer.seller, offer])).values()].reverse();
}

function readDescription(node: SchemaNode, base: string, source: string): Candidate {
  const url = propertyOf(node, 'url', '@id');
  return {
    ...emptyCandidate(source),
    name: textOf(propertyOf(node, 'name', 'title', 'headline')),
    url: typeof url === 'string' || Array.isArray(url) ? addressOf(url, base) : null,
    brand: textOf(propertyOf(node, 'brand')) ?? textOf(propertyOf(node, 'manufacturer')),
    gtin: firstGtin(node),
    mpn: textOf(propertyOf(node, 'mpn', 'model')),
    sku: textOf(propertyOf(node, 'sku', 'SKU')) ?? productIdOf(node),
    rating: readRating(propertyOf(node, 'aggregateRating', 'aggregaterating')),
    imageUrl: addressOf(propertyOf(node, 'image', 'images'), base),
    category: textOf(propertyOf(node, 'category')),
    description: textOf(propertyOf(node, 'description')),
    specifications: {
      ...readTraits(node),
      ...readProperties(propertyOf(node, 'additionalProperty')),
    },
  };
}

function productIdOf(node: SchemaNode): string | null {
  const id = textOf(propertyOf(node, 'productID', 'productId', 'productid'));
  return id?.replace(/^(?:sku|mpn|id):/i, '') ?? null;
}

function firstGtin(node: SchemaNode): string | null {
  const stated = [
    'gtin13',
    'gtin',
    'gtin14',
    'gtin12',
    'gtin8',
    'ean',
    'isbn',
    'mpn',
    'sku',
    'productID',
  ];
  for (const name of stated) {
    const value = propertyOf(node, name);
    // In other fields, only a full-length code is a GTIN; shorter codes may be valid by chance.
    if (/mpn|sku|product/i.test(name) && !/^\d{12,14}$/.test(scalarText(value))) continue;
    const gtin = readGtin(valuesOf(value)[0]);
    if (gtin) return gtin;
  }
  return null;
}

/** Labels of schema.org properties that are shown as specifications. */
const TRAITS = { color: 'Colour', size: 'Size', material: 'Material' } as const;

function readTraits(node: SchemaNode): Record<string, string> {
  const traits: Record<string, string> = {};
  for (const [property, label] of Object.entries(TRAITS)) {
    const text = textOf(propertyOf(node, property));
    if (text && text.length <= 100) traits[label] = text;
  }
  return traits;
}

function readProperties(value: unknown): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const entry of valuesOf(value).slice(0, 100)) {
    if (!isNode(entry)) continue;
    const name = textOf(propertyOf(entry, 'name', 'propertyID'));
    const text = textOf(propertyOf(entry, 'value'));
    if (name && text && name !== '__proto__') properties[name] = text;
  }
  return properties;
}

function variantOf(node: SchemaNode, group: Candidate, base: string, source: string): Candidate {
  const own = readDescription(node, base, source);
  const offers = readOffers(propertyOf(node, 'offers'), base);
  const offer = cheapest(offers.map((each) => withOffer(own, each)));
  const label = VARIANT_PROPERTIES.map((property) => textOf(propertyOf(node, property))).filter(
    Boolean,
  );
  const candidate = offer ?? own;
  return {
    ...candidate,
    name: own.name ?? group.name,
    brand: own.brand ?? group.brand,
    rating: own.rating ?? group.rating,
    imageUrl: own.imageUrl ?? group.imageUrl,
    category: own.category ?? group.category,
    description: own.description ?? group.description,
    variant: label.length > 0 ? label.join(' / ') : nameRest(own.name, group.name),
  };
}

function nameRest(name: string | null, groupName: string | null): string | null {
  if (!name || !groupName || name === groupName) return null;
  const rest = name.startsWith(groupName) ? name.slice(groupName.length) : name;
  return rest.replace(/^[\s\-–|:,/(]+|[\s)]+$/g, '') || null;
}

function withOffer(product: Candidate, offer: SchemaOffer): Candidate {
  return {
    ...product,
    price: offer.price,
    currency: offer.currency,
    originalPrice: offer.originalPrice,
    memberPrice: offer.memberPrice,
    availability: offer.availability,
    url: offer.url ?? product.url,
    sku: offer.sku ?? product.sku,
    gtin: product.gtin ?? readGtin(offer.gtin),
    seller: offer.seller,
    deliveryCost: offer.deliveryCost,
    fromPrice: offer.fromPrice,
    refusal: offer.refusal,
    variant: offer.name && offer.name !== product.name ? nameRest(offer.name, product.name) : null,
  };
}

function pick(
  own: Candidate,
  offers: Candidate[],
  isPage: (variant: { url: string | null; sku: string | null }) => boolean,
): Candidate {
  const shown = offers.filter(isPage);
  const chosen = shown.length === 1 ? shown[0] : cheapest(offers);
  if (!chosen) return own;
  const prices = new Set(offers.map((offer) => offer.price).filter(Boolean));
  const isDecided = shown.length === 1 || prices.size <= 1;
  const anyInStock = offers.find((offer) => isInStock(offer.availability));
  return {
    ...chosen,
    name: own.name ?? chosen.name,
    // With another variant's address, the page would not match its own product.
    url: shown.length === 1 || offers.length === 1 ? (chosen.url ?? own.url) : own.url,
    sku: own.sku ?? chosen.sku,
    gtin: shown.length === 1 || offers.length === 1 ? chosen.gtin : own.gtin,
    variant: shown.length === 1 ? chosen.variant : null,
    availability:
      isDecided && shown.length === 1 ? chosen.availability : (anyInStock ?? chosen).availability,
    fromPrice: chosen.fromPrice || !isDecided,
  };
}

function cheapest(offers: Candidate[]): Candidate | undefined {
  const inStock = offers.filter((offer) => offer.price && isInStock(offer.availability));
  const priced = inStock.length > 0 ? inStock : offers.filter((offer) => offer.price);
  return (
    priced.reduce<Candidate | undefined>(
      (best, offer) => (!best || isAbove(best.price ?? '0', offer.price ?? '0') ? offer : best),
      undefined,
    ) ?? offers[0]
  );
}

/**
 * Reads an aggregateRating node as 0–5 stars with its count, converted from the scale of bestRating. Null without ratings, or if the
 * value exceeds the scale.
 */
export function readRating(value: unknown): { value: number; count: number | null } | null {
  const node = valuesOf(value).find(isNode);
  if (!node) return null;
  const stated = numberOf(propertyOf(node, 'ratingValue', 'ratingvalue'));
  const best = numberOf(propertyOf(node, 'bestRating', 'bestrating')) ?? 5;
  const counts = ['reviewCount', 'ratingCount', 'reviewcount', 'ratingcount'].map((name) =>
    countOf(propertyOf(node, name)),
  );
  const count = counts.find((each) => each !== null && each > 0) ?? null;
  if (stated === null || stated <= 0 || best <= 0 || stated > Math.max(best, 5)) return null;
  if (count === null && counts.includes(0)) return null;
  const stars = best === 5 || stated > best ? stated : (stated / best) * 5;
  return {
    value: Math.round(stars * 1000) / 1000,
    count: count === null ? null : Math.round(count),
  };
}

/** Counts are whole, so the comma of "8,631" separates thousands. */
function countOf(value: unknown): number | null {
  const grouped = /\d{1,3}(?:[.,\s]\d{3})+(?!\d)/.exec(textOf(value) ?? '')?.[0];
  return grouped ? Number(grouped.replace(/\D/g, '')) : numberOf(value);
}

function numberOf(value: unknown): number | null {
  const text = textOf(value);
  const match = /\d+(?:[.,]\d+)?/.exec(text ?? '');
  const number = match ? Number(match[0].replace(',', '.')) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
