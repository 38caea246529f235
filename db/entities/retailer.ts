import { defineEntity, p } from '@mikro-orm/core';
import type { FoundShop } from '#domain/retailers/found-shop.ts';
import type { DeliveryFact, PriceMatchFact } from '#domain/retailers/retailer-facts.ts';

const RETAILER_STATUSES = ['enabled', 'disabled'] as const;
export type RetailerStatus = (typeof RETAILER_STATUSES)[number];
const RETAILER_KINDS = ['demo', 'real', 'feed'] as const;
/** Start addresses of a retailer's crawl, and facts about its pages that only a person can state. */
export interface Discovery {
  sitemap: boolean;
  /** Addresses of the sitemaps if not /sitemap.xml; none or empty uses that. */
  sitemapUrls?: string[];
  listUrls: string[];
  /** '{query}' stands for the encoded search words; null when the shop's search must not be used. */
  searchUrlTemplate: string | null;
  /** CSS selectors of a product page's fields, for a shop that the general readers cannot read. */
  selectors?: ProductSelectors;
}

/** Selector by field; '@' selects an attribute: 'meta.price@content'. */
export interface ProductSelectors {
  name: string;
  price: string;
  originalPrice?: string;
  availability?: string;
  brand?: string;
  gtin?: string;
  sku?: string;
  image?: string;
}

/** A shop whose prices we read. Trust score 0–10 with its basis. */
export const Retailer = defineEntity({
  name: 'Retailer',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    slug: p.text().unique(),
    name: p.text(),
    category: p.text(),
    region: p.text(),
    website: p.text(),
    description: p.text().default(''),
    trustScore10: p.float(),
    trustBasis: p.text().default(''),
    kind: p.enum(RETAILER_KINDS),
    status: p.enum(RETAILER_STATUSES),
    render: p.text().$type<'http' | 'browser'>().default('http'),
    currency: p.text().default('AUD'),
    paceMs: p.integer(),
    discovery: p.json<Discovery>(),
    /** It follows an operator's own profile, whose file may lie on another machine. */
    isOwn: p.boolean().default(false),
    /** What it says of its delivery and its price promise; null where nobody has read it. */
    delivery: p.json<DeliveryFact>().nullable(),
    priceMatch: p.json<PriceMatchFact>().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A visit to a shop that an operator considers; a worker makes it. */
export const ShopVisit = defineEntity({
  name: 'ShopVisit',
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    address: p.text(),
    selectors: p.json<ProductSelectors>().nullable(),
    askedAt: p.datetime().defaultRaw('now()'),
    requests: p.integer().default(0),
    /** The address that is being read. */
    reading: p.text().nullable(),
    /** Null until the visit ends. */
    found: p.json<FoundShop>().nullable(),
  },
});

/**
 * A shop's shelf and our category for it, learned from its goods or set by an operator. A row without a retailer is a brand, in lower
 * case, with the usual category of its goods.
 */
export const Shelf = defineEntity({
  name: 'Shelf',
  indexes: [
    {
      name: 'shelf_identity',
      expression: `create unique index "shelf_identity" on "shelf" ("retailer_id", "trail") nulls not distinct`,
    },
  ],
  properties: {
    id: p.uuid().primary().defaultRaw('uuidv7()'),
    retailer: () => p.manyToOne(Retailer).nullable().deleteRule('cascade'),
    /** Its breadcrumbs, as the shop states them. */
    trail: p.text(),
    /** Null when its goods and its label disagree or tell too little. */
    category: p.text().nullable(),
    /** Number of its offers when it was last learned. */
    offers: p.integer(),
    /** Share of its recognised goods that agree, 0–1. */
    agreement: p.float(),
    /** The operator who set the category; null while it is learned. */
    decidedBy: p.text().nullable(),
    decidedAt: p.datetime().nullable(),
    learnedAt: p.datetime(),
  },
});
