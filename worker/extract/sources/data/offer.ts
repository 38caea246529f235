import { readGtin } from '#domain/products/gtin.ts';
import {
  amountRefusal,
  type Candidate,
  emptyCandidate,
  firstAmount,
} from '../../values/candidate.ts';
import { absoluteAddress, isNode, scalarText, textOf, valuesOf } from '../../values/nodes.ts';
import { type Fields, fieldsOf, firstOf, nodesIn, readStock, textOfField } from './fields.ts';
import { isBulk, isUsed } from './price-entries.ts';
import { readPrices } from './prices.ts';

/**
 * Reads schema.org offers as candidates: the price of one piece for a shopper without a membership. Opens an AggregateOffer to
 * its offers; without any it is one offer, at its low price. Drops offers of used goods, for several pieces or in other
 * currencies if others remain.
 */
export function readOffers(value: unknown, base: string): Candidate[] {
  const entries = nodesIn(value)
    .map(fieldsOf)
    .flatMap((entry) => {
      const inner = nodesIn(entry.get('offers') ?? entry.get('offer')).map(fieldsOf);
      return inner.length > 0 ? inner.map((offer) => withDefaults(offer, entry)) : [entry];
    });
  const usual = entries.filter((entry) => !isUsed(entry) && !isBulk(entry));
  const offers = (usual.length > 0 ? usual : entries).map((entry) => readOffer(entry, base));
  const inDollars = offers.filter((offer) => offer.currency === 'AUD');
  return inDollars.length > 0 ? inDollars : offers;
}

/** Adds what an AggregateOffer states for all of its offers. */
function withDefaults(offer: Fields, aggregate: Fields): Fields {
  const defaults = [...aggregate].filter(([key]) => /^(?:pricecurrency|availability)$/.test(key));
  return new Map([...defaults, ...offer]);
}

function readOffer(fields: Fields, base: string): Candidate {
  const { price, low, isRange, was, member, currency } = readPrices(fields, true);
  const url = valuesOf(fields.get('url') ?? fields.get('@id'))[0];
  return {
    ...emptyCandidate('offer'),
    name: textOf(fields.get('name')),
    url: typeof url === 'string' ? absoluteAddress(url, base) : null,
    price: price ?? low,
    fromPrice: price === null && isRange,
    currency,
    originalPrice: was,
    memberPrice: member,
    availability: readStock(fields),
    sku: textOf(fields.get('sku')),
    gtin: firstOf([fields], 'gtin', readGtin),
    seller:
      textOfField([fields], 'seller') ?? textOf(fields.get('seller') ?? fields.get('offeredby')),
    deliveryCost: readDelivery(fields.get('shippingdetails'), currency),
    refusal: (price ?? low) === null ? amountRefusal(valuesOf(fields.get('price'))[0]) : null,
  };
}

/** Returns the delivery cost for Australia, or for any country if none is named. */
function readDelivery(value: unknown, currency: string | null): string | null {
  for (const details of nodesIn(value)) {
    const countries = nodesIn(details['shippingDestination'])
      .flatMap((place) => valuesOf(place['addressCountry']))
      .map((country) => textOf(country)?.toUpperCase());
    if (countries.length > 0 && !countries.some((name) => name === 'AU' || name === 'AUSTRALIA'))
      continue;
    const rate = valuesOf(details['shippingRate']).find(isNode);
    const cost = rate?.['value'] ?? rate?.['price'];
    if (rate)
      return Number(scalarText(cost) || Number.NaN) === 0 ? '0' : firstAmount(cost, currency);
  }
  return null;
}
