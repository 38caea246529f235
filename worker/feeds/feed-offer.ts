import { statedMoment } from '#domain/calendar.ts';
import { centsFromDecimal } from '#domain/money.ts';
import { type Availability, parseAvailability } from '#domain/offers/availability.ts';
import type { OfferReading, UnitPrice } from '#domain/offers/page-reading.ts';
import { parsePackSize } from '#domain/pack/pack-size.ts';
import { unitPriceOf } from '#domain/pack/unit-price.ts';
import { readGtin } from '#domain/products/gtin.ts';
import { isSameSite } from '#domain/text/same-site.ts';
import { absoluteAddress, plainText, withoutTracking } from '../extract/values/nodes.ts';
import { FEED_COLUMNS } from './feed-columns.ts';
import { type FeedFields, firstOf, type RowRefusal } from './feed-row.ts';

/** Context of a row: the retailer's website and the time of the import. */
export interface FeedContext {
  website: string;
  now: Date;
}

const MAX_NAME_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 5_000;

/** Converts a feed row to an offer by the field names of Google Merchant, Shopify and similar feeds. */
export function offerOfRow(
  fields: FeedFields,
  { website, now }: FeedContext,
): { offer: OfferReading } | { refused: RowRefusal } {
  const text = (column: keyof typeof FEED_COLUMNS) =>
    plainText(firstOf(fields, FEED_COLUMNS[column]) ?? '') || null;
  const name = text('name');
  if (name === null) return { refused: 'name-missing' };
  const url = offerAddress(fields, website);
  if (typeof url !== 'string') return url;
  if (!isNew(text('condition'))) return { refused: 'not-new' };
  // The guard decides whether a row without a price is refused.
  const isStated = firstOf(fields, [...FEED_COLUMNS.price, ...FEED_COLUMNS.salePrice]) !== null;
  const prices = isStated ? pricesOf(fields, now) : NO_PRICE;
  if (!prices) return { refused: 'price-unreadable' };
  const image = firstOf(fields, FEED_COLUMNS.image);
  const pieces = Number(text('multipack') ?? 1);
  const isSet = pieces > 1 || /^(?:yes|true|1)$/i.test(text('bundle') ?? '');
  const gtins = FEED_COLUMNS.gtin.map((column) => readGtin(fields.get(column) ?? null));
  return {
    offer: {
      name: withPieces(name, pieces).slice(0, MAX_NAME_CHARS),
      url,
      ...prices,
      availability: availabilityOf(fields),
      brand: text('brand'),
      // The barcode of a set is that of a part.
      gtin: isSet ? null : (gtins.find((gtin) => gtin !== null) ?? null),
      mpn: text('mpn'),
      sku: text('sku'),
      rating: null,
      imageUrl: image === null ? null : absoluteAddress(image, website),
      category: text('category'),
      description: text('description')?.slice(0, MAX_DESCRIPTION_CHARS) ?? null,
      specifications: {},
      seller: text('seller'),
      variant: variantOf(fields),
      unitPrice: unitPriceOfRow(fields, prices.price),
      memberPrice: feedPrice(text('memberPrice'))?.amount ?? null,
      multiBuy: null,
      deliveryCost: deliveryOf(fields),
      source: 'feed',
    },
  };
}

/** 'New', 'Brand New', 'https://schema.org/NewCondition'; a row without a condition is new. */
function isNew(condition: string | null): boolean {
  return condition === null || (NEW.test(condition) && !NOT_NEW.test(condition));
}

const NEW = /(?<![a-z])(?:brand)?new(?:condition)?(?![a-z])/i;
const NOT_NEW = /\b(?:like|as|nearly|almost|not|other|open(?:ed)?|used|defects?)\b|refurb|damage/i;

/** The name of a multipack states its count. */
function withPieces(name: string, pieces: number): string {
  const isSaid = (parsePackSize(name)?.count ?? 1) > 1;
  return Number.isInteger(pieces) && pieces > 1 && !isSaid ? `${name} ${pieces} Pack` : name;
}

/** The address on the retailer's site that a row links to, without campaign parameters. */
function offerAddress(fields: FeedFields, website: string): string | { refused: RowRefusal } {
  const links = FEED_COLUMNS.link.flatMap((column) => fields.get(column) ?? []);
  const handle = fields.get('handle');
  if (links.length === 0 && handle !== undefined)
    links.push(`/products/${encodeURIComponent(handle)}`);
  const addresses = links.flatMap((link) => absoluteAddress(link, website) ?? []);
  if (addresses.length === 0) return { refused: 'link-missing' };
  const url = addresses.map((address) => ownAddress(new URL(address), website)).find(Boolean);
  return url ? withoutTracking(url).href : { refused: 'link-elsewhere' };
}

/** Networks wrap the shop's address in their own, at most once more for a partner. */
const MOST_WRAPPINGS = 3;
/** An address as a parameter's value or in a path, perhaps encoded again. */
const INNER_ADDRESS = /https?(?::|%3a)(?:\/|%2f){1,2}.*$/i;

