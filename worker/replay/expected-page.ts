import { z } from 'zod';

const amount = z.union([z.string(), z.number().transform(String)]).nullish();
const text = z.string().nullish();
const texts = z.array(z.string()).nullish();

const expectedItem = z.object({
  name: z.string(),
  name_alt: texts,
  price: amount,
  price_accept: z.array(z.string()).nullish(),
  originalPrice: amount,
  availability: text,
  sku: text,
  gtin: text,
  url: text,
});

/** The correct values of a page. A missing key means unknown, null means "none on the page". */
export const expectedReading = expectedItem.partial().extend({
  currency: text,
  brand: text,
  gtin_alt: texts,
  sku_accept: texts,
  rating: z.object({ value: z.number(), count: z.number().nullish() }).nullish(),
  items: z.array(expectedItem).optional(),
});

/** One line of expected.json. */
export const expectedPage = z.object({
  /** Path within the folder. */
  file: z.string().min(1),
  url: text,
  /** 'blocked' and 'no-product' pages must yield no offer; other kinds have expected values. */
  kind: z.string(),
  expected: expectedReading,
});

export type ExpectedPage = z.infer<typeof expectedPage>;
export type ExpectedReading = z.infer<typeof expectedReading>;
export type ExpectedItem = z.infer<typeof expectedItem>;
