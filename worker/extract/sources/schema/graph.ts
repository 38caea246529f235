import type { PageAddress } from '../../page/address.ts';
import { elementsIn, type PageDocument, seenTextOf } from '../../page/document.ts';
import { elementsNamed } from '../../page/parse-page.ts';
import type { Candidate } from '../../values/candidate.ts';
import {
  addressOf,
  alikeness,
  isNode,
  propertyOf,
  type SchemaNode,
  textOf,
  typesOf,
  valuesOf,
} from '../../values/nodes.ts';
import { isProductNode, readRating, readSchemaProduct, type SchemaProduct } from './product.ts';

/** The findings in a page's schema.org nodes, in page order. */
export interface SchemaFindings {
  /** Products outside lists. */
  products: SchemaProduct[];
  /** Products that are entries of a list. */
  items: Candidate[];
  /** Addresses of list entries without a description. */
  listed: string[];
  /** A rating outside product nodes; some shops state it in a separate script. */
  looseRating: Candidate['rating'];
  /** The categories of the page, the widest first; only from JSON-LD. */
  trail: string[];
}

const LIST_PROPERTIES = ['itemListElement', 'itemListelement'] as const;
/** Properties that lead from a page node to its subject. Related products have other properties, which are not followed. */
const ABOUT_PROPERTIES = [
  '@graph',
  'mainEntity',
  'mainEntityOfPage',
  'mainContentOfPage',
  'about',
  'itemOffered',
] as const;
const NODE_LIMIT = 20_000;

/** Finds products and lists in parsed schema.org nodes; pointer nodes (`@id`) are resolved first. */
export function readSchemaGraph(
  roots: readonly unknown[],
  page: PageAddress,
  source: string,
): SchemaFindings {
  const findings: SchemaFindings = {
    ...{ products: [], items: [], listed: [], looseRating: null, trail: [] },
  };
  const nodes = nodesOf(roots);
  const byId = indexById(nodes);
  const variants = separateVariants(nodes, byId);
  const seen = new Set<unknown>([...variants.values()].flat());
  const queue: { value: unknown; inList: boolean }[] = roots.map((value) => ({
    value,
    inList: false,
  }));
  for (let index = 0; index < queue.length && index < NODE_LIMIT; index += 1) {
    const entry = queue[index];
    if (!entry) break;
    if (Array.isArray(entry.value)) {
      queue.push(...entry.value.slice(0, 5_000).map((value) => ({ value, inList: entry.inList })));
      continue;
    }
    if (!isNode(entry.value)) continue;
    const node = resolve(entry.value, byId);
    if (seen.has(node)) continue;
    seen.add(node);
    if (isProductNode(node)) {
      const product = readSchemaProduct(
        withResolvedOffers(withVariants(node, variants), byId),
        page.url,
        source,
        (variant) => page.isAbout(variant),
      );
      if (entry.inList) findings.items.push(product.product);
      else findings.products.push(product);
      continue;
    }
    const rating = typesOf(node).includes('aggregaterating')
      ? node
      : propertyOf(node, 'aggregateRating');
    findings.looseRating ??= rating ? readRating(rating) : null;
    const list = typesOf(node).includes('breadcrumblist') ? node : propertyOf(node, 'breadcrumb');
    if (source === 'json-ld' && findings.trail.length === 0 && isNode(list))
      findings.trail = readTrail(list, page);
    for (const property of LIST_PROPERTIES) {
      for (const element of valuesOf(propertyOf(node, property)))
        readElement(element, page, findings, queue);
    }
    for (const property of ABOUT_PROPERTIES) {
      for (const value of valuesOf(propertyOf(node, property)))
        queue.push({ value, inList: entry.inList });
    }
  }
  return findings;
}

function readElement(
  element: unknown,
  page: PageAddress,
  findings: SchemaFindings,
  queue: { value: unknown; inList: boolean }[],
): void {
  const bare = typeof element === 'string' ? addressOf(element, page.url) : null;
  if (bare) findings.listed.push(bare);
  if (!isNode(element)) return;
  const item = propertyOf(element, 'item');
  if (isNode(item) && (isProductNode(item) || propertyOf(item, 'offers'))) {
    const url = propertyOf(item, 'url', '@id') ?? propertyOf(element, 'url');
    queue.push({ value: { '@type': 'Product', ...item, url }, inList: true });
  } else if (isProductNode(element)) {
    queue.push({ value: element, inList: true });
  } else if (!isBreadcrumb(element, item)) {
    const address = addressOf(propertyOf(element, 'url') ?? item, page.url);
    if (address) findings.listed.push(address);
  }
}

