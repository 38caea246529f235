/* A retailer's delivery and price promise in answers: dollars, sentences and public addresses. */
import { z } from 'zod';
import type { ProductWithOffers } from '#db/queries/products/product-detail.ts';
import { publicDemoUrl } from '#domain/demo-shops.ts';
import { cents, dollars } from '#domain/money.ts';
import { deliveryOf } from '#domain/retailers/delivered-price.ts';
import { deliverySentences, promiseConditions, promiseText } from '#domain/retailers/facts-text.ts';
import { priceMatches } from '#domain/retailers/price-match.ts';
import { EXCLUDED, PROMISES, type RetailerFacts } from '#domain/retailers/retailer-facts.ts';

/** A parameter: where the goods go. Nothing stores it. */
export const postcode = z
  .string()
  .regex(/^\d{4}$/, 'A postcode has four digits.')
  .optional()
  .describe('Four digits; some shops state delivery by postcode');

const read = {
  source: z.string().describe('The page that says so'),
  checkedOn: z.iso.date().describe('The day on which a person read it there'),
};
const amount = z.number().min(0).nullable();

/** What a retailer says of its delivery. */
export const deliveryShape = z.object({
  rates: z
    .array(
      z.object({
        cost: z.number().min(0).describe('Dollars for an order'),
        postcodes: z.array(z.string()).optional().describe('Where it applies: 3000 or 3000-3207'),
        area: z.string().optional().describe('Where it applies, named without postcodes'),
      }),
    )
    .describe('One without postcodes or area applies everywhere else; none where the cost varies'),
  freeFrom: amount.describe('Goods of so many dollars are delivered free'),
  pickUp: amount.describe('Dollars for collecting an order; null if not stated'),
  text: z.string(),
  ...read,
});

/** What a retailer promises where another shop is cheaper. */
export const promiseShape = z.object({
  promise: z.enum(PROMISES),
  percent: z.number().nullable().describe('Off the lower price, or off the difference'),
  excludes: z.array(z.enum(EXCLUDED)),
  text: z.string().describe('“beats a lower price by 5%”'),
  conditions: z.array(z.string()),
  ...read,
});

const dollarsOf = (amountCents: number | null) =>
  amountCents === null ? null : dollars(cents(amountCents));

/** Converts a stored fact. */
export function toDelivery(
  fact: RetailerFacts['delivery'],
  siteUrl: string,
): z.output<typeof deliveryShape> | null {
  if (!fact) return null;
  return {
    rates: fact.rates.map(({ costCents, ...where }) => ({
      cost: dollars(cents(costCents)),
      ...where,
    })),
    freeFrom: dollarsOf(fact.freeFromCents),
    pickUp: dollarsOf(fact.pickUpCents),
    text: deliverySentences(fact).join(' '),
    source: publicDemoUrl(fact.source, siteUrl),
    checkedOn: fact.checkedOn,
  };
}

/** Converts a stored fact. */
export function toPromise(
  fact: RetailerFacts['priceMatch'],
  siteUrl: string,
): z.output<typeof promiseShape> | null {
  if (!fact) return null;
  const { note: _, ...stated } = fact;
  return {
    ...stated,
    text: promiseText(fact),
    conditions: promiseConditions(fact),
    source: publicDemoUrl(fact.source, siteUrl),
  };
}

/** A shop's promise that lowers its price of the product, and the offer that it may be shown. */
export const priceMatchShape = promiseShape.extend({
  offerId: z.uuid(),
  shop: z.string(),
  price: z.number().describe('What the shop asks now'),
  promised: z.number().describe('What its promise comes to'),
  against: z.object({
    offerId: z.uuid(),
    shop: z.string(),
    price: z.number(),
    url: z.string(),
    readAt: z.iso.datetime(),
  }),
});

/** The promises of the shops that sell a product, lowest price first. */
export function toPriceMatches(offers: ProductWithOffers['offers'], siteUrl: string) {
  return priceMatches(offers, Date.now()).flatMap(({ offer, fact, against, promisedCents }) => {
    const promise = toPromise(fact, siteUrl);
    if (!promise) return [];
    return {
      ...promise,
      offerId: offer.offerId,
      shop: offer.retailerName,
      price: dollars(offer.priceCents),
      promised: dollars(promisedCents),
      against: {
        offerId: against.offerId,
        shop: against.retailerName,
        price: dollars(against.priceCents),
        url: publicDemoUrl(against.url, siteUrl),
        readAt: against.lastSeenAt.toISOString(),
      },
    };
  });
}

export const deliveredShape = z.object({
  price: z.number().describe('With delivery, in dollars'),
  cost: z.number().min(0),
  isFrom: z.boolean().describe('True if it may cost more: the least that the shop states'),
  by: z.enum(['offer', 'shop']).describe('Stated with this offer, or for all orders'),
});

/** An offer's price with delivery to a postcode; null if not known. */
export function toDelivered(
  offer: ProductWithOffers['offers'][number],
  postcode: string | null,
): z.output<typeof deliveredShape> | null {
  const { priceCents, deliveryCents, shopDelivery } = offer;
  const order = [{ costCents: priceCents, deliveryCents }];
  const delivery = deliveryOf(order, shopDelivery, postcode);
  if (!delivery) return null;
  return {
    price: dollars(cents(priceCents + delivery.cents)),
    cost: dollars(delivery.cents),
    isFrom: delivery.isFrom,
    by: deliveryCents === null ? 'shop' : 'offer',
  };
}
