import { escapeHtml } from '#domain/text/escape-html.ts';
import type { ProductView } from '../world/product-view.ts';
import { decimal } from './html.ts';
import { type Markup, type Part, schemaAvailability } from './markup.ts';

const meta = (name: string, content: string | null): string =>
  content === null ? '' : `<meta property="${name}" content="${escapeHtml(content)}">`;

const ATTRIBUTES: Partial<Record<Part, (view: ProductView) => string>> = {
  product: () => ' vocab="https://schema.org/" typeof="Product"',
  name: () => ' property="name"',
  image: () => ' property="image"',
  description: () => ' property="description"',
  rating: () => ' property="aggregateRating" typeof="AggregateRating"',
  offer: () => ' property="offers" typeof="Offer"',
  price: (view) => ` property="price" content="${decimal(view.price.priceCents)}"`,
};

/** schema.org as RDFa Lite. */
export const RDFA: Markup = {
  on: (part, view) => ATTRIBUTES[part]?.(view) ?? '',
  inside(part, view) {
    const { listing, price, rating } = view;
    if (part === 'product') {
      return [
        meta('sku', listing.sku),
        meta('gtin13', view.gtin),
        meta('mpn', view.mpn),
        meta('brand', listing.product.brand),
      ].join('');
    }
    if (part === 'rating' && rating) {
      return meta('ratingValue', String(rating.value)) + meta('ratingCount', String(rating.count));
    }
    if (part !== 'offer') return '';
    return `${meta('priceCurrency', 'AUD')}<link property="availability" href="${schemaAvailability(price.availability)}">`;
  },
  head: () => '',
  tail: () => '',
};