function isBreadcrumb(element: SchemaNode, item: unknown): boolean {
  return propertyOf(element, 'name') !== undefined && item !== undefined;
}

/** Variants that point to a group from outside, by the group's `@id`. */
function separateVariants(
  nodes: readonly SchemaNode[],
  byId: Map<string, SchemaNode>,
): Map<string, SchemaNode[]> {
  const variants = new Map<string, SchemaNode[]>();
  for (const node of nodes) {
    const group = valuesOf(node['isVariantOf']).find(isNode)?.['@id'];
    if (typeof group !== 'string' || !isGroupWithoutVariants(byId.get(group))) continue;
    const known = variants.get(group);
    if (known) known.push(node);
    else variants.set(group, [node]);
  }
  return variants;
}

function isGroupWithoutVariants(group: SchemaNode | undefined): boolean {
  return group !== undefined && typesOf(group).includes('productgroup') && !('hasVariant' in group);
}

function withVariants(node: SchemaNode, variants: Map<string, SchemaNode[]>): SchemaNode {
  const id = node['@id'];
  const own = typeof id === 'string' ? variants.get(id) : undefined;
  return own ? { ...node, hasVariant: own } : node;
}

/** The top-level nodes of all scripts. */
function nodesOf(roots: readonly unknown[]): SchemaNode[] {
  return roots
    .flatMap((root) => (isNode(root) ? [root, ...valuesOf(root['@graph'])] : valuesOf(root)))
    .slice(0, NODE_LIMIT)
    .filter(isNode);
}

function indexById(nodes: readonly SchemaNode[]): Map<string, SchemaNode> {
  const byId = new Map<string, SchemaNode>();
  for (const node of nodes) {
    const id = node['@id'];
    if (typeof id === 'string' && Object.keys(node).length > 1 && !byId.has(id)) byId.set(id, node);
  }
  return byId;
}

/** The node that a pointer refers to, or the node itself. */
function resolve(node: SchemaNode, byId: Map<string, SchemaNode>): SchemaNode {
  const id = node['@id'];
  return typeof id === 'string' && Object.keys(node).length === 1 ? (byId.get(id) ?? node) : node;
}

function withResolvedOffers(node: SchemaNode, byId: Map<string, SchemaNode>): SchemaNode {
  const resolved: Record<string, unknown> = { ...node };
  for (const property of ['offers', 'hasVariant', 'brand', 'aggregateRating']) {
    if (!Object.hasOwn(node, property)) continue;
    resolved[property] = valuesOf(node[property]).map((value) =>
      isNode(value) ? resolve(value, byId) : value,
    );
  }
  return resolved;
}

const CRUMB_LIMIT = 8;
const LONGEST_CRUMB = 80;
/** Names of the first crumb, which is not a category. */
const START = /^(?:home(?: ?page)?|shop|store|start|all(?: products)?)$/i;
/** Least likeness (0–1) of a crumb to the product's name that identifies the product. */
const SAME_NAME = 0.6;

/** The category names of a BreadcrumbList, without the start page and without the page itself if its address is known. */
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

/** Joins a trail to a category, 'Appliances > Kettles', without the product itself; null if no crumb is left. */
export function categoryOfTrail(trail: readonly string[], product: string | null): string | null {
  const last = trail.at(-1);
  const isProduct = last !== undefined && alikeness(last, product ?? '') >= SAME_NAME;
  return (isProduct ? trail.slice(0, -1) : trail).join(' > ') || null;
}

/** Matches an attribute of a breadcrumb container: class, id, label or type. */
const CRUMBS = /bread-?crumb/i;

/** The category names in the links of the page's visible breadcrumbs, without the start page. */
export function printedTrail(page: PageDocument): string[] {
  for (const element of elementsNamed(page, 'nav', 'ol', 'ul', 'div', 'section')) {
    const { tag } = element;
    tag.isTrail ??= Object.values(tag.attribs).some((value) => CRUMBS.test(value));
    if (!tag.isTrail) continue;
    const names = elementsIn(element)
      .filter((each) => each.name === 'a')
      .slice(0, CRUMB_LIMIT)
      .map((link) => seenTextOf(link))
      .filter((text) => text !== '' && text.length <= LONGEST_CRUMB && !START.test(text));
    if (names.length > 0) return names;
  }
  return [];
}
