import { deliverySentences, promiseConditions, promiseText } from '#domain/retailers/facts-text.ts';
import { escapeHtml } from '#domain/text/escape-html.ts';
import { FACTS_PATH, type PageParts } from './pages/layout.ts';
import { homePage, type ListSubject, listPage, sliceOf } from './pages/list-page.ts';
import { emptyPage, productPage, redesignedPage } from './pages/product-page.ts';
import { JSON_LD, PRODUCT_GROUP } from './styles/json-ld.ts';
import {
  availabilityTerms,
  decimal,
  type Markup,
  MICRODATA,
  NEXT_DATA,
  PLAIN,
  RDFA,
} from './styles/markup.ts';
import {
  categoryInPath,
  ITEM_PATH,
  type Place,
  productPath,
  skuIn,
  variantPath,
} from './world/addresses.ts';
import type { BreakKind } from './world/breaks.ts';
import { type Listing, type Shelf, searchShelf } from './world/listing.ts';
import { priceAt } from './world/price-clock.ts';
import { type Moment, productView } from './world/product-view.ts';
import { seedOf } from './world/seeded.ts';
import { sellerOffers } from './world/sellers.ts';
import type { PageStyle } from './world/shops.ts';

export interface ShopRequest {
  shelf: Shelf;
  place: Place;
  url: URL;
  moment: Moment;
  broken: BreakKind | null;
}

/** An existing page, which `parts` renders on demand, or its new path. */
export type FoundPage = { parts: () => PageParts; etag?: string } | { movedTo: string };

/** Every 17th listing is in the clearance. */
const CLEARANCE_STEP = 17;
const LONGEST_QUERY = 100;
/** Increase when the markup of pages changes, so that old ETags expire. */
const EDITION = 2;

function productParts(request: ShopRequest, listing: Listing): PageParts {
  const view = productView(request.shelf, listing, request.moment);
  if (request.broken === 'layout') return redesignedPage(view);
  if (request.broken === 'empty') return emptyPage(view.pagePath);
  return productPage(view, request.place, PAGE_STYLE_MARKUP[request.shelf.shop.pageStyle]);
}

function productOf(request: ShopRequest, sku: string): FoundPage | null {
  const { shelf, place, url } = request;
  const variant = url.searchParams.get('variant');
  const listing = (variant && shelf.bySku.get(variant)) || shelf.bySku.get(sku);
  if (!listing) return null;
  if (![productPath(shelf, listing), ITEM_PATH].includes(url.pathname)) {
    return { movedTo: place.base + variantPath(shelf, listing) };
  }
  const isGroup = shelf.shop.pageStyle === 'product-group';
  const shown = isGroup ? (shelf.byFamily.get(listing.product.family) ?? []) : [listing];
  return {
    parts: () => productParts(request, listing),
    etag: etagOf(request, shown, listing.sku),
  };
}

function listOf(request: ShopRequest, subject: ListSubject, all: readonly Listing[]) {
  const { shelf, place, url, moment } = request;
  const slice = sliceOf(all, Number(url.searchParams.get('page') ?? 1));
  if (!slice) return null;
  return {
    parts: () => listPage(shelf, place, subject, slice, moment),
    etag: etagOf(request, slice.listings, `${subject.path} ${slice.page}/${slice.total}`),
  };
}

export function findPage(request: ShopRequest): FoundPage | null {
  const { shelf, place, url, moment } = request;
  const path = url.pathname;
  if (path === '/') return { parts: () => homePage(shelf, place, moment) };
  const sku = skuIn(url);
  if (sku !== null) return productOf(request, sku);
  if (path === '/search') {
    const query = (url.searchParams.get('q') ?? '').slice(0, LONGEST_QUERY);
    const searchPath = `/search?q=${encodeURIComponent(query)}`;
    const subject = { heading: `Results for “${query}”`, path: searchPath };
    return listOf(request, subject, searchShelf(shelf, query));
  }
  if (path === FACTS_PATH && (shelf.shop.delivery || shelf.shop.priceMatch))
    return { parts: () => factsPage(shelf) };
  if (path === '/clearance') {
    const goods = shelf.listings.filter((_, index) => index % CLEARANCE_STEP === 0);
    return listOf(request, { heading: 'Clearance', path }, goods);
  }
  const category = categoryInPath(path);
  const goods = category === null ? undefined : shelf.byCategory.get(category);
  if (!goods) return null;
  const heading = goods[0]?.product.category.name ?? '';
  return listOf(request, { heading, path, ...(category && { aisle: category }) }, goods);
}

/** What the shop states of its delivery and its price promise (db/seed/demo-facts.json). */
function factsPage({ shop: { name, delivery, priceMatch } }: Shelf): PageParts {
  const sentences = [
    ...(delivery ? deliverySentences(delivery) : []),
    ...(priceMatch
      ? [`${name} ${promiseText(priceMatch)}.`, ...promiseConditions(priceMatch)]
      : []),
  ];
  const title = 'Delivery and prices';
  return {
    title,
    description: `Delivery and price promise of ${name}.`,
    canonicalPath: FACTS_PATH,
    body: `<h1>${title}</h1>${sentences.map((each) => `<p>${escapeHtml(each)}</p>`).join('')}`,
  };
}

/** An ETag from a page's prices and stock, so that a 304 renders nothing; `more` identifies the page. */
function etagOf(request: ShopRequest, listings: readonly Listing[], more: string): string {
  const { place, moment, broken } = request;
  const labels = listings.map((listing) => {
    const { shop, product } = listing;
    const price = priceAt(shop, product, moment.at);
    const sellers = sellerOffers(listing, moment.at).map(
      (offer) => `${offer.priceCents}${offer.availability}`,
    );
    return `${price.priceCents}/${price.wasCents}/${price.availability}/${price.packSize?.amount}/${sellers}`;
  });
  const text = [EDITION, place.origin, broken, more, ...labels].join('|');
  return `W/"${seedOf(text).toString(36)}${seedOf(`${text}#`).toString(36)}"`;
}

/** Metadata of the Open Graph and product vocabularies; no markup in the body. */
const OPENGRAPH: Markup = {
  ...PLAIN,
  head(view, place) {
    const { listing, price } = view;
    const rows: [string, string][] = [
      ['og:type', 'product'],
      ['og:title', view.title],
      ['og:url', place.origin + view.path],
      ['og:image', place.origin + view.picturePath],
      ['og:description', view.description],
      ['og:site_name', listing.shop.name],
      ['product:brand', listing.product.brand],
      ['product:retailer_item_id', listing.sku],
      ['product:condition', 'new'],
      ['product:availability', availabilityTerms(price.availability).openGraph],
      ['product:price:amount', decimal(price.priceCents)],
      ['product:price:currency', 'AUD'],
    ];
    return rows
      .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`)
      .join('\n');
  },
};

const PAGE_STYLE_MARKUP: Record<PageStyle, Markup> = {
  'json-ld': JSON_LD,
  'product-group': PRODUCT_GROUP,
  microdata: MICRODATA,
  rdfa: RDFA,
  opengraph: OPENGRAPH,
  'next-data': NEXT_DATA,
  'json-api': PLAIN,
  'css-only': PLAIN,
  script: PLAIN,
};
