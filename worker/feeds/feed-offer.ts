import { centsFromDecimal } from '#domain/money.ts';
import { type Availability, parseAvailability } from '#domain/offers/availability.ts';
import type { OfferReading, UnitPrice } from '#domain/offers/page-reading.ts';
import { parsePackSize } from '#domain/pack/pack-size.ts';
import { unitPriceOf } from '#domain/pack/unit-price.ts';
import { readGtin } from '#domain/products/gtin.ts';
import { momentOfLocal } from '#domain/shopper-days.ts';
import { isSameSite } from '#domain/text/same-site.ts';
import { absoluteAddress, plainText } from '../extract/values/nodes.ts';
import {
  type FeedFields,
  firstOf,
  LINK_FIELDS,
  NAME_FIELDS,
  PRICE_FIELDS,
  type RowRefusal,
  SALE_FIELDS,
} from './feed-row.ts';

/** Context of a row: the retailer's website and the time of the import. */
export interface FeedContext {
  website: string;
  now: Date;
}

const MAX_NAME_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 5_000;
const GTIN_FIELDS = ['gtin', 'gtin13', 'gtin12', 'ean', 'upc', 'barcode', 'isbn'];
const CATEGORY_FIELDS = ['producttype', 'category', 'category.name', 'googleproductcategory'];
const IMAGE_FIELDS = 'imagelink image imageurl image.src images images.src images.url'.split(' ');
/** Campaign parameters, removed so that feeds and crawls give an offer the same address. */
const CAMPAIGN = /^(?:utm_\w+|gclid|gbraid|wbraid|srsltid|fbclid|msclkid|dclid|gad_\w+)$/i;

/** Converts a feed row to an offer by the field names of Google Merchant, Shopify and similar feeds. */
export function offerOfRow(
  fields: FeedFields,
  { website, now }: FeedContext,
): { offer: OfferReading } | { refused: RowRefusal } {
  const name = firstOf(fields, ...NAME_FIELDS);
  if (name === null) return { refused: 'name-missing' };
  const url = offerAddress(fields, website);
  if (typeof url !== 'string') return url;
  const condition = firstOf(fields, 'condition', 'itemcondition')?.toLowerCase();
  if (condition && !/^(?:.*\/)?new(?:condition)?$/.test(condition)) return { refused: 'not-new' };
  // The guard decides whether a row without a price is refused.
  const isStated = firstOf(fields, ...PRICE_FIELDS, ...SALE_FIELDS) !== null;
  const prices = isStated ? pricesOf(fields, now) : NO_PRICE;
  if (!prices) return { refused: 'price-unreadable' };
  const image = firstOf(fields, ...IMAGE_FIELDS);
  const description = plainText(firstOf(fields, 'description', 'bodyhtml') ?? '');
  return {
    offer: {
      name: plainText(name).slice(0, MAX_NAME_CHARS),
      url,
      ...prices,
      availability: availabilityOf(fields),
      brand: firstOf(fields, 'brand', 'brand.name', 'vendor', 'manufacturer'),
      gtin: readGtin(firstOf(fields, ...GTIN_FIELDS)),
      mpn: firstOf(fields, 'mpn', 'manufacturerpartnumber', 'modelnumber', 'model'),
      sku: firstOf(fields, 'id', 'sku', 'productid'),
      rating: null,
      imageUrl: image === null ? null : absoluteAddress(image, website),
      category: firstOf(fields, ...CATEGORY_FIELDS),
      description: description.slice(0, MAX_DESCRIPTION_CHARS) || null,
      specifications: {},
      seller: firstOf(fields, 'seller', 'sellername', 'seller.name'),
      variant: variantOf(fields),
      unitPrice: unitPriceOfRow(fields, prices.price),
      memberPrice:
        feedPrice(firstOf(fields, 'memberprice', 'loyaltyprogram.price'))?.amount ?? null,
      multiBuy: null,
      deliveryCost: deliveryOf(fields),
      source: 'feed',
    },
  };
}

/** The address that a row links to, without campaign parameters; refused unless on the retailer's site. */
function offerAddress(fields: FeedFields, website: string): string | { refused: RowRefusal } {
  const handle = fields.get('handle');
  const link =
    firstOf(fields, ...LINK_FIELDS) ??
    (handle === undefined ? null : `/products/${encodeURIComponent(handle)}`);
  const address = link === null ? null : absoluteAddress(link, website);
  if (address === null) return { refused: 'link-missing' };
  const url = new URL(address);
  if (url.username || url.password || !isSameSite(url, new URL(website))) {
    return { refused: 'link-elsewhere' };
  }
  for (const name of [...url.searchParams.keys()]) {
    if (CAMPAIGN.test(name)) url.searchParams.delete(name);
  }
  return url.href;
}

type Prices = Pick<OfferReading, 'price' | 'currency' | 'originalPrice'>;
const NO_PRICE: Prices = { price: null, currency: null, originalPrice: null };

