import { escapeHtml } from '#domain/text/escape-html.ts';
import type { ProductView } from '../world/product-view.ts';
import { decimal } from './html.ts';
import { type Markup, type Part, schemaAvailability } from './markup.ts';

const meta = (name: string, content: string | null): string =>
  content === null ? '' : `<meta itemprop="${name}" content="${escapeHtml(content)}">`;

const ATTRIBUTES: Partial<Record<Part, (view: ProductView) => string>> = {
  product: () => ' itemscope itemtype="https://schema.org/Product"',
  name: () => ' itemprop="name"',
  image: () => ' itemprop="image"',
  description: () => ' itemprop="description"',
  rating: () =>
    ' itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating"',
  offer: () => ' itemprop="offers" itemscope itemtype="https://schema.org/Offer"',
  price: (view) => ` itemprop="price" content="${decimal(view.price.priceCents)}"`,
};

/** schema.org as attributes of the visible elements. */
export const MICRODATA: Markup = {
  on: (part, view) => ATTRIBUTES[part]?.(view) ?? '',
  inside(part, view, place) {
    const { listing, price, rating } = view;
    if (part === 'product') {
      return [
        meta('sku', listing.sku),
        meta(view.gtin?.length === 12 ? 'gtin12' : 'gtin13', view.gtin),
        meta('mpn', view.mpn),
        `<span itemprop="brand" itemscope itemtype="https://schema.org/Brand">${meta('name', listing.product.brand)}</span>`,
      ].join('');
    }
    if (part === 'rating' && rating) {
      return meta('ratingValue', String(rating.value)) + meta('reviewCount', String(rating.count));
    }
    if (part !== 'offer') return '';
    return `${meta('priceCurrency', 'AUD')}<link itemprop="availability" href="${schemaAvailability(price.availability)}"><link itemprop="url" href="${escapeHtml(place.origin + view.path)}">`;
  },
  head: () => '',
  tail: () => '',
};
