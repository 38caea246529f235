import type { Availability } from './availability.ts';

/** Why a page or an offer on it gave no price; stored with the page for operators. */
export const READING_REFUSALS = [
  'blocked', // bot wall, captcha, access denied
  'needs-script', // an empty shell that scripts would fill; no refusal
  'not-a-product', // landing page, soft 404
  'no-price', // a product without a price
  'price-not-positive', // 0, negative, NaN or Infinity
  'price-implausible', // outside what the category and the offer's history allow
  'currency-not-aud', // another currency, or none proven
  'name-missing',
  'too-complex', // nesting or size past the parser's limits
] as const;
export type ReadingRefusal = (typeof READING_REFUSALS)[number];

/** An offer as a page states it, before any guard. Decimals are exact texts ('12.99'), never floats. */
export interface OfferReading {
  name: string;
  /** Absolute, canonical. */
  url: string;
  price: string | null;
  /** ISO 4217, if the page proves one. */
  currency: string | null;
  /** The "was" price as printed, only if above `price`. */
  originalPrice: string | null;
  availability: Availability;
  brand: string | null;
  /** 8, 12, 13 or 14 digits with a valid check digit and no in-store prefix. */
  gtin: string | null;
  mpn: string | null;
  sku: string | null;
  rating: { value: number; count: number | null } | null;
  imageUrl: string | null;
  category: string | null;
  description: string | null;
  specifications: Record<string, string>;
  /** Name of the marketplace seller; null when the retailer itself sells. */
  seller: string | null;
  /** Distinguishes offers that share a URL: 'Black / 256 GB'. */
  variant: string | null;
  unitPrice: UnitPrice | null;
  /** Conditional prices are separate from `price`. */
  memberPrice: string | null;
  multiBuy: { quantity: number; total: string } | null;
  deliveryCost: string | null;
  /** Source of the price: 'json-ld', 'microdata', 'next-data' …; several agreeing ones are joined by '+'. */
  source: string;
}

/** `price` dollars per `quantity` of `unit` (kg, g, L, mL, m, each …). */
export interface UnitPrice {
  price: string;
  quantity: number;
  unit: string;
}

/** The reading of one fetched body. Exactly one of product, items and rejected carries the result. */
export interface PageReading {
  product: OfferReading | null;
  /** The variants of a product page (ProductGroup); empty for a single product. */
  variants: OfferReading[];
  /** The address that a product page names as its own, under which its offers are; null when it names none. */
  canonicalUrl: string | null;
  /** Offers of a list page or a JSON answer. */
  items: OfferReading[];
  /** Same-host links worth following, absolute: products, further pages of the list, and others that may lead to lists. */
  links: { products: string[]; lists: string[]; others: string[] };
  rejected: ReadingRefusal | null;
}
