import type { BreadcrumbList, ItemList, ListItem } from 'schema-dts';

/** Maximum items of a structured list (spec §9). */
const LISTED_ITEMS = 10;

/** A page in a list or breadcrumb. */
export interface Crumb {
  name: string;
  /** Path on this site: '/categories'. */
  path: string;
}

/** Breadcrumbs from the home page to a page, the page itself last. */
export function breadcrumbs(origin: string, crumbs: readonly Crumb[]): BreadcrumbList {
  const steps = crumbs.map(({ name, path }) => ({ name, item: origin + path }));
  return { '@type': 'BreadcrumbList', itemListElement: steps.map(numbered) };
}

/** A list of pages of this site; only the first ten are included. */
export function itemList(origin: string, name: string, pages: readonly Crumb[]): ItemList {
  return listOf(
    name,
    pages.map((page) => ({ name: page.name, url: origin + page.path })),
  );
}

/** A list with its first ten items, each with a `url` or an `item`. */
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
