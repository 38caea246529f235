import type { ItemList, Offer, Product } from 'schema-dts';
import { isBuyable } from '#domain/offers/availability.ts';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import type { SearchProduct } from '#site/api/responses/search-product.ts';
import { listOf } from './lists.ts';
import { priceValidUntil, SCHEMA_STOCK } from './offer-facts.ts';

/** A product with every shop's offer, each valid for 7 days. `url` is its public page. */
export function productWithOffers(product: ProductDetail, url: string, nowMs: number): Product {
  const buyable = product.offers.filter((offer) => isBuyable(offer.availability));
  // The lowest price is one that can be paid, as on the page; while nobody has it, the lowest that is asked.
  const lowest = cheapest(buyable.length > 0 ? buyable : product.offers);
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    url,
    name: product.name,
    description: product.description || product.name,
    category: product.category,
    ...(product.imageUrl && { image: product.imageUrl }),
    ...(product.gtin && { gtin: product.gtin }),
    ...brandOf(product),
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
      offers: product.offers.map((offer) => offerOf(offer, nowMs)),
    },
  };
}

/** The first ten results of a search as a list of products. */
export function resultsList(
  query: string,
  products: readonly SearchProduct[],
  nowMs: number,
): ItemList {
  const items = products.map((product) => ({
    item: {
      '@type': 'Product' as const,
      name: product.name,
      ...(product.imageUrl && { image: product.imageUrl }),
      ...brandOf(product),
      offers: offerOf(product, nowMs),
    },
  }));
  return listOf(`Prices for ${query}`, items);
}

function brandOf({ brand }: { brand: string | null }) {
  return brand ? { brand: { '@type': 'Brand' as const, name: brand } } : {};
}

function cheapest(offers: readonly SearchProduct[]): number {
  return Math.min(...offers.map((offer) => offer.currentPrice));
}

function offerOf(offer: SearchProduct, nowMs: number): Offer {
  const availability = SCHEMA_STOCK[offer.availability];
  return {
    '@type': 'Offer',
    price: offer.currentPrice.toFixed(2),
    priceCurrency: 'AUD',
    priceValidUntil: priceValidUntil(nowMs),
    url: offer.productUrl,
    seller: { '@type': 'Organization', name: offer.seller ?? offer.retailer.name },
    ...(availability && { availability }),
  };
}
