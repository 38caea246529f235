import type { OfferContent } from '#db/queries/offers/offer-columns.ts';
import type { SoldOutOffer } from '#db/queries/offers/page-offers.ts';
import { MOST_REFUSED_OF_PAGE, type RefusedOffer } from '#db/queries/offers/refused-offers.ts';
import type { RetailerRow } from '#db/queries/retailers/retailers.ts';
import { categoryCeiling, LOWEST_CEILING_DOLLARS } from '#domain/categories/category.ts';
import { isGone } from '#domain/offers/availability.ts';
import type { OfferReading, PageReading } from '#domain/offers/page-reading.ts';
import { plainText } from '#domain/text/plain-text.ts';
import { type GuardOptions, guardOffer } from './guard.ts';
import { identityOf, offerContent } from './offer-to-store.ts';
import { refusedReading } from './refused-offer.ts';

/** A page's offers that passed the guard, and the reasons for the others' refusals. */
export interface GuardedReading {
  offers: { reading: OfferReading; content: OfferContent }[];
  /** Offers without a price that a product's own page marks as sold out. */
  soldOut: SoldOutOffer[];
  /** Reason → how many. */
  refusals: Record<string, number>;
  /** The first refused offers, for operators. */
  refused: RefusedOffer[];
  /** True for the page of one product, false for a list. */
  isProductPage: boolean;
}

/** The guarded reading of a page without offers, such as a sitemap. */
export function noOffers(): GuardedReading {
  return { offers: [], soldOut: [], refusals: {}, refused: [], isProductPage: false };
}

/** True if a page states a price, so that rendering may end. */
export function statesPrice(reading: PageReading): boolean {
  return offersOf(reading).some((offer) => offer.price !== null);
}

/** Applies the guard to all offers of a page and counts refusals by reason. */
export function guardReading(reading: PageReading, shop: Shop): GuardedReading {
  const { offers, soldOut, refusals, refused } = noOffers();
  if (reading.rejected) refusals[reading.rejected] = 1;
  const source = sourceOf(shop);
  const stated = offersOf(reading).map((offer) => guardShopOffer(offer, shop));
  const places = Map.groupBy(stated, placeOf);
  for (const item of stated) {
    const offer = item.reading;
    // The label is part of the identity only if offers share an address.
    const isShared = (places.get(placeOf(item))?.length ?? 0) > 1;
    const variant = isShared ? labelOf(offer) : '';
    if ('offer' in item.verdict) {
      offers.push({ reading: offer, content: offerContent(item.verdict.offer, variant, source) });
      continue;
    }
    const reason = item.verdict.refused;
    refusals[reason] = (refusals[reason] ?? 0) + 1;
    if (refused.length < MOST_REFUSED_OF_PAGE)
      refused.push(refusedReading(offer, variant, reason, item.limits));
    // A list's tile may omit the price that the product's page states.
    if (offer.price === null && reading.items.length === 0 && isGone(offer.availability))
      soldOut.push({ ...identityOf(offer, variant), availability: offer.availability });
  }
  const isProductPage = reading.product !== null || reading.variants.length > 0;
  return { offers, soldOut, refusals, refused, isProductPage };
}

type Shop = Pick<RetailerRow, 'name' | 'currency'> & Partial<Pick<RetailerRow, 'website' | 'kind'>>;

/** Where a retailer's prices come from. */
function sourceOf({ kind = 'real' }: Shop): OfferContent['source'] {
  return kind === 'real' ? 'live' : kind;
}

/** Words that a shop's name has or leaves out: 'Acme Australia Pty Ltd'. */
const LOOSE = /^(?:the|pty|ltd|limited|inc|com|au|net|www|australia|official|online|shop|store)$/;

/** The words of a shop's or seller's name that tell it apart. */
function ownWords(name: string): string[] {
  const words = plainText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !LOOSE.test(word));
}

/** Whether a stated seller is the shop itself: its name, written together or apart, or a part of it. */
function isShop(seller: string, { name }: Shop): boolean {
  const [stated, own] = [seller, name].map(ownWords);
  if (!stated?.[0] || !own) return false;
  return stated.join('') === own.join('') || stated.every((word) => own.includes(word));
}

/** Applies the guard with the limits of the shop and category. */
export function guardShopOffer(offer: OfferReading, shop: Shop) {
  const reading = offer.seller && isShop(offer.seller, shop) ? { ...offer, seller: null } : offer;
  const limits: GuardOptions = {
    defaultCurrency: shop.currency,
    ...(shop.website && { website: shop.website }),
    ...categoryLimit(reading),
  };
  return { reading, limits, verdict: guardOffer(reading, limits) };
}

/** The limit of an offer's category; none if the price is below all limits. */
function categoryLimit({ category, name, price }: OfferReading): GuardOptions {
  if (Number(price) <= LOWEST_CEILING_DOLLARS) return {};
  const categoryMaxCents = categoryCeiling(category, name);
  return categoryMaxCents === null ? {} : { categoryMaxCents };
}

/** Address and seller: labels distinguish offers that share both. */
function placeOf({ reading: { url, seller } }: { reading: OfferReading }): string {
  return JSON.stringify([url, seller]);
}

/** The label of an offer that shares its address: a variant of a page, or an item of a JSON list without links. */
function labelOf({ variant, sku, gtin, name }: OfferReading): string {
  return variant ?? sku ?? gtin ?? name;
}

/** The variants of a page if it has any, else its product, else the items of its list. */
function offersOf(reading: PageReading): OfferReading[] {
  if (reading.variants.length > 0) return reading.variants;
  return reading.product ? [reading.product] : reading.items;
}
