import { escapeHtml } from '#domain/text/escape-html.ts';
import type { Place } from '../world/addresses.ts';
import { type CardView, type ProductView, unitPriceText } from '../world/product-view.ts';
import { chance } from '../world/seeded.ts';

/** Elements of the product page's body that a style may mark up. */
export type Part =
  | 'product'
  | 'name'
  | 'image'
  | 'description'
  | 'rating'
  | 'offer'
  | 'price'
  | 'was'
  | 'availability';

/** The structured data of a page style: attributes on the body's elements, extra elements, head and tail. */
export interface Markup {
  /** Attributes with a leading space, '' for none. */
  on(part: Part, view: ProductView, place: Place): string;
  /** Elements at the start of the product, its rating and its offer. */
  inside(part: Part, view: ProductView, place: Place): string;
  head(view: ProductView, place: Place): string;
  tail(view: ProductView, place: Place): string;
}

/** No structured data beyond the visible text. */
export const PLAIN: Markup = { on: () => '', inside: () => '', head: () => '', tail: () => '' };

/** An availability in the vocabularies of schema.org, Open Graph and one storefront's code. */
const IN_STOCK = { schema: 'InStock', openGraph: 'instock', code: 'inStock' };
const TERMS: Record<string, typeof IN_STOCK> = {
  limited: { schema: 'LimitedAvailability', openGraph: 'instock', code: 'lowStock' },
  out_of_stock: { schema: 'OutOfStock', openGraph: 'oos', code: 'outOfStock' },
  pre_order: { schema: 'PreOrder', openGraph: 'preorder', code: 'preOrder' },
};

export function availabilityTerms(availability: string) {
  return TERMS[availability] ?? IN_STOCK;
}

/** 'https://schema.org/InStock': the term of schema.org for the view's availability. */
export function schemaAvailability(availability: string): string {
  return `https://schema.org/${availabilityTerms(availability).schema}`;
}

/** A value as JSON that cannot close its script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** 129900 → '1299.00'. */
export function decimal(amountCents: number): string {
  return (amountCents / 100).toFixed(2);
}

/**
 * schema.org as attributes of the visible elements. Microdata states more than RDFa Lite: UPCs, the brand as a thing, the offer's address.
 */
function attributeMarkup(property: 'itemprop' | 'property'): Markup {
  const isMicrodata = property === 'itemprop';
  const typed = (type: string) => {
    if (isMicrodata) return ` itemscope itemtype="https://schema.org/${type}"`;
    return `${type === 'Product' ? ' vocab="https://schema.org/"' : ''} typeof="${type}"`;
  };
  const meta = (name: string, content: string | null) =>
    content === null ? '' : `<meta ${property}="${name}" content="${escapeHtml(content)}">`;
  const link = (name: string, href: string) => `<link ${property}="${name}" href="${href}">`;
  const attributes: Partial<Record<Part, (view: ProductView) => string>> = {
    product: () => typed('Product'),
    name: () => ` ${property}="name"`,
    image: () => ` ${property}="image"`,
    description: () => ` ${property}="description"`,
    rating: () => ` ${property}="aggregateRating"${typed('AggregateRating')}`,
    offer: () => ` ${property}="offers"${typed('Offer')}`,
    price: (view) => ` ${property}="price" content="${decimal(view.price.priceCents)}"`,
  };
  const inside: Partial<Record<Part, (view: ProductView, place: Place) => string>> = {
    product({ listing, gtin, mpn }) {
      const { brand } = listing.product;
      const gtinName = isMicrodata && gtin?.length === 12 ? 'gtin12' : 'gtin13';
      const maker = isMicrodata
        ? `<span itemprop="brand"${typed('Brand')}>${meta('name', brand)}</span>`
        : meta('brand', brand);
      return meta('sku', listing.sku) + meta(gtinName, gtin) + meta('mpn', mpn) + maker;
    },
    rating({ rating }) {
      if (!rating) return '';
      const count = isMicrodata ? 'reviewCount' : 'ratingCount';
      return meta('ratingValue', String(rating.value)) + meta(count, String(rating.count));
    },
    offer({ price, path }, { origin }) {
      const url = isMicrodata ? link('url', escapeHtml(origin + path)) : '';
      const availability = link('availability', schemaAvailability(price.availability));
      return meta('priceCurrency', 'AUD') + availability + url;
    },
  };
  return {
    ...PLAIN,
    on: (part, view) => attributes[part]?.(view) ?? '',
    inside: (part, view, place) => inside[part]?.(view, place) ?? '',
  };
}