/** Google's `price` is the regular price; during a sale the shop charges `sale_price`. */
function pricesOf(fields: FeedFields, now: Date): Prices | null {
  const regular = feedPrice(firstOf(fields, ...PRICE_FIELDS));
  if (!regular) return null;
  const saleText = firstOf(fields, ...SALE_FIELDS);
  const sale = feedPrice(saleText);
  // With an unreadable sale price, the actual price is unknown.
  if (saleText !== null && !sale) return null;
  const currency =
    regular.currency ?? firstOf(fields, 'currency', 'price.currency', 'pricecurrency');
  if (sale && Number(sale.amount) < Number(regular.amount)) {
    if (sale.currency !== null && currency !== null && sale.currency !== currency) return null;
    const isOn = isSaleOn(firstOf(fields, 'salepriceeffectivedate'), now);
    if (isOn) return { price: sale.amount, currency, originalPrice: regular.amount };
  }
  const was = feedPrice(firstOf(fields, 'compareatprice', 'wasprice', 'originalprice', 'rrp'));
  const isAbove = was !== null && Number(was.amount) > Number(regular.amount);
  return { price: regular.amount, currency, originalPrice: isAbove ? was.amount : null };
}

function availabilityOf(fields: FeedFields): Availability {
  const stated = firstOf(fields, 'availability', 'stockstatus', 'available', 'instock');
  if (stated === null) return 'unknown';
  if (/^(?:true|yes|1)$/i.test(stated)) return 'in_stock';
  if (/^(?:false|no|0)$/i.test(stated)) return 'out_of_stock';
  return parseAvailability(stated);
}

/** A variant's label; colour and size form one only in a group, whose rows may share an address. */
function variantOf(fields: FeedFields): string | null {
  const titled = fields.get('varianttitle');
  if (titled !== undefined) return titled === 'Default Title' ? null : titled;
  if (!fields.has('itemgroupid')) return null;
  const parts = ['color', 'size', 'material', 'pattern'].flatMap((name) => fields.get(name) ?? []);
  return parts.join(' / ') || null;
}

function unitPriceOfRow(fields: FeedFields, price: string | null): UnitPrice | null {
  const measure = fields.get('unitpricingmeasure');
  const priceCents = price === null ? null : centsFromDecimal(price);
  return measure === undefined || priceCents === null
    ? null
    : unitPriceOf(priceCents, parsePackSize(measure));
}

/** The delivery cost within Australia, if stated. */
function deliveryOf(fields: FeedFields): string | null {
  const country = fields.get('shipping.country') ?? 'AU';
  const cost = feedPrice(fields.get('shipping.price') ?? null);
  return country === 'AU' && (cost?.currency ?? 'AUD') === 'AUD' ? (cost?.amount ?? null) : null;
}

const PRICE =
  /^(?:(?<before>[A-Z]{3})\s*)?(?:(?:A|AU)?\$\s*)?(?:(?<whole>\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(?<fraction>\d{1,6}))?|(?<dollars>\d{1,9}),(?<cents>\d{2}))\s*(?<after>[A-Z]{3})?$/i;

/** '15.00 AUD', 'AUD 1,299', '$15', '12,00' → amount and currency. Stricter than page text: '1.299,00' and 'from $5' are null. */
export function feedPrice(text: string | null) {
  const groups = PRICE.exec(text?.trim() ?? '')?.groups;
  if (!groups) return null;
  const { before, whole, dollars = '', fraction, cents, after } = groups;
  const digits = whole?.replaceAll(',', '') ?? dollars;
  const decimals = fraction ?? cents;
  return {
    amount: decimals === undefined ? digits : `${digits}.${decimals}`,
    currency: (before ?? after)?.toUpperCase() ?? null,
  };
}

/**
 * True within Google's sale_price_effective_date, or without one; false if unreadable. Dates without a time are whole days in the shoppers'
 * time zone.
 */
export function isSaleOn(range: string | null, now: Date): boolean {
  if (range === null) return true;
  const [from, to, ...more] = range.split('/').map((text) => STAMP.exec(text.trim())?.groups);
  if (!from || !to || more.length > 0) return false;
  return stampMs(from, '00:00') <= now.getTime() && now.getTime() <= stampMs(to, '23:59:59');
}

/** Google writes offsets without a colon; other feeds use spaces, seconds or no time. */
const STAMP =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(?<offset>Z|[+-]\d{2}:?\d{2})?)?$/i;

type Stamp = Record<string, string | undefined>;

function stampMs({ day = '', time, offset }: Stamp, wholeDay: string): number {
  const stated = offset?.replace(/(\d{2})(\d{2})$/, '$1:$2');
  const text = `${day}T${time ?? wholeDay}`;
  if (stated !== undefined) return Date.parse(text + stated);
  return momentOfLocal(Date.parse(`${text}Z`));
}
