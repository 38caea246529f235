import { type ListSlice, sliceOf } from './pages/list-page.ts';
import type { Place } from './world/addresses.ts';
import { type Shelf, searchShelf } from './world/listing.ts';
import {
  type CardView,
  cardView,
  type Moment,
  productView,
  unitPriceText,
} from './world/product-view.ts';

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
export function jsonApi(shelf: Shelf, place: Place, url: URL, moment: Moment): object | null {
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
