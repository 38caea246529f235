import type { Listing, Shelf } from './listing.ts';
import { type Product, slugOf } from './read-catalogue.ts';
import { pick } from './seeded.ts';
import type { DemoShop } from './shops.ts';

/** The address of a shop: links in pages begin with `base`, absolute addresses with `origin`. */
export interface Place {
  /** '' on the shop's own host, '/demo-shops/<shop>' below the site. */
  base: string;
  /** 'http://<shop>.demo-shops.localhost' or the site's address of the shop; no slash at the end. */
  origin: string;
}

const PRODUCT_PATHS: ((words: string, sku: string) => string)[] = [
  (_words, sku) => `/p/${sku}`,
  (words, sku) => `/product/${words}-${sku}`,
  (words, sku) => `/products/${words}/${sku}`,
  (words, sku) => `/${words}/p/${sku}`,
  (words, sku) => `/shop/productdetails/${sku}/${words}`,
];
const PRODUCT_PATH =
  /^\/(?:p\/|product\/[^/]*-|products\/[^/]*\/|[^/]*\/p\/|shop\/productdetails\/)(\d{6,7})(?:\/[^/]*)?$/;

export const ITEM_PATH = '/item';

const LIST_PREFIXES = ['/c/', '/category/', '/shop/browse/'];
const LIST_PATH = /^\/(?:c|category|shop\/browse)\/([a-z0-9-]+)$/;

function wordsOf(product: Product, whole: boolean): string {
  const options = whole ? Object.values(product.options) : [];
  return slugOf([product.brand, product.line, product.noun, ...options].join(' '));
}

/** The listing whose page shows this one: itself, or the first of its family if one page shows all variants. */
function pageListing(shelf: Shelf, listing: Listing): Listing {
  if (shelf.shop.pageStyle !== 'product-group') return listing;
  return shelf.byFamily.get(listing.product.family)?.[0] ?? listing;
}

export function productPath(shelf: Shelf, listing: Listing): string {
  const { shop } = shelf;
  const shown = pageListing(shelf, listing);
  const write = pick(PRODUCT_PATHS, shop.seed, 81);
  return write(wordsOf(shown.product, shop.pageStyle !== 'product-group'), shown.sku);
}

/** The path with the variant, as in links and structured data. */
export function variantPath(shelf: Shelf, listing: Listing): string {
  const path = productPath(shelf, listing);
  const isGroup =
    shelf.shop.pageStyle === 'product-group' &&
    (shelf.byFamily.get(listing.product.family)?.length ?? 1) > 1;
  return isGroup ? `${path}?variant=${listing.sku}` : path;
}

/**
 * The path of a list's link to a product: that of its page or, in a shop with `other-links`, one with the list's aisle, if it has one, and
 * the article number. That page names the usual path as canonical.
 */
export function linkPath(shelf: Shelf, listing: Listing, aisle?: string): string {
  if (!shelf.shop.traits.has('other-links')) return variantPath(shelf, listing);
  const query = new URLSearchParams({ ...(aisle && { aisle }), item: listing.sku });
  return `${ITEM_PATH}?${query}`;
}

/** The article number in a product's address, or null. */
export function skuIn({ pathname, searchParams }: URL): string | null {
  return pathname === ITEM_PATH
    ? searchParams.get('item')
    : (PRODUCT_PATH.exec(pathname)?.[1] ?? null);
}

export function listPath(shop: DemoShop, category: string): string {
  return pick(LIST_PREFIXES, shop.seed, 82) + category;
}

export function categoryInPath(path: string): string | null {
  return LIST_PATH.exec(path)?.[1] ?? null;
}
