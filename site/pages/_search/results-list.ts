import type { SearchProduct } from '#site/client/calls/search.ts';

/** Items in the structured list (spec §9). */
const LISTED = 10;

/** The first results as a schema.org ItemList; availability only where it is known. */
export function resultsList(
  query: string,
  products: readonly SearchProduct[],
): Record<string, unknown> {
  return {
    '@type': 'ItemList',
    name: `Prices for ${query}`,
    numberOfItems: products.length,
    itemListElement: products.slice(0, LISTED).map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        name: product.name,
        ...(product.imageUrl && { image: product.imageUrl }),
        ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
        offers: {
          '@type': 'Offer',
          price: product.currentPrice.toFixed(2),
          priceCurrency: 'AUD',
          url: product.productUrl,
          seller: { '@type': 'Organization', name: product.seller ?? product.retailer.name },
          ...(product.availability === 'in_stock' && {
            availability: 'https://schema.org/InStock',
          }),
          ...(product.availability === 'out_of_stock' && {
            availability: 'https://schema.org/OutOfStock',
          }),
        },
      },
    })),
  };
}
