import { type Availability, parseAvailability } from '#domain/offers/availability.ts';
import type { Candidate } from '../../values/candidate.ts';
import { amountRefusal, firstAmount, firstCurrency, isAbove } from '../../values/candidate.ts';
import {
  absoluteAddress,
  isNode,
  propertyOf,
  type SchemaNode,
  scalarNumber,
  scalarText,
  textOf,
  typesOf,
  valuesOf,
} from '../../values/nodes.ts';

/** One schema.org Offer, reduced to the price of one piece for a shopper without a card or membership. */
export interface SchemaOffer {
  price: string | null;
  currency: string | null;
  originalPrice: string | null;
  memberPrice: string | null;
  availability: Availability;
  url: string | null;
  sku: string | null;
  gtin: unknown;
  seller: string | null;
  deliveryCost: string | null;
  /** True for the low end of an AggregateOffer's range. */
  fromPrice: boolean;
  refusal: Candidate['refusal'];
  name: string | null;
}

/**
 * Opens Offer, AggregateOffer and plain prices to a flat list of offers; an AggregateOffer without offers is one offer. Drops
 * offers of used goods, for several pieces or in other currencies if others remain.
 */
export function readOffers(value: unknown, base: string): SchemaOffer[] {
  const entries = valuesOf(value).flatMap((entry) => {
    if (!isNode(entry)) return [];
    const inner = valuesOf(propertyOf(entry, 'offers', 'offer')).filter(isNode);
    return inner.length > 0 ? inner.map((offer) => withDefaults(offer, entry)) : [entry];
  });
  const usual = entries.filter((entry) => !isUsed(entry) && !isForMany(entry));
  const offers = (usual.length > 0 ? usual : entries).map((entry) => {
    const isAggregate =
      typesOf(entry).includes('aggregateoffer') || propertyOf(entry, 'lowPrice', 'lowprice');
    return isAggregate ? readAggregate(entry, base) : readOffer(entry, base);
  });
  const inDollars = offers.filter((offer) => offer.currency === 'AUD');
  return inDollars.length > 0 ? inDollars : offers;
}

/** True for "open box" and refurbished goods, which shops list with the new ones. */
function isUsed(offer: SchemaNode): boolean {
  return /used|refurbished|damaged/i.test(textOf(propertyOf(offer, 'itemCondition')) ?? '');
}

function withDefaults(offer: SchemaNode, aggregate: SchemaNode): SchemaNode {
  const currency = propertyOf(offer, 'priceCurrency') ?? propertyOf(aggregate, 'priceCurrency');
  const availability = propertyOf(offer, 'availability') ?? propertyOf(aggregate, 'availability');
  return { ...offer, priceCurrency: currency, availability };
}

function readAggregate(node: SchemaNode, base: string): SchemaOffer {
  const low = propertyOf(node, 'lowPrice', 'lowprice', 'price');
  const offer = readOffer({ ...node, price: low }, base);
  const high = firstAmount(propertyOf(node, 'highPrice', 'highprice'), offer.currency);
  return {
    ...offer,
    fromPrice: high !== null && offer.price !== null && isAbove(high, offer.price),
  };
}

function readOffer(node: SchemaNode, base: string): SchemaOffer {
  // Prefer prices that apply today and include tax.
  const specifications = valuesOf(propertyOf(node, 'priceSpecification', 'pricespecification'))
    .filter(isNode)
    .filter((each, _index, all) => all.length === 1 || (!isBeforeTax(each) && isCurrent(each)));
  const stated = propertyOf(node, 'price', 'Price');
  const currency =
    firstCurrency(propertyOf(node, 'priceCurrency', 'pricecurrency', 'currency')) ??
    specifications
      .map((spec) => firstCurrency(propertyOf(spec, 'priceCurrency', 'currency')))
      .find(Boolean) ??
    firstCurrency(stated);
  const kinds = readSpecifications(specifications, currency);
  const price = firstAmount(stated, currency) ?? kinds.sale ?? kinds.plain;
  const url = propertyOf(node, 'url', '@id');
  return {
    price,
    currency,
    originalPrice: kinds.list && price && isAbove(kinds.list, price) ? kinds.list : null,
    memberPrice: kinds.member,
    availability: parseAvailability(textOf(propertyOf(node, 'availability', 'Availability'))),
    url: typeof url === 'string' ? absoluteAddress(url, base) : null,
    sku: textOf(propertyOf(node, 'sku', 'SKU')),
    gtin: propertyOf(node, 'gtin13', 'gtin', 'gtin12', 'gtin14', 'gtin8'),
    seller: textOf(propertyOf(node, 'seller', 'offeredBy')),
    deliveryCost: readDelivery(propertyOf(node, 'shippingDetails'), currency),
    fromPrice: false,
    refusal: price === null ? amountRefusal(valuesOf(stated)[0]) : null,
    name: textOf(propertyOf(node, 'name')),
  };
}

