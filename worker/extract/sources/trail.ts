import type { Element } from 'domhandler';
import { nameSimilarity } from '#domain/text/name-similarity.ts';
import type { PageAddress } from '../page/address.ts';
import { $, shownText } from '../page/element.ts';
import type { PageDocument } from '../page/parse-page.ts';
import { addressOf, isNode, type SchemaNode, textOf, valuesOf } from '../values/nodes.ts';

const CRUMB_LIMIT = 8;
const LONGEST_CRUMB = 80;
const START = /^(?:home(?: ?page)?|shop|store|start|all(?: products)?)$/i;
/** Least likeness (0–1) of a crumb to the product's name that identifies the product. */
const SAME_NAME = 0.6;

/** The category names of a BreadcrumbList, without the start page and without the page itself if its address is known. */
export function readTrail(list: SchemaNode, page: PageAddress): string[] {
  const elements = valuesOf(list['itemListElement']).filter(isNode).slice(0, CRUMB_LIMIT);
  return elements.flatMap(({ name, item }, index) => {
    const text = textOf(name) ?? (isNode(item) ? textOf(item) : null) ?? '';
    const isPage = index === elements.length - 1 && addressOf(item, page.url) === page.url;
    return isCrumb(text) && !isPage ? text : [];
  });
}

const isCrumb = (text: string): boolean =>
  text !== '' && text.length <= LONGEST_CRUMB && !START.test(text);

/** Joins a trail to a category, 'Appliances > Kettles', without the product itself; null if no crumb is left. */
export function categoryOfTrail(trail: readonly string[], product: string | null): string | null {
  const last = trail.at(-1);
  const isProduct = last !== undefined && nameSimilarity(last, product ?? '') >= SAME_NAME;
  return (isProduct ? trail.slice(0, -1) : trail).join(' > ') || null;
}

/** Matches an attribute of a breadcrumb container: class, id, label or type. */
const CRUMBS = /bread-?crumb/i;

const isTrail = (_: number, { attribs }: Element): boolean =>
  Object.values(attribs).some((value) => CRUMBS.test(value));

/** The category names in the links of the page's visible breadcrumbs, without the start page. */
export function printedTrail(page: PageDocument): string[] {
  for (const element of page.all.filter('nav, ol, ul, div, section').filter(isTrail)) {
    const links = $(element).find('a').get().slice(0, CRUMB_LIMIT);
    const names = links.map((link) => shownText(link)).filter(isCrumb);
    if (names.length > 0) return names;
  }
  return [];
}
