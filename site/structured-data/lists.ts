import type { BreadcrumbList, ItemList, ListItem } from 'schema-dts';

/** Items of a structured list (spec §9). */
const LISTED_ITEMS = 10;

export interface Crumb {
  name: string;
  /** Below the site's origin: '/categories'. */
  path: string;
}

/** The way from the home page to a page, the page itself last. */
export function breadcrumbs(origin: string, crumbs: readonly Crumb[]): BreadcrumbList {
  const steps = crumbs.map(({ name, path }) => ({ name, item: origin + path }));
  return { '@type': 'BreadcrumbList', itemListElement: steps.map(numbered) };
}

/** The first ten pages of a list, in its order; all of one site. */
export function itemList(origin: string, name: string, pages: readonly Crumb[]): ItemList {
  return listOf(
    name,
    pages.map((page) => ({ name: page.name, url: origin + page.path })),
  );
}

/** A list with its first ten items, which have either a `url` or an `item`. */
export function listOf(name: string, items: readonly Omit<ListItem, '@type'>[]): ItemList {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: items.slice(0, LISTED_ITEMS).map(numbered),
  };
}

function numbered(item: Omit<ListItem, '@type'>, index: number): ListItem {
  return { '@type': 'ListItem', position: index + 1, ...item };
}
