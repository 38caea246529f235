import type { BreadcrumbList, ItemList, ListItem } from 'schema-dts';
import type { StructuredThing } from './thing.ts';

/** Items of a structured list (spec §9). */
export const LISTED_ITEMS = 10;

/** A step of the way to a page. */
export interface Crumb {
  name: string;
  /** Below the site's origin: '/categories'. */
  path: string;
}

/** The way from the home page to a page, the page itself last. */
export function breadcrumbs(origin: string, crumbs: readonly Crumb[]): StructuredThing {
  const data: BreadcrumbList = {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(
      ({ name, path }, index): ListItem => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: origin + path,
      }),
    ),
  };
  return data as StructuredThing;
}

/** The first ten pages of a list, in its order; all of one site. */
export function itemList(
  origin: string,
  name: string,
  items: readonly { name: string; path: string }[],
): StructuredThing {
  const data: ItemList = {
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: items.slice(0, LISTED_ITEMS).map(
      (item, index): ListItem => ({
        '@type': 'ListItem',
        position: index + 1,
        name: item.name,
        url: origin + item.path,
      }),
    ),
  };
  return data as StructuredThing;
}