export const MICRODATA: Markup = attributeMarkup('itemprop');

/** schema.org as RDFa Lite. */
export const RDFA: Markup = attributeMarkup('property');

function pricing(card: CardView): object {
  const { priceCents, wasCents, memberPriceCents } = card.price;
  return {
    now: priceCents / 100,
    was: (wasCents ?? 0) / 100,
    saveAmount: wasCents === null ? null : (wasCents - priceCents) / 100,
    comparable: card.unitPrice ? unitPriceText(card.unitPrice) : null,
    memberPrice: memberPriceCents === null ? null : memberPriceCents / 100,
    onlineSpecial: wasCents !== null,
  };
}

/** Product state of a supermarket storefront: `pricing.now`, `pricing.was` (0 if none). */
function supermarketProduct(card: CardView, gtin: string | null): object {
  const { listing, price } = card;
  return {
    _type: 'PRODUCT',
    id: Number(listing.sku),
    name: card.title,
    brand: listing.product.brand,
    gtin,
    availability: price.availability === 'in_stock' || price.availability === 'limited',
    availabilityType: price.availability === 'limited' ? 'LimitedStock' : null,
    imageUris: [{ uri: card.picturePath }],
    pricing: pricing(card),
  };
}

/** Product state of another storefront: prices as objects with a currency, stock as a code. */
function storefrontProduct(card: CardView, gtin: string | null): object {
  const { listing, price } = card;
  const amount = (cents: number) => ({
    value: cents / 100,
    currencyIso: 'AUD',
    formattedValue: `$${(cents / 100).toFixed(2)}`,
  });
  return {
    code: listing.sku,
    name: card.title,
    brandName: listing.product.brand,
    ean: gtin,
    manufacturerCode: listing.product.mpn,
    url: card.path,
    images: [{ url: card.picturePath, format: 'zoom' }],
    price: amount(price.priceCents),
    ...(price.wasCents === null ? {} : { wasPrice: amount(price.wasCents) }),
    stock: { stockLevelStatus: availabilityTerms(price.availability).code },
  };
}

/** A storefront's state of a product. */
function stateOf(card: CardView, gtin: string | null): object {
  const isSupermarket = chance(card.listing.shop.seed, 184) < 0.5;
  return (isSupermarket ? supermarketProduct : storefrontProduct)(card, gtin);
}

function productProps(view: ProductView): object {
  return {
    product: {
      ...stateOf(view, view.gtin),
      description: view.description,
      ...(view.rating ? { ratings: { average: view.rating.value, count: view.rating.count } } : {}),
      specifications: Object.entries(view.facts).map(([name, value]) => ({ name, value })),
    },
    recommendations: view.related.map((card) => stateOf(card, null)),
  };
}

function nextData(page: string, query: object, pageProps: object): string {
  const props = { pageProps, __N_SSP: true };
  const data = { props, page, query, buildId: 'demo', isFallback: false };
  return `<script id="__NEXT_DATA__" type="application/json">${scriptJson(data)}</script>`;
}

export const listState = (cards: readonly CardView[]): string =>
  nextData('/list/[slug]', {}, { products: cards.map((card) => stateOf(card, null)) });

/** A script framework's state beside server-rendered text, as on large shops. */
export const NEXT_DATA: Markup = {
  ...PLAIN,
  tail: (view) => nextData('/product/[...slug]', { slug: [view.listing.sku] }, productProps(view)),
};
