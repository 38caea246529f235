import { robotsTxt, sitemap } from './pages/crawl-files.ts';
import { layout, SCRIPT_APP, scriptShell } from './pages/layout.ts';
import { type ListSlice, sliceOf } from './pages/list-page.ts';
import { shopCss, shopLogo } from './pages/shop-css.ts';
import { pictureOf } from './pictures/drawings.ts';
import { findPage, type ShopRequest } from './shop-pages.ts';
import type { Place } from './world/addresses.ts';
import { type Shelf, searchShelf } from './world/listing.ts';
import {
  type CardView,
  cardView,
  type Moment,
  productView,
  unitPriceText,
} from './world/product-view.ts';

/** A response; the server handles conditional requests and HEAD. */
export interface Answer {
  status: number;
  type: string;
  body: string | (() => string | Promise<Uint8Array>);
  /** Computed without rendering the body. */
  etag?: string;
  headers?: Record<string, string>;
}

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const FRAGMENT = '/fragment';
const PICTURE = /^\/media\/(?:small\/)?([a-z0-9-]+)\.webp$/;
const YEAR_CACHE = { 'cache-control': 'public, max-age=31536000' };

/** A plain-text response. */
export function bare(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return { status, type: TEXT, body: text, headers };
}

const file = (type: string, body: string): Answer => ({ status: 200, type, body });
const made = (type: string, body: () => string, etag?: string): Answer => {
  return { status: 200, type, body, ...(etag ? { etag } : {}) };
};

/** A shop's response to a GET; 404 for an unknown path. */
export function shopAnswer(request: ShopRequest): Answer {
  if (request.broken === '403') return bare(403, 'Access denied');
  const answer = pictureAnswer(request) ?? fileAnswer(request) ?? pageAnswer(request);
  return answer ?? bare(404, 'There is no such page in this shop.');
}

function pictureAnswer(request: ShopRequest): Answer | null {
  const id = PICTURE.exec(request.url.pathname)?.[1];
  const listing = id === undefined ? undefined : request.shelf.byProduct.get(id);
  if (!listing) return null;
  const { product } = listing;
  return {
    status: 200,
    type: 'image/webp',
    body: () => pictureOf(product),
    etag: `"${product.id}-1"`,
    headers: YEAR_CACHE,
  };
}

/** Files other than pages: robots.txt, sitemaps, logo, style, script, JSON; null for any other path. */
function fileAnswer({ shelf, place, url, moment }: ShopRequest): Answer | null {
  const { shop } = shelf;
  const path = url.pathname;
  if (path === '/robots.txt') return file(TEXT, robotsTxt(shop, place));
  if (path === '/logo.svg') return file('image/svg+xml', shopLogo(shop));
  if (path === '/assets/shop.css') return file('text/css; charset=utf-8', shopCss(shop));
  if (path === '/assets/app.js') return file('text/javascript; charset=utf-8', SCRIPT_APP);
  const map = path.startsWith('/sitemap') ? sitemap(shelf, place, path) : null;
  if (map !== null) return file('application/xml; charset=utf-8', map);
  if (shop.pageStyle !== 'json-api' || !path.startsWith('/api/')) return null;
  const data = jsonApi(shelf, place, url, moment);
  return data ? file(JSON_TYPE, JSON.stringify(data)) : null;
}

/** A page. Script-rendered shops send an empty shell; their script fetches the content under /fragment. */
function pageAnswer(request: ShopRequest): Answer | null {
  const { shelf, place, url } = request;
  const isScript = shelf.shop.pageStyle === 'script';
  const isFragment = isScript && url.pathname.startsWith(FRAGMENT);
  const pageUrl = isFragment ? new URL(url.pathname.slice(FRAGMENT.length) + url.search, url) : url;
  const page = findPage({ ...request, url: pageUrl });
  if (!page) return null;
  if ('movedTo' in page) return isFragment ? null : bare(301, '', { location: page.movedTo });
  const { parts, etag } = page;
  if (isFragment) {
    const content = () => {
      const { title, body } = parts();
      return JSON.stringify({ title, html: body });
    };
    return made(JSON_TYPE, content, etag);
  }
  if (isScript) return made(HTML, () => scriptShell(shelf, place, url.pathname));
  return made(HTML, () => layout(shelf, place, parts()), etag);
}

const API_PAGE_SIZE = 36;

function apiProduct(card: CardView, gtin: string | null, { origin }: Place): object {
  const { listing, price } = card;
  return {
    id: listing.sku,
    name: card.title,
    brand: listing.product.brand,
    barcode: gtin,
    url: origin + card.path,
    image: origin + card.picturePath,
    category: listing.product.category.name,
    price: price.priceCents / 100,
    wasPrice: (price.wasCents ?? price.priceCents) / 100,
    isOnSpecial: price.wasCents !== null,
    memberPrice: price.memberPriceCents === null ? null : price.memberPriceCents / 100,
    currency: 'AUD',
    unitPrice: card.unitPrice ? unitPriceText(card.unitPrice) : null,
    availability: price.availability,
    rating: card.rating?.value ?? null,
    reviewCount: card.rating?.count ?? 0,
  };
}

function listAnswer(shelf: Shelf, place: Place, slice: ListSlice, query: string, moment: Moment) {
  const words = query === '' ? '' : `q=${encodeURIComponent(query)}&`;
  const address = (page: number) => `${place.origin}/api/products?${words}page=${page}`;
  return {
    total: slice.total,
    page: slice.page,
    pageSize: API_PAGE_SIZE,
    next: slice.page < slice.pages ? address(slice.page + 1) : null,
    products: slice.listings.map((listing) => {
      const { gtin } = productView(shelf, listing, moment);
      return apiProduct(cardView(shelf, listing, moment), gtin, place);
    }),
  };
}

/** The JSON API of some shops: /api/products?q=&page= and /api/products/<sku>; null for any other path. */
function jsonApi(shelf: Shelf, place: Place, url: URL, moment: Moment): object | null {
  const single = /^\/api\/products\/(\d+)$/.exec(url.pathname)?.[1];
  if (single !== undefined) {
    const listing = shelf.bySku.get(single);
    if (!listing) return null;
    const view = productView(shelf, listing, moment);
    return { ...apiProduct(view, view.gtin, place), description: view.description };
  }
  if (url.pathname !== '/api/products') return null;
  const query = url.searchParams.get('q') ?? '';
  const all = query === '' ? shelf.listings : searchShelf(shelf, query);
  const slice = sliceOf(all, Number(url.searchParams.get('page') ?? 1), API_PAGE_SIZE);
  return slice ? listAnswer(shelf, place, slice, query, moment) : null;
}
