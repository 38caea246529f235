import { type Availability, parseAvailability } from '#domain/availability.ts';
import { firstAmount, firstCurrency, isAbove } from './amount.ts';
import {
  absoluteAddress,
  isNode,
  propertyOf,
  type SchemaNode,
  textOf,
  typesOf,
  valuesOf,
} from './schema-node.ts';

/** One schema.org Offer, reduced to what a shopper without card or membership pays for one piece. */
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
  /** The low end of an AggregateOffer's range. */
  fromPrice: boolean;
  name: string | null;
}

/** Opens Offer, AggregateOffer and plain prices to a flat list of offers; an AggregateOffer without offers is one. */
export function readOffers(value: unknown, base: string): SchemaOffer[] {
  return valuesOf(value).flatMap((entry) => {
    if (!isNode(entry)) return [];
    const inner = valuesOf(propertyOf(entry, 'offers', 'offer')).filter(isNode);
    const isAggregate =
      typesOf(entry).includes('aggregateoffer') || propertyOf(entry, 'lowPrice', 'lowprice');
    if (inner.length > 0) return inner.map((offer) => readOffer(withDefaults(offer, entry), base));
    return [isAggregate ? readAggregate(entry, base) : readOffer(entry, base)];
  });
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
  const specifications = valuesOf(
    propertyOf(node, 'priceSpecification', 'pricespecification'),
  ).filter(isNode);
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
    name: textOf(propertyOf(node, 'name')),
  };
}

interface SpecifiedPrices {
  plain: string | null;
  sale: string | null;
  list: string | null;
  member: string | null;
}

/** Sorts priceSpecification entries by kind; unit prices, instalments and multi-buys are none of them. */
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
    else if (propertyOf(spec, 'referenceQuantity', 'billingDuration', 'billingIncrement')) continue;
    else if (/invoice|install?ment|unit|minimum/.test(kind) || isBulk(spec)) continue;
    else if (/sale|promo|offer|current/.test(kind)) prices.sale ??= amount;
    else prices.plain ??= amount;
  }
  return prices;
}

function isBulk(spec: SchemaNode): boolean {
  const quantity = valuesOf(propertyOf(spec, 'eligibleQuantity')).find(isNode);
  return quantity !== undefined && Number(propertyOf(quantity, 'minValue', 'value') ?? 1) > 1;
}

function readDelivery(value: unknown, currency: string | null): string | null {
  for (const details of valuesOf(value).filter(isNode)) {
    const rate = valuesOf(propertyOf(details, 'shippingRate')).find(isNode);
    if (!rate) continue;
    const cost = propertyOf(rate, 'value', 'price');
    if (Number(cost) === 0) return '0';
    return firstAmount(cost, currency);
  }
  return null;
}
