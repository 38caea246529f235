import { isBuyable } from '#domain/availability.ts';
import type { ProductDetail } from '#site/client/calls/products.ts';

/** A product and the spread of its offers as schema.org data; in stock only where a shop says so. */
export function productSummary(product: ProductDetail): Record<string, unknown> {
  const prices = product.offers.map((offer) => offer.currentPrice);
  const isInStock = product.offers.some((offer) => isBuyable(offer.availability));
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    category: product.category,
    ...(product.imageUrl && { image: product.imageUrl }),
    ...(product.gtin && { gtin: product.gtin }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'AUD',
      lowPrice: Math.min(...prices).toFixed(2),
      highPrice: Math.max(...prices).toFixed(2),
      offerCount: product.offers.length,
      ...(isInStock && { availability: 'https://schema.org/InStock' }),
    },
  };
}
