import type { PageReading } from '#domain/offers/page-reading.ts';
import { alikeness } from './names-alike.ts';
import type { PageAddress } from './page-address.ts';
import {
  addressOf,
  isNode,
  plainText,
  propertyOf,
  type SchemaNode,
  textOf,
  valuesOf,
} from './schema-node.ts';

const CRUMB_LIMIT = 8;
const LONGEST_CRUMB = 80;
/** Where every trail of a shop begins. */
const START = /^(?:home(?: ?page)?|shop|store|start(?:seite)?|accueil|inicio|all(?: products)?)$/i;
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

/** Named by the class, id or label of the element that holds the crumbs. */
const CRUMBS = /bread-?crumb/gi;
const CRUMBS_TAG = /^<(nav|ol|ul|div|section)\b[^<>]*>/i;
const LONGEST_TAG = 600;
const LONGEST_TRAIL = 6_000;
const LINK = /<a\b[^<>]*>([\s\S]*?)<\/a\s*>/gi;
/** Elements that are looked at: scripts and styles may name breadcrumbs, too. */
const TRIES = 5;

/** The shelves that a page prints above a product: the links of its breadcrumbs, from the shop's first shelf on. */
export function printedTrail(shown: string): string[] {
  for (const { index } of shown.matchAll(CRUMBS).take(TRIES)) {
    const start = shown.lastIndexOf('<', index);
    const tag = CRUMBS_TAG.exec(shown.slice(start, start + LONGEST_TAG));
    if (start === -1 || !tag) continue;
    const from = start + tag[0].length;
    const [crumbs = ''] = shown.slice(from, from + LONGEST_TRAIL).split(`</${tag[1]}`, 1);
    const names = [...crumbs.matchAll(LINK).take(CRUMB_LIMIT)]
      .map(([, text = '']) => plainText(text))
      .filter((name) => name !== '' && name.length <= LONGEST_CRUMB && !START.test(name));
    if (names.length > 0) return names;
  }
  return [];
}

/** A reading whose product states no category, with the shelves that its page prints; a variant has its product's. */
export function withPrintedShelf(reading: PageReading, shown: () => string): PageReading {
  const { product } = reading;
  if (!product) return reading;
  const category = product.category ?? categoryOfTrail(printedTrail(shown()), product.name);
  const variants = reading.variants.map((each) => ({
    ...each,
    category: each.category ?? category,
  }));
  return { ...reading, product: { ...product, category }, variants };
}
