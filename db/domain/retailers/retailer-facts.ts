/*
 * What a retailer says of its delivery and its price promise, as a person read it: each fact has the address it was read at and the day.
 * Profile files, /admin and the database hold the same JSON. Browser code imports the types alone.
 */
import { z } from 'zod';

const centsOf = (least: number) => z.int().min(least).max(1_000_000);
const read = {
  /** The page that says so. */
  source: z.url({ protocol: /^https?$/ }),
  /** The day on which a person read it there. */
  checkedOn: z.iso.date(),
  /** What else shoppers must know: 'Bulky goods cost more.' */
  note: z
    .string()
    .regex(/^[A-Z].{5,250}\.$/, 'a sentence for shoppers')
    .exactOptional(),
};

const rate = z.strictObject({
  costCents: centsOf(0),
  /** Where it applies: '3000' or '3000-3207'. Without postcodes and area: everywhere else. */
  postcodes: z
    .array(z.string().regex(/^\d{4}(?:-\d{4})?$/, 'a postcode or a range such as 3000-3207'))
    .min(1)
    .max(100)
    .exactOptional(),
  /** Where it applies, if the shop names an area without its postcodes: 'metro areas'. */
  area: z.string().min(3).max(60).exactOptional(),
});

const deliveryFact = z.strictObject({
  /** Standard delivery of an order; none where the cost varies and the shop states no amount. */
  rates: z.array(rate).max(20),
  /** Goods of at least this are delivered free; null without such a threshold. */
  freeFromCents: centsOf(1).nullable(),
  /** Collecting an order at a store; null if not stated or not offered. */
  pickUpCents: centsOf(0).nullable(),
  ...read,
});

/** What a promise is: to match the lower price, to go below it by a percentage, or by a percentage of the difference; or that there is none. */
export const PROMISES = ['match', 'beat', 'beat-difference', 'none'] as const;
/** Offers for which a promise does not hold and that our data can tell. */
export const EXCLUDED = ['marketplace', 'online-only'] as const;

const priceMatchFact = z
  .strictObject({
    promise: z.enum(PROMISES),
    /** Of the lower price, or of the difference; null for the other promises. */
    percent: z.number().gt(0).max(50).nullable(),
    excludes: z.array(z.enum(EXCLUDED)),
    ...read,
  })
  .refine(({ promise, percent }) => promise.startsWith('beat') === (percent !== null), {
    path: ['percent'],
    message: 'a number for beat and beat-difference, null otherwise',
  });

/** The facts of a retailer; null where nobody has read them. */
export const retailerFacts = z.strictObject({
  delivery: deliveryFact.nullable().default(null),
  priceMatch: priceMatchFact.nullable().default(null),
});

export type DeliveryFact = z.infer<typeof deliveryFact>;
export type PriceMatchFact = z.infer<typeof priceMatchFact>;
export type RetailerFacts = z.infer<typeof retailerFacts>;
