import { isInStock } from '#domain/offers/availability.ts';
import { readGtin } from '#domain/products/gtin.ts';
import type { PageAddress } from '../../page/address.ts';
import { amountRefusal, type Candidate, readAmount } from '../../values/candidate.ts';
import {
  addressOf,
  isNode,
  type SchemaNode,
  scalarText,
  textOf,
  typesOf,
  valuesOf,
} from '../../values/nodes.ts';
import { type Fields, fieldsOf, firstOf, nodesIn, readStock, textOfField } from './fields.ts';
import { describe } from './json-product.ts';
import { isBulk, isUsed } from './price-entries.ts';
import { readPrices } from './prices.ts';

const PRODUCT_TYPES =
  /^(?:product(?:group|model)?|individualproduct|someproducts|vehicle|car|book|(?:music|theater)?event|softwareapplication|course)$/;
const VARIANTS_LIMIT = 500;

/** True if a schema.org node describes goods for sale. */
export function isProductNode(node: SchemaNode): boolean {
  return typesOf(node).some((type) => PRODUCT_TYPES.test(type));
}

/**
 * Reads a schema.org product. With several offers or variants, the page's address identifies its own. If none matches, the
 * cheapest one in stock counts, marked as a "from" price if prices differ.
 */
export function readSchemaProduct(
  node: SchemaNode,
  page: PageAddress,
  source: string,
  nowMs: number,
): { candidate: Candidate; variants: Candidate[] } {
  const fields = fieldsOf(node);
  const own = describe(fields, [fields], page.url, source);
  const variants = nodesIn(fields.get('hasvariant'))
    .slice(0, VARIANTS_LIMIT)
    .map((variant) => variantOf(fieldsOf(variant), own, page.url, nowMs));
  if (variants.length > 0) return { candidate: pick(own, variants, page), variants };
  const offers = readOffers(fields, own, page.url, nowMs).slice(0, VARIANTS_LIMIT);
  const [first] = offers;
  if (!first) return { candidate: own, variants: [] };
  // A marketplace lists the shop's offer first, then one offer per seller.
  const sellers = new Map(offers.toReversed().map((offer) => [offer.seller, offer]));
  if (sellers.size > 1) return { candidate: first, variants: [...sellers.values()].reverse() };
  const keys = new Set(offers.map(({ sku, variant, url }) => `${sku} ${variant} ${url}`));
  const isSplit = offers.length > 1 && keys.size === offers.length;
  return { candidate: pick(own, offers, page), variants: isSplit ? offers : [] };
}

function variantOf(fields: Fields, group: Candidate, base: string, nowMs: number): Candidate {
  const own = describe(fields, [fields], base, group.source);
  const label = ['color', 'size', 'material', 'pattern'].map((key) => textOf(fields.get(key)));
  const variant = label.filter(Boolean).join(' / ') || nameRest(own.name, group.name);
  for (const field of ['name', 'brand', 'imageUrl', 'category', 'description'] as const)
    own[field] ??= group[field];
  own.rating ??= group.rating;
  return { ...(cheapest(readOffers(fields, own, base, nowMs)) ?? own), variant };
}

function nameRest(name: string | null, groupName: string | null): string | null {
  if (!name || !groupName || name === groupName) return null;
  const rest = name.startsWith(groupName) ? name.slice(groupName.length) : name;
  return rest.replace(/^[\s\-–|:,/(]+|[\s)]+$/g, '') || null;
}

