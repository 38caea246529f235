import { elementsIn, type PageDocument, seenTextOf } from '../../page/document.ts';
import { alikeness } from '../../values/names.ts';
import {
  addressOf,
  isNode,
  propertyOf,
  type SchemaNode,
  textOf,
  valuesOf,
} from '../../values/nodes.ts';
import type { PageAddress } from '../../values/page-address.ts';

const CRUMB_LIMIT = 8;
const LONGEST_CRUMB = 80;
/** Where every trail of a shop begins. */
const START = /^(?:home(?: ?page)?|shop|store|start|all(?: products)?)$/i;
/** A crumb as alike to the product's name as this is the product. */
const SAME_NAME = 0.6;

/** The names of a BreadcrumbList, from the shop's first shelf on; without the page itself where its address says which that is. */
export function readTrail(list: SchemaNode, page: PageAddress): string[] {
  const crumbs = valuesOf(propertyOf(list, 'itemListElement'))
    .filter(isNode)
    .slice(0, CRUMB_LIMIT)
    .map((element) => {
      const item = propertyOf(element, 'item');
      return {
        name: textOf(propertyOf(element, 'name')) ?? (isNode(item) ? textOf(item) : null) ?? '',
        address: addressOf(isNode(item) ? propertyOf(item, '@id', 'url') : item, page.url),
      };
    });
  return crumbs
    .filter(({ name, address }, index) => {
      const isPage = index === crumbs.length - 1 && address === page.url;
      return !isPage && name !== '' && name.length <= LONGEST_CRUMB && !START.test(name);
    })
    .map(({ name }) => name);
}

/** The shelves that lead to a product as its category, 'Appliances > Kettles'; null where the trail names none. */
export function categoryOfTrail(trail: readonly string[], product: string | null): string | null {
  const last = trail.at(-1);
  const isProduct = last !== undefined && alikeness(last, product ?? '') >= SAME_NAME;
  return (isProduct ? trail.slice(0, -1) : trail).join(' > ') || null;
}

/** In the class, id, label or type of the element that holds the crumbs. */
const CRUMBS = /bread-?crumb/i;
const CRUMBS_ELEMENT = /^(?:nav|ol|ul|div|section)$/;

/** The shelves that a page prints above a product: the links of its breadcrumbs, from the shop's first shelf on. */
export function printedTrail({ elements }: PageDocument): string[] {
  for (const element of elements) {
    const { name, attribs } = element;
    if (!CRUMBS_ELEMENT.test(name)) continue;
    if (!Object.values(attribs).some((value) => CRUMBS.test(value))) continue;
    const names = elementsIn(element)
      .filter((each) => each.name === 'a')
      .slice(0, CRUMB_LIMIT)
      .map((link) => seenTextOf(link))
      .filter((text) => text !== '' && text.length <= LONGEST_CRUMB && !START.test(text));
    if (names.length > 0) return names;
  }
  return [];
}
