import { escapeHtml } from '#domain/text/escape-html.ts';
import type { Place } from '../world/addresses.ts';
import type { Listing, Shelf } from '../world/listing.ts';
import { cardView, type Moment } from '../world/product-view.ts';
import { cardGrid } from './card.ts';
import { classNames } from './class-names.ts';
import type { PageParts } from './layout.ts';

const PAGE_SIZE = 24;

/** A piece of a long list; `page` counts from 1. */
export interface ListSlice {
  listings: readonly Listing[];
  page: number;
  pages: number;
  total: number;
}

/** Cuts page `page` out of a list; null past the end (page 1 of an empty list exists). */
export function sliceOf(all: readonly Listing[], page: number, size = PAGE_SIZE): ListSlice | null {
  const pages = Math.max(1, Math.ceil(all.length / size));
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  return { listings: all.slice((page - 1) * size, page * size), page, pages, total: all.length };
}

/** What a list page is about and where it lies. */
export interface ListSubject {
  heading: string;
  /** Path and query without the page number. */
  path: string;
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
      : cardGrid(cards, place, classNames(shelf.shop));
  return {
    title: subject.heading,
    description: `${subject.heading} at ${shelf.shop.name}`,
    canonicalPath: pageLink(subject, slice.page, { ...place, base: '' }),
    head: next,
    body: `<h1>${escapeHtml(subject.heading)}</h1><p class="count">${slice.total} products</p>${found}${pager(subject, slice, place)}`,
  };
}
