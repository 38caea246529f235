import { escapeHtml } from '#domain/text/escape-html.ts';
import type { ProductView } from '../world/product-view.ts';
import { decimal, type Markup, type Part, schemaAvailability } from './markup.ts';

/** schema.org as attributes of the visible elements, which microdata and RDFa spell differently. */
function attributeMarkup(
  property: 'itemprop' | 'property',
  /** The attributes of an element that is a thing of this type. */
  typed: (type: string) => string,
  /** Elements put at the start of the product, of its rating and of its offer. */
  inside: (meta: Meta) => Markup['inside'],
): Markup {
  const attributes: Partial<Record<Part, (view: ProductView) => string>> = {
    product: () => typed('Product'),
    name: () => ` ${property}="name"`,
    image: () => ` ${property}="image"`,
    description: () => ` ${property}="description"`,
    rating: () => ` ${property}="aggregateRating"${typed('AggregateRating')}`,
    offer: () => ` ${property}="offers"${typed('Offer')}`,
    price: (view) => ` ${property}="price" content="${decimal(view.price.priceCents)}"`,
  };
  return {
    on: (part, view) => attributes[part]?.(view) ?? '',
    inside: inside((name, content) =>
      content === null ? '' : `<meta ${property}="${name}" content="${escapeHtml(content)}">`,
    ),
    head: () => '',
    tail: () => '',
  };
}

type Meta = (name: string, content: string | null) => string;

/** schema.org as microdata. */
export const MICRODATA: Markup = attributeMarkup(
  'itemprop',
  (type) => ` itemscope itemtype="https://schema.org/${type}"`,
  (meta) => (part, view, place) => {
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
);

/** schema.org as RDFa Lite. */
export const RDFA: Markup = attributeMarkup(
  'property',
  (type) => `${type === 'Product' ? ' vocab="https://schema.org/"' : ''} typeof="${type}"`,
  (meta) => (part, view) => {
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
);