interface SpecifiedPrices {
  plain: string | null;
  sale: string | null;
  list: string | null;
  member: string | null;
}

/** Sorts priceSpecification entries by kind and skips unit prices, instalments and multi-buys. */
function readSpecifications(
  specifications: SchemaNode[],
  currency: string | null,
): SpecifiedPrices {
  const prices: SpecifiedPrices = { plain: null, sale: null, list: null, member: null };
  for (const spec of specifications) {
    const amount = firstAmount(propertyOf(spec, 'price', 'minPrice'), currency);
    if (!amount) continue;
    const kind = (textOf(propertyOf(spec, 'priceType', 'name')) ?? '').toLowerCase();
    if (propertyOf(spec, 'validForMemberTier') || /member|loyal|card/.test(kind))
      prices.member ??= amount;
    else if (/list|srp|strikethrough|msrp|regular|rrp|was/.test(kind)) prices.list ??= amount;
    else if (propertyOf(spec, 'billingDuration', 'billingIncrement') || isPerMeasure(spec))
      continue;
    else if (/invoice|install?ment|unit|minimum/.test(kind) || isForMany(spec)) continue;
    else if (/sale|promo|offer|current/.test(kind)) prices.sale ??= amount;
    else prices.plain ??= amount;
  }
  return prices;
}

/** True for the price of a kilogram, litre or metre, not of one piece (UN/CEFACT codes C62, EA, H87). */
function isPerMeasure(spec: SchemaNode): boolean {
  const quantity = valuesOf(propertyOf(spec, 'referenceQuantity')).find(isNode);
  if (!quantity) return propertyOf(spec, 'referenceQuantity') !== undefined;
  const isPiece = /^(?:c62|ea|each|h87|pce)$/i.test(
    textOf(propertyOf(quantity, 'unitCode', 'unitText')) ?? '',
  );
  return !isPiece || scalarNumber(propertyOf(quantity, 'value') ?? 1) !== 1;
}

/** True for a price that asks for two pieces or more. */
function isForMany(spec: SchemaNode): boolean {
  const quantity = valuesOf(propertyOf(spec, 'eligibleQuantity')).find(isNode);
  return quantity !== undefined && scalarNumber(propertyOf(quantity, 'minValue', 'value') ?? 1) > 1;
}

/** True for a price before GST, which trade shops state beside the retail price. */
function isBeforeTax(spec: SchemaNode): boolean {
  return /^false$/i.test(scalarText(propertyOf(spec, 'valueAddedTaxIncluded')));
}

/** False for a price that starts later. Past end dates are ignored, since shops forget to update them. */
function isCurrent(spec: SchemaNode): boolean {
  const from = Date.parse(textOf(propertyOf(spec, 'validFrom')) ?? '');
  return !(from > Date.now());
}

function readDelivery(value: unknown, currency: string | null): string | null {
  for (const details of valuesOf(value).filter(isNode)) {
    if (!isSentHere(details)) continue;
    const rate = valuesOf(propertyOf(details, 'shippingRate')).find(isNode);
    if (!rate) continue;
    const cost = propertyOf(rate, 'value', 'price');
    if (scalarNumber(cost) === 0) return '0';
    return firstAmount(cost, currency);
  }
  return null;
}

/** False when the delivery is stated for other countries only. */
function isSentHere(details: SchemaNode): boolean {
  const places = valuesOf(propertyOf(details, 'shippingDestination')).filter(isNode);
  const countries = places.flatMap((place) => valuesOf(propertyOf(place, 'addressCountry')));
  const names = countries.map((country) => textOf(country)?.toUpperCase());
  return names.length === 0 || names.some((name) => name === 'AU' || name === 'AUSTRALIA');
}
