import { listPath, type Place } from '../world/addresses.ts';
import type { CardView, ProductView } from '../world/product-view.ts';
import { chance } from '../world/seeded.ts';
import { decimal, type Markup, PLAIN, schemaAvailability, scriptJson } from './markup.ts';

/* Nodes of schema.org. A property that a shop does not state is undefined, which JSON leaves out. */

const typed = (type: string, properties: object): object => ({ '@type': type, ...properties });

/** Shops use the same vocabulary differently: prices as numbers or strings, separate scripts or one graph. */
function habits(view: ProductView): { numbers: boolean; graph: boolean; strikethrough: boolean } {
  const { seed, pageStyle } = view.listing.shop;
  return {
    numbers: chance(seed, 181) < 0.5,
    graph: chance(seed, 182) < 0.4,
    strikethrough: pageStyle === 'product-group' || chance(seed, 183) < 0.5,
  };
}

function ownOffer({ price, path, listing }: CardView, view: ProductView, place: Place): object {
  const { numbers, strikethrough } = habits(view);
  const priced = (cents: number) => {
    return { price: numbers ? cents / 100 : decimal(cents), priceCurrency: 'AUD' };
  };
  const was = strikethrough ? price.wasCents : null;
  const priceType = 'https://schema.org/StrikethroughPrice';
  return typed('Offer', {
    url: place.origin + path,
    ...priced(price.priceCents),
    availability: schemaAvailability(price.availability),
    itemCondition: 'https://schema.org/NewCondition',
    seller: typed('Organization', { name: listing.shop.name }),
    priceSpecification:
      was === null ? undefined : typed('UnitPriceSpecification', { priceType, ...priced(was) }),
  });
}

function sellersOffers(view: ProductView, place: Place): object[] {
  return view.sellers.map((offer) =>
    typed('Offer', {
      url: place.origin + view.path,
      price: decimal(offer.priceCents),
      priceCurrency: 'AUD',
      availability: schemaAvailability(offer.availability),
      seller: typed('Organization', { name: offer.seller }),
    }),
  );
}

function ratingNode({ rating }: ProductView): object | undefined {
  return rating
    ? typed('AggregateRating', { ratingValue: rating.value, reviewCount: rating.count })
    : undefined;
}

function productNode(view: ProductView, place: Place): object {
  const { listing, gtin, mpn } = view;
  const offers = [ownOffer(view, view, place), ...sellersOffers(view, place)];
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: view.title,
    image: [place.origin + view.picturePath],
    description: view.description,
    sku: listing.sku,
    mpn: mpn || undefined,
    [gtin?.length === 12 ? 'gtin12' : 'gtin13']: gtin || undefined,
    brand: typed('Brand', { name: listing.product.brand }),
    category: listing.product.category.name,
    aggregateRating: ratingNode(view),
    offers: offers.length > 1 ? offers : offers[0],
  };
}

function variantNode(variant: CardView, view: ProductView, place: Place): object {
  const { product, sku } = variant.listing;
  return typed('Product', {
    name: variant.title,
    sku,
    image: place.origin + variant.picturePath,
    gtin: (view.showsGtin && product.gtin) || undefined,
    mpn: product.mpn || undefined,
    color: product.options['colour'],
    size: product.options['storage'],
    offers: ownOffer(variant, view, place),
  });
}

const AXIS_TERMS: Record<string, string> = { colour: 'color', fit: 'suggestedGender' };

function groupNode(view: ProductView, place: Place): object {
  const { product } = view.listing;
  const name = `${product.brand} ${product.line}`;
  return {
    '@context': 'https://schema.org/',
    '@type': 'ProductGroup',
    name,
    // Describes the line, not the variant that the page shows.
    description: view.description.replace(view.title, name),
    productGroupID: product.family,
    url: place.origin + view.pagePath,
    brand: typed('Brand', { name: product.brand }),
    variesBy: Object.keys(product.options).map(
      (axis) => `https://schema.org/${AXIS_TERMS[axis] ?? 'size'}`,
    ),
    aggregateRating: ratingNode(view),
    hasVariant: view.siblings.map((variant) => variantNode(variant, view, place)),
  };
}

function breadcrumbs(view: ProductView, place: Place): object {
  const { category } = view.listing.product;
  const crumbs: [name: string, path: string][] = [
    ['Home', '/'],
    [category.name, listPath(view.listing.shop, category.slug)],
    [view.title, view.path],
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(([name, path], nth) =>
      typed('ListItem', { position: nth + 1, name, item: place.origin + path }),
    ),
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
