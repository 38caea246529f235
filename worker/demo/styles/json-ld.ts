import { listPath, type Place } from '../world/addresses.ts';
import type { CardView, ProductView } from '../world/product-view.ts';
import { chance } from '../world/seeded.ts';
import { decimal, type Markup, PLAIN, schemaAvailability, scriptJson } from './markup.ts';

/** Shops use the same vocabulary differently: prices as numbers or strings, separate scripts or one graph. */
function habits(view: ProductView): { numbers: boolean; graph: boolean; strikethrough: boolean } {
  const { seed, pageStyle } = view.listing.shop;
  return {
    numbers: chance(seed, 181) < 0.5,
    graph: chance(seed, 182) < 0.4,
    strikethrough: pageStyle === 'product-group' || chance(seed, 183) < 0.5,
  };
}

function ownOffer(card: CardView, view: ProductView, place: Place): object {
  const { numbers, strikethrough } = habits(view);
  const amount = (cents: number) => (numbers ? cents / 100 : decimal(cents));
  const was = card.price.wasCents;
  return {
    '@type': 'Offer',
    url: place.origin + card.path,
    price: amount(card.price.priceCents),
    priceCurrency: 'AUD',
    availability: schemaAvailability(card.price.availability),
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: card.listing.shop.name },
    ...(was !== null && strikethrough
      ? {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            priceType: 'https://schema.org/StrikethroughPrice',
            price: amount(was),
            priceCurrency: 'AUD',
          },
        }
      : {}),
  };
}

function sellersOffers(view: ProductView, place: Place): object[] {
  return view.sellers.map((offer) => ({
    '@type': 'Offer',
    url: place.origin + view.path,
    price: decimal(offer.priceCents),
    priceCurrency: 'AUD',
    availability: schemaAvailability(offer.availability),
    seller: { '@type': 'Organization', name: offer.seller },
  }));
}

function ratingNode(view: ProductView): object {
  if (!view.rating) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: view.rating.value,
      reviewCount: view.rating.count,
    },
  };
}

function productNode(view: ProductView, place: Place): object {
  const { listing } = view;
  const offers = [ownOffer(view, view, place), ...sellersOffers(view, place)];
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: view.title,
    image: [place.origin + view.picturePath],
    description: view.description,
    sku: listing.sku,
    ...(view.mpn ? { mpn: view.mpn } : {}),
    ...(view.gtin ? { [view.gtin.length === 12 ? 'gtin12' : 'gtin13']: view.gtin } : {}),
    brand: { '@type': 'Brand', name: listing.product.brand },
    category: listing.product.category.name,
    ...ratingNode(view),
    offers: offers.length > 1 ? offers : offers[0],
  };
}

function variantNode(variant: CardView, view: ProductView, place: Place): object {
  const { product, sku } = variant.listing;
  const { colour, storage } = product.options;
  return {
    '@type': 'Product',
    name: variant.title,
    sku,
    image: place.origin + variant.picturePath,
    ...(view.showsGtin && product.gtin ? { gtin: product.gtin } : {}),
    ...(product.mpn ? { mpn: product.mpn } : {}),
    ...(colour ? { color: colour } : {}),
    ...(storage ? { size: storage } : {}),
    offers: ownOffer(variant, view, place),
  };
}

const AXIS_TERMS: Record<string, string> = { colour: 'color', fit: 'suggestedGender' };

function groupNode(view: ProductView, place: Place): object {
  const { product } = view.listing;
  return {
    '@context': 'https://schema.org/',
    '@type': 'ProductGroup',
    name: `${product.brand} ${product.line}`,
    // Describes the line, not the variant that the page shows.
    description: view.description.replace(view.title, `${product.brand} ${product.line}`),
    productGroupID: product.family,
    url: place.origin + view.pagePath,
    brand: { '@type': 'Brand', name: product.brand },
    variesBy: Object.keys(product.options).map(
      (axis) => `https://schema.org/${AXIS_TERMS[axis] ?? 'size'}`,
    ),
    ...ratingNode(view),
    hasVariant: view.siblings.map((variant) => variantNode(variant, view, place)),
  };
}

function breadcrumbs(view: ProductView, place: Place): object {
  const { category } = view.listing.product;
  const item = (position: number, name: string, url: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item: url,
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      item(1, 'Home', `${place.origin}/`),
      item(2, category.name, place.origin + listPath(view.listing.shop, category.slug)),
      item(3, view.title, place.origin + view.path),
    ],
  };
}

const script = (node: object): string =>
  `<script type="application/ld+json">${scriptJson(node)}</script>`;

/** schema.org in a script: Product with its offers. */
export const JSON_LD: Markup = {
  ...PLAIN,
  head(view, place) {
    const nodes = [breadcrumbs(view, place), productNode(view, place)];
    return habits(view).graph
      ? script({ '@context': 'https://schema.org', '@graph': nodes })
      : nodes.map(script).join('\n');
  },
};

/** schema.org in a script: ProductGroup with all variants on one page. */
export const PRODUCT_GROUP: Markup = {
  ...PLAIN,
  head(view, place) {
    const node = view.siblings.length > 1 ? groupNode(view, place) : productNode(view, place);
    return [breadcrumbs(view, place), node].map(script).join('\n');
  },
};