/** Selects the offer that the page's address names, else the cheapest. */
function pick(own: Candidate, offers: Candidate[], page: PageAddress): Candidate {
  // Offers of one path may differ in the query alone: "?size=20kg".
  const exact = offers.filter(({ url }) => url === page.url);
  const [shown = null, another] = exact.length > 0 ? exact : offers.filter(page.isAbout);
  const isShown = shown !== null && another === undefined;
  const chosen = isShown ? shown : cheapest(offers);
  if (!chosen) return own;
  const prices = new Set(offers.map((offer) => offer.price).filter(Boolean));
  const isOne = isShown || offers.length === 1;
  const inStock = offers.find((offer) => isInStock(offer.availability));
  return {
    ...chosen,
    name: own.name ?? chosen.name,
    // With another variant's address, the page would not match its own product.
    url: isOne ? (chosen.url ?? own.url) : own.url,
    sku: isShown ? (chosen.sku ?? own.sku) : (own.sku ?? chosen.sku),
    gtin: isOne ? chosen.gtin : own.gtin,
    variant: isShown ? chosen.variant : null,
    availability: (isShown ? chosen : (inStock ?? chosen)).availability,
    fromPrice: chosen.fromPrice || (!isShown && prices.size > 1),
  };
}

function cheapest(offers: readonly Candidate[]): Candidate | undefined {
  const priced = offers.filter((offer) => offer.price);
  const inStock = priced.filter((offer) => isInStock(offer.availability));
  const [best = offers[0]] = (inStock.length > 0 ? inStock : priced).toSorted(
    (one, other) => Number(one.price) - Number(other.price),
  );
  return best;
}

/**
 * Returns the product once for each of its offers, with the price of one piece for a shopper without a membership. Opens an
 * AggregateOffer to its offers; without any it is one offer, at its low price. Drops offers of used goods, for several pieces or
 * in other currencies if others remain.
 */
export function readOffers(
  fields: Fields,
  product: Candidate,
  base: string,
  nowMs: number,
): Candidate[] {
  const entries = nodesIn(fields.get('offers'))
    .map(fieldsOf)
    .flatMap((entry) => {
      const inner = nodesIn(entry.get('offers')).map(fieldsOf);
      return inner.length > 0 ? inner : [entry];
    });
  const usual = entries.filter((entry) => !isUsed(entry) && !isBulk(entry));
  const offers = (usual.length > 0 ? usual : entries).map((entry) =>
    withOffer(product, entry, base, nowMs),
  );
  const inDollars = offers.filter((offer) => offer.currency === 'AUD');
  return inDollars.length > 0 ? inDollars : offers;
}

function withOffer(product: Candidate, fields: Fields, base: string, nowMs: number): Candidate {
  const stated = readPrices(fields, nowMs, { isOffer: true });
  const { price, low, isRange, was, member, currency } = stated;
  const name = textOf(fields.get('name'));
  return {
    ...product,
    url: addressOf(fields.get('url') ?? fields.get('@id'), base) ?? product.url,
    price: price ?? low,
    fromPrice: price === null && isRange,
    currency,
    originalPrice: was,
    memberPrice: member,
    availability: readStock(fields),
    sku: textOf(fields.get('sku')) ?? product.sku,
    gtin: product.gtin ?? firstOf([fields], 'gtin', readGtin),
    seller:
      textOfField([fields], 'seller') ?? textOf(fields.get('seller') ?? fields.get('offeredby')),
    variant: name && nameRest(name, product.name),
    deliveryCost: readDelivery(fields.get('shippingdetails'), currency),
    refusal: (price ?? low) === null ? amountRefusal(valuesOf(fields.get('price'))[0]) : null,
  };
}

/** Returns the delivery cost for Australia, or for any country if none is named. */
function readDelivery(value: unknown, currency: string | null): string | null {
  for (const details of nodesIn(value)) {
    const countries = nodesIn(details['shippingDestination'])
      .flatMap((place) => valuesOf(place['addressCountry']))
      .map((country) => textOf(country)?.toUpperCase() ?? '');
    const isHere =
      countries.length === 0 || countries.some((name) => /^AU(?:STRALIA)?$/.test(name));
    const rate = isHere ? valuesOf(details['shippingRate']).find(isNode) : undefined;
    const cost = rate?.['value'] ?? rate?.['price'];
    if (rate) return /^0(?:\.0+)?$/.test(scalarText(cost)) ? '0' : readAmount(cost, currency);
  }
  return null;
}
