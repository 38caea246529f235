import type { ItemAvailability, ItemList, Offer, Product, ProductGroup } from 'schema-dts';
import { dayOf, isoDay } from '#domain/calendar.ts';
import type { Availability } from '#domain/offers/availability.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { listOf } from './lists.ts';

/** A product with the offers of all shops, each valid for 7 days. `url` is its public page. */
export function productWithOffers(product: ProductDetail, url: string): Product {
  const buyable = product.offers.filter((offer) => offer.canBuy);
  // As on the page: the lowest price of a buyable offer, else of all offers.
  const candidates = buyable.length > 0 ? buyable : product.offers;
  const lowest = Math.min(...candidates.map((offer) => offer.currentPrice));
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    url,
    name: product.name,
    description: product.description || product.name,
    category: product.category,
    ...(product.imageUrl && { image: new URL(product.imageUrl, url).href }),
    ...(product.gtin && { gtin: product.gtin }),
    ...brandOf(product),
    ...(product.variants.length > 0 && { isVariantOf: groupOf(product, url) }),
    ...(product.rating.count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'AUD',
      lowPrice: lowest.toFixed(2),
      highPrice: Math.max(...product.offers.map((offer) => offer.currentPrice)).toFixed(2),
      offerCount: product.offers.length,
      offers: product.offers.map(offerOf),
    },
  };
}

/** Schema.org properties of our variant attributes. */
const VARIES_BY: Record<string, string> = {
  Storage: 'https://schema.org/size',
  Size: 'https://schema.org/size',
  Colour: 'https://schema.org/color',
  For: 'https://schema.org/suggestedGender',
};

/** The model of a product with its other variants. */
function groupOf({ name, variants }: ProductDetail, url: string): ProductGroup {
  const choices = variants.flatMap((axis) => axis.choices);
  const others = new Map(
    choices.filter(({ isCurrent }) => !isCurrent).map((choice) => [choice.productId, choice]),
  );
  const variesBy = new Set(variants.flatMap(({ by }) => VARIES_BY[by] ?? []));
  return {
    '@type': 'ProductGroup',
    name,
    productGroupID: choices.map(({ productId }) => productId).toSorted()[0] ?? '',
    ...(variesBy.size > 0 && { variesBy: [...variesBy] }),
    hasVariant: [...others.values()].map(
      (choice): Product => ({
        '@type': 'Product',
        name: choice.name,
        url: new URL(choice.path, url).href,
      }),
    ),
  };
}

/** The first ten search results as a list of products; `origin` is the site's. */
export function resultsList(
  query: string,
  products: readonly SearchProduct[],
  origin: string,
): ItemList {
  const items = products.map((product) => ({
    item: {
      '@type': 'Product' as const,
      name: product.name,
      ...(product.imageUrl && { image: new URL(product.imageUrl, origin).href }),
      ...brandOf(product),
      offers: offerOf(product),
    },
  }));
  return listOf(`Prices for ${query}`, items);
}

function brandOf({ brand }: { brand: string | null }) {
  return brand ? { brand: { '@type': 'Brand' as const, name: brand } } : {};
}

function offerOf(offer: SearchProduct): Offer {
  const availability = SCHEMA_STOCK[offer.availability];
  return {
    '@type': 'Offer',
    price: offer.currentPrice.toFixed(2),
    priceCurrency: 'AUD',
    priceValidUntil: priceValidUntil(Date.now()),
    url: offer.productUrl,
    ...(offer.sku && { sku: offer.sku }),
    seller: { '@type': 'Organization', name: offer.seller ?? offer.retailer.name },
    ...(availability && { availability }),
  };
}

/** Days that a structured price is declared valid (spec §9). */
const PRICE_VALID_DAYS = 7;

/** Schema.org availability; unknown availability is left out. */
export const SCHEMA_STOCK: Partial<Record<Availability, ItemAvailability>> = {
  in_stock: 'https://schema.org/InStock',
  online_only: 'https://schema.org/OnlineOnly',
  limited: 'https://schema.org/LimitedAvailability',
  pre_order: 'https://schema.org/PreOrder',
  out_of_stock: 'https://schema.org/OutOfStock',
  sold_out: 'https://schema.org/SoldOut',
  discontinued: 'https://schema.org/Discontinued',
};

/** The day until which a price seen at `nowMs` is declared valid: '2026-11-28'. */
export function priceValidUntil(nowMs: number): string {
  return isoDay(dayOf(nowMs) + PRICE_VALID_DAYS);
}
