import { escapeHtml } from '#domain/text/escape-html.ts';
import { listState } from '../styles/markup.ts';
import { linkPath, listPath, type Place } from '../world/addresses.ts';
import type { Listing, Shelf } from '../world/listing.ts';
import {
  type CardView,
  cardView,
  type Moment,
  priceText,
  unitPriceText,
} from '../world/product-view.ts';
import type { PageParts } from './layout.ts';
import { type ClassNames, classNames } from './shop-css.ts';

const PAGE_SIZE = 24;
const SPECIALS = 8;
const LOOKED_AT = 160;

/** One page of a long list; `page` counts from 1. */
export type ListSlice = NonNullable<ReturnType<typeof sliceOf>>;

/** Returns page `page` of a list; null past the end (page 1 of an empty list exists). */
export function sliceOf(all: readonly Listing[], page: number, size = PAGE_SIZE) {
  const pages = Math.max(1, Math.ceil(all.length / size));
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  return { listings: all.slice((page - 1) * size, page * size), page, pages, total: all.length };
}

export interface ListSubject {
  heading: string;
  /** Path and query without the page number. */
  path: string;
  aisle?: string;
}

function pageLink(subject: ListSubject, page: number, { base }: Place): string {
  const joint = subject.path.includes('?') ? '&' : '?';
  return base + subject.path + (page === 1 ? '' : `${joint}page=${page}`);
}

function pager(subject: ListSubject, slice: ListSlice, place: Place): string {
  if (slice.pages < 2) return '';
  const links = Array.from({ length: slice.pages }, (_, index) => {
    const page = index + 1;
    const rel =
      page === slice.page + 1 ? ' rel="next"' : page === slice.page - 1 ? ' rel="prev"' : '';
    return page === slice.page
      ? `<span aria-current="page">${page}</span>`
      : `<a${rel} href="${escapeHtml(pageLink(subject, page, place))}">${page}</a>`;
  });
  return `<nav class="pagination" aria-label="Pages">${links.join(' ')}</nav>`;
}

/** A category's or a search's page of cards. */
export function listPage(
  shelf: Shelf,
  place: Place,
  subject: ListSubject,
  slice: ListSlice,
  moment: Moment,
): PageParts {
  const cards = slice.listings.map((listing) => cardView(shelf, listing, moment));
  const next =
    slice.page < slice.pages
      ? `<link rel="next" href="${escapeHtml(pageLink(subject, slice.page + 1, place))}">`
      : '';
  const found =
    slice.total === 0
      ? '<p class="none">Nothing found. Try fewer words.</p>'
      : cardGrid(shelf, cards, place, subject.aisle);
  return {
    title: subject.heading,
    description: `${subject.heading} at ${shelf.shop.name}`,
    canonicalPath: pageLink(subject, slice.page, { ...place, base: '' }),
    head: next,
    body: `<h1>${escapeHtml(subject.heading)}</h1><p class="count">${slice.total} products</p>${found}${pager(subject, slice, place)}`,
    tail: shelf.shop.traits.has('list-state') ? listState(cards) : '',
  };
}

/** The shop's home page: its aisles and current specials. */
export function homePage(shelf: Shelf, place: Place, moment: Moment): PageParts {
  const { shop, listings, byCategory } = shelf;
  const step = Math.max(1, Math.floor(listings.length / LOOKED_AT));
  const looked = listings.filter((_, index) => index % step === 0);
  const cards = looked.map((listing) => cardView(shelf, listing, moment));
  const specials = cards.filter((card) => card.price.wasCents !== null).slice(0, SPECIALS);
  const shown = specials.length > 3 ? specials : cards.slice(0, SPECIALS);
  const isInMenu = shop.traits.has('menu');
  const aisles = [...byCategory].map(([slug, goods]) => {
    const name = goods[0]?.product.category.name ?? slug;
    return `<li><a href="${place.base}${listPath(shop, slug)}">${escapeHtml(name)}</a> <small>${goods.length}</small></li>`;
  });
  return {
    title: shop.description,
    description: `${shop.name}: ${shop.description}`,
    canonicalPath: '/',
    body: `<section class="welcome"><h1>${escapeHtml(shop.name)}</h1><p>${escapeHtml(shop.description)}.</p></section>
${isInMenu ? '' : `<section><h2>Shop by aisle</h2><ul class="aisle-list">${aisles.join('')}</ul></section>\n`}<section><h2>${specials.length > 3 ? 'On special' : 'From the shelves'}</h2>${cardGrid(shelf, shown, place)}</section>`,
  };
}

function card(view: CardView, href: string, { base }: Place, names: ClassNames): string {
  const { price, listing } = view;
  const { traits } = listing.shop;
  const was =
    price.wasCents === null
      ? ''
      : `<span class="${names.cardWas}">Was ${priceText(price.wasCents)}</span>`;
  const unit = view.unitPrice
    ? `<span class="per-unit">${unitPriceText(view.unitPrice)}</span>`
    : '';
  const empty =
    price.availability === 'out_of_stock' && !traits.has('bare-tiles')
      ? '<span class="sold">Out of stock</span>'
      : '';
  return `<li class="${names.card}"><a href="${base}${escapeHtml(href)}"><img src="${base}${view.picturePath}" alt="" width="300" height="300" loading="lazy"><span class="${names.cardTitle}">${escapeHtml(view.title)}</span></a>
<span class="${names.cardPrice}">${priceText(price.priceCents)}</span>${was}${unit}${empty}</li>`;
}

/** Cards of products, in the list of an aisle or outside. */
export function cardGrid(
  shelf: Shelf,
  cards: readonly CardView[],
  place: Place,
  aisle?: string,
): string {
  const names = classNames(shelf.shop);
  const rows = cards.map((view) => card(view, linkPath(shelf, view.listing, aisle), place, names));
  return `<ul class="${names.grid}">${rows.join('\n')}</ul>`;
}