/** The address if it is on the retailer's site, else the one on it that a tracking link contains; null without one. */
function ownAddress(url: URL, website: string, wrappings = 0): URL | null {
  const hasUser = url.username !== '' || url.password !== '';
  if (isSameSite(url, new URL(website))) return hasUser ? null : url;
  if (wrappings === MOST_WRAPPINGS) return null;
  const path = (url.pathname + url.search).slice(1);
  for (const value of [...url.searchParams.values(), path]) {
    const [found] = INNER_ADDRESS.exec(value) ?? [];
    if (found === undefined) continue;
    const isEncoded = !/^https?:\//i.test(found);
    const inner = absoluteAddress(isEncoded ? decoded(found) : found, website);
    const own = inner === null ? null : ownAddress(new URL(inner), website, wrappings + 1);
    if (own) return own;
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded UTF-8: no address.
    return '';
  }
}

type Prices = Pick<OfferReading, 'price' | 'currency' | 'originalPrice'>;
const NO_PRICE: Prices = { price: null, currency: null, originalPrice: null };

/** Google's `price` is the regular price; during a sale the shop charges `sale_price`. */
function pricesOf(fields: FeedFields, now: Date): Prices | null {
  const regular = feedPrice(firstOf(fields, FEED_COLUMNS.price));
  if (!regular) return null;
  const saleText = firstOf(fields, FEED_COLUMNS.salePrice);
  const sale = feedPrice(saleText);
  // With an unreadable sale price, the actual price is unknown. A sale price of 0 says that there is none.
  if (saleText !== null && !sale) return null;
  const currency =
    regular.currency ?? firstOf(fields, FEED_COLUMNS.currency)?.toUpperCase() ?? null;
  if (sale && Number(sale.amount) > 0 && Number(sale.amount) < Number(regular.amount)) {
    if (sale.currency !== null && currency !== null && sale.currency !== currency) return null;
    const isOn = isSaleOn(firstOf(fields, FEED_COLUMNS.saleDates), now);
    if (isOn) return { price: sale.amount, currency, originalPrice: regular.amount };
  }
  const was = feedPrice(firstOf(fields, FEED_COLUMNS.formerPrice));
  const isAbove = was !== null && Number(was.amount) > Number(regular.amount);
  return { price: regular.amount, currency, originalPrice: isAbove ? was.amount : null };
}

function availabilityOf(fields: FeedFields): Availability {
  const stated = firstOf(fields, FEED_COLUMNS.availability);
  if (stated === null) return 'unknown';
  if (/^(?:true|yes|y|0*[1-9]\d*)$/i.test(stated)) return 'in_stock';
  if (/^(?:false|no|n|0+)$/i.test(stated)) return 'out_of_stock';
  return parseAvailability(stated);
}

/** A variant's label; colour and size form one only in a group, whose rows may share an address. */
function variantOf(fields: FeedFields): string | null {
  const titled = plainText(fields.get('varianttitle') ?? '');
  if (titled !== '') return titled === 'Default Title' ? null : titled;
  if (!fields.has('itemgroupid')) return null;
  const parts = ['color', 'size', 'material', 'pattern'].flatMap((name) => fields.get(name) ?? []);
  return plainText(parts.join(' / ')) || null;
}

function unitPriceOfRow(fields: FeedFields, price: string | null): UnitPrice | null {
  const measure = fields.get('unitpricingmeasure');
  const priceCents = price === null ? null : centsFromDecimal(price);
  return measure === undefined || priceCents === null
    ? null
    : unitPriceOf(priceCents, parsePackSize(measure));
}

/** The lowest delivery cost to all of Australia, if stated. */
function deliveryOf(fields: FeedFields): string | null {
  const nested = ['shipping.price', 'shipping.price.value'];
  const stated = firstOf(fields, [...nested, ...FEED_COLUMNS.delivery]) ?? '';
  const costs = stated.split(DELIVERY_END).flatMap((entry) => {
    const parts = entry.split(':').map((part) => part.trim());
    const [place = 'AU', ...where] = parts.length > 1 ? parts.slice(0, -1) : [];
    // Between the country and the service stand regions, to which the cost is limited.
    const isNational =
      place.toUpperCase() === 'AU' && where.slice(0, -1).every((one) => one === '');
    const cost = FREE.test(parts.at(-1) ?? '') ? FREE_COST : feedPrice(parts.at(-1) ?? null);
    return isNational && cost && (cost.currency ?? 'AUD') === 'AUD' ? [cost.amount] : [];
  });
  return costs.toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
}

/** The comma before the next country; amounts contain commas too. */
const DELIVERY_END = /,(?=\s*[a-z]{2}:)/i;
const FREE = /^free\b/i;
const FREE_COST = { amount: '0', currency: null };

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

/** True within Google's sale_price_effective_date, or without one; false if unreadable. */
export function isSaleOn(range: string | null, now: Date): boolean {
  if (range === null) return true;
  const [from = '', to = '', ...more] = range.split('/');
  const hasBegun = statedMoment(from) <= now.getTime();
  return more.length === 0 && hasBegun && now.getTime() < statedMoment(to, { isEnd: true });
}
