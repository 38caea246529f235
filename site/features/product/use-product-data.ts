import { useEffect } from 'react';
import type { ProductDetail } from '#site/api/responses/product-detail.ts';
import { priceValidUntil, SCHEMA_STOCK } from '#site/structured-data/offer-facts.ts';

/** Puts the product's and the breadcrumb's structured data, and its name, into the document's head. */
export function useProductData(product: ProductDetail): void {
  useEffect(() => {
    const elements = [productData(product), breadcrumbData(product)].map((data) => {
      const element = document.createElement('script');
      element.type = 'application/ld+json';
      element.textContent = JSON.stringify({ '@context': 'https://schema.org', ...data });
      document.head.append(element);
      return element;
    });
    const title = document.title;
    document.title = `${product.name} | ${title}`;
    return () => {
      document.title = title;
      for (const element of elements) element.remove();
    };
  }, [product]);
}

function productData(product: ProductDetail): Record<string, unknown> {
  const availability = SCHEMA_STOCK[product.availability];
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: product.imageUrl,
    category: product.category,
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.rating.count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
      },
    }),
    offers: {
      '@type': 'Offer',
      url: product.productUrl,
      price: product.currentPrice.toFixed(2),
      priceCurrency: 'AUD',
      priceValidUntil: priceValidUntil(Date.now()),
      ...(availability && { availability }),
      seller: { '@type': 'Organization', name: product.retailer.name },
    },
  };
}

function breadcrumbData(product: ProductDetail): Record<string, unknown> {
  const steps = [
    { name: 'Home', path: '/' },
    { name: product.category, path: `/search?q=${encodeURIComponent(product.category)}` },
    { name: product.name, path: location.pathname },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, location.origin).href,
    })),
  };
}
