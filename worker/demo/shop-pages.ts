import { emptyPage, redesignedPage } from './pages/broken-page.ts';
import { homePage } from './pages/home-page.ts';
import type { PageParts } from './pages/layout.ts';
import { type ListSubject, listPage, sliceOf } from './pages/list-page.ts';
import { productPage } from './pages/product-page.ts';
import { etagOf, type ShopRequest } from './shop-request.ts';
import { PAGE_STYLE_MARKUP } from './styles/page-style-markup.ts';
import { categoryInPath, productPath, skuInPath, variantPath } from './world/addresses.ts';
import type { Listing } from './world/listing.ts';
import { productView } from './world/product-view.ts';
import { searchShelf } from './world/search-shelf.ts';

/** A page that exists: made only when it is asked for, or the path under which it lies. */
export type FoundPage = { parts: () => PageParts; etag?: string } | { movedTo: string };

/** Every so many listings one lies in the clearance. */
const CLEARANCE_STEP = 17;
const LONGEST_QUERY = 100;

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
  if (productPath(shelf, listing) !== url.pathname) {
    return { movedTo: place.base + variantPath(shelf, listing) };
  }
  const isGroup = shelf.shop.pageStyle === 'product-group';
  const shown = isGroup ? (shelf.byFamily.get(listing.product.family) ?? []) : [listing];
  return {
    parts: () => productParts(request, listing),
    etag: etagOf(request, shown, listing.sku),
  };
}

function listOf(
  request: ShopRequest,
  subject: ListSubject,
  all: readonly Listing[],
): FoundPage | null {
  const { shelf, place, url, moment } = request;
  const slice = sliceOf(all, Number(url.searchParams.get('page') ?? 1));
  if (!slice) return null;
  return {
    parts: () => listPage(shelf, place, subject, slice, moment),
    etag: etagOf(request, slice.listings, `${subject.path} ${slice.page}/${slice.total}`),
  };
}

/** The page at the request's path, or null when there is none. */
export function findPage(request: ShopRequest): FoundPage | null {
  const { shelf, place, url, moment } = request;
  const path = url.pathname;
  if (path === '/') return { parts: () => homePage(shelf, place, moment) };
  const sku = skuInPath(path);
  if (sku !== null) return productOf(request, sku);
  if (path === '/search') {
    const query = (url.searchParams.get('q') ?? '').slice(0, LONGEST_QUERY);
    const searchPath = `/search?q=${encodeURIComponent(query)}`;
    const subject = { heading: `Results for “${query}”`, path: searchPath };
    return listOf(request, subject, searchShelf(shelf, query));
  }
  if (path === '/clearance') {
    const goods = shelf.listings.filter((_, index) => index % CLEARANCE_STEP === 0);
    return listOf(request, { heading: 'Clearance', path }, goods);
  }
  const category = categoryInPath(path);
  const goods = category === null ? undefined : shelf.byCategory.get(category);
  if (!goods) return null;
  return listOf(request, { heading: goods[0]?.product.category.name ?? '', path }, goods);
}
