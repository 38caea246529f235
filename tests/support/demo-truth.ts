/*
 * What the demo shops' pages state, computed from their world: the truth that readings are compared with.
 */
import type { Cents } from '#domain/money.ts';
import type { Availability } from '#domain/offers/availability.ts';
import { variantPath } from '#worker/demo/world/addresses.ts';
import { demoShelves, type Listing, type Shelf } from '#worker/demo/world/listing.ts';
import { listingAt } from '#worker/demo/world/offer-past.ts';
import { priceAt } from '#worker/demo/world/price-clock.ts';
import { type ProductView, productView } from '#worker/demo/world/product-view.ts';
import { sellerOffers } from '#worker/demo/world/sellers.ts';
import type { PageStyle } from '#worker/demo/world/shops.ts';

/** What a demo shop asked for one offer at an instant. */
export interface OfferTruth {
  pageStyle: PageStyle;
  priceCents: Cents;
  originalPriceCents: Cents | null;
  availability: Availability;
}

/** The truth of one offer at an instant; null when it is no offer of a demo shop. `seller` '' is the shop itself. */
export function offerTruth(url: string, seller: string, at: Date): OfferTruth | null {
  const listing = listingAt(url);
  if (!listing) return null;
  const { pageStyle } = listing.shop;
  if (seller === '') {
    const { priceCents, wasCents, availability } = priceAt(listing.shop, listing.product, at);
    return { pageStyle, priceCents, originalPriceCents: wasCents, availability };
  }
  const offer = sellerOffers(listing, at).find((other) => other.seller === seller);
  return offer ? { pageStyle, ...offer, originalPriceCents: null } : null;
}

/** What a careful reader finds on a demo shop's page: one row an offer. */
export type TruthRow = ReturnType<typeof rowsOf>[number];

/** Page styles whose machine-readable part carries a GTIN. */
export const STYLES_WITH_GTIN: ReadonlySet<PageStyle> = new Set([
  'json-ld',
  'product-group',
  'microdata',
  'rdfa',
  'next-data',
]);

function trapsOf(view: ProductView): string[] {
  const { traits, honesty } = view.listing.shop;
  return [
    ...(view.instalmentCents === null ? [] : ['instalments']),
    ...(view.openBoxCents === null ? [] : ['open-box']),
    ...(view.multiBuy ? ['multi-buy'] : []),
    ...(view.price.memberPriceCents === null ? [] : ['members-price']),
    ...(view.sellers.length > 0 ? ['sellers'] : []),
    ...(traits.has('split') ? ['split-price'] : []),
    ...(view.price.wasCents !== null && honesty !== 'honest' ? [`was-${honesty}`] : []),
  ];
}

function rowsOf(shelf: Shelf, listing: Listing, at: Date) {
  const view = productView(shelf, listing, { at, priceFactor: 1 });
  const { shop, product } = listing;
  const page = {
    shop: shop.slug,
    pageStyle: shop.pageStyle,
    /** The page's address on the shop's own host, with the variant. */
    url: shop.website.replace(/\/$/, '') + variantPath(shelf, listing),
    name: view.title,
    /** As the page states it; null when it states none. */
    gtin: STYLES_WITH_GTIN.has(shop.pageStyle) ? view.gtin && product.gtin : null,
    /** The product's key in the catalogue: rows of different shops with the same key are the same product. */
    productId: product.id,
    /** What on the page may mislead: 'instalments', 'open-box' … joined by '+'; empty for nothing. */
    trap: trapsOf(view).join('+'),
  };
  const { priceCents, wasCents: originalPriceCents, availability } = view.price;
  return [
    /** `seller`: a marketplace's other seller; null when the shop itself sells. */
    { ...page, seller: null, priceCents, originalPriceCents, availability },
    ...view.sellers.map((offer) => ({ ...page, ...offer, originalPriceCents: null })),
  ];
}

/** Every offer of every demo shop at an instant, as its page states it. */
export function* truthTable(at: Date): Generator<TruthRow> {
  for (const shelf of demoShelves().values()) {
    for (const listing of shelf.listings) yield* rowsOf(shelf, listing, at);
  }
}
