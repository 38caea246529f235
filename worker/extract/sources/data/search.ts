import { remembered } from '#domain/remembered.ts';
import type { PageAddress } from '../../page/address.ts';
import type { Candidate } from '../../values/candidate.ts';
import { addressOf, isNode, type SchemaNode, typesOf, valuesOf } from '../../values/nodes.ts';
import { BESIDE_LISTS, FOREIGN_BRANCHES } from '../../words/words.ts';
import { readTrail } from '../trail.ts';
import { toDollars } from './cents.ts';
import { readJsonProduct, readRating } from './json-product.ts';
import type { StatedPrices } from './prices.ts';
import { isProductNode, readSchemaProduct } from './schema-product.ts';
import { parseLoose } from './script-values.ts';

const OBJECT_LIMIT = 60_000;
const LIST_LIMIT = 5_000;

/** A product found in data. */
export interface FoundProduct {
  candidate: Candidate;
  /** The offers of other variants or sellers that share its page. */
  variants: Candidate[];
  scale: StatedPrices['scale'];
  /** Its key path without indexes; entries of one list share it. */
  shape: string;
  isListed: boolean;
}

/** The findings in the data of one source, nearest to the root first. */
export interface DataFindings {
  products: FoundProduct[];
  /** Addresses of list entries without a description. */
  listed: string[];
  /** A rating outside product nodes; some shops state it in a separate script. */
  looseRating: Candidate['rating'];
  /** The categories of the page, the widest first. */
  trail: string[];
}

interface Step {
  value: unknown;
  shape: string;
  isListed: boolean;
}

interface Search {
  page: PageAddress;
  source: string;
  nowMs: number;
  /** True for schema.org notations, which state products by type; other JSON states them by keys. */
  isNotation: boolean;
  findings: DataFindings;
  queue: Step[];
}

/** Finds products in data, priced as at `nowMs`, without the branches of related products. */
export function findProducts(
  roots: readonly unknown[],
  page: PageAddress,
  source: string,
  nowMs: number,
): DataFindings {
  const findings: DataFindings = { products: [], listed: [], looseRating: null, trail: [] };
  const queue: Step[] = roots.map((value) => ({ value, shape: '', isListed: false }));
  const isNotation = source !== 'json' && source !== 'embedded-state';
  const search: Search = { page, source, nowMs, isNotation, findings, queue };
  const seen = new Set<unknown>();
  for (let index = 0; index < queue.length && index < OBJECT_LIMIT; index += 1) {
    const step = queue[index];
    if (!step || seen.has(step.value)) continue;
    seen.add(step.value);
    visit(step, search);
  }
  // For embedded states, the printed prices show the unit.
  if (source === 'json') alignScales(findings.products);
  return findings;
}

/** Records the product of one value, or its other findings, and queues its children. */
function visit(step: Step, search: Search): void {
  const { value, shape, isListed } = step;
  if (Array.isArray(value)) {
    const isList =
      isListed || (value.length > 1 && !search.isNotation && !value.some(isProductLike));
    // The variants of a list's nameless entries are one product each.
    for (const each of value.slice(0, isListed && shape.endsWith('.variants') ? 1 : LIST_LIMIT))
      if (!isScalar(each)) search.queue.push({ value: each, shape, isListed: isList });
  } else if (isNode(value) && !isVariantOfGroup(value)) {
    const product = productOf(value, step, search);
    if (product) search.findings.products.push({ ...product, shape, isListed });
    else {
      noteNode(value, search);
      pushChildren(value, step, search.queue);
    }
  }
}

/** Reads an object as a product; null for any other. */
function productOf(
  value: SchemaNode,
  { isListed, shape }: Step,
  { page, source, nowMs, isNotation }: Search,
): Omit<FoundProduct, 'shape' | 'isListed'> | null {
  const entry = isListed ? itemOf(value) : value;
  if (isProductNode(entry)) {
    const found = readSchemaProduct(entry, page, source, nowMs);
    // The subject of a review may be on sale elsewhere only.
    const isReviewed = shape.endsWith('.itemReviewed') && found.candidate.price === null;
    return isReviewed ? null : { ...found, scale: 'dollars' };
  }
  const product = isNotation ? null : readJsonProduct(value, page.url, source, nowMs);
  if (!product || isCategory(value, product.candidate.price, page)) return null;
  // Without a price, an object is a product only in a list or if the page's address identifies it.
  const isProven = product.candidate.price !== null || isListed || page.isAbout(product.candidate);
  return isProven ? { ...product, variants: [] } : null;
}

/** Fewer goods under a product may be the parts of a set. */
const SMALLEST_CATEGORY = 3;

/** True for a category with a price, which is that of one of its products; the price of a set is above those of its parts. */
function isCategory({ products }: SchemaNode, price: string | null, { url }: PageAddress): boolean {
  const listed = isNode(products) ? Object.values(products).find(Array.isArray) : products;
  const goods = (Array.isArray(listed) ? listed : [])
    .slice(0, LIST_LIMIT)
    .flatMap((each) => (isNode(each) ? (readJsonProduct(each, url, '', 0)?.candidate ?? []) : []))
    .filter((each) => each.url !== null);
  return (
    new Set(goods.map(({ name }) => name)).size >= SMALLEST_CATEGORY &&
    (price === null || goods.some((each) => Number(each.price) === Number(price)))
  );
}

const isProductLike = (value: unknown): boolean => isNode(value) && isProductNode(value);
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The product in a schema.org list entry, { '@type': 'ListItem', url, item: {…} }, or the entry itself. */
function itemOf(entry: SchemaNode): SchemaNode {
  const { item } = entry;
  if (!isNode(item) || !(isProductNode(item) || 'offers' in item)) return entry;
  return { '@type': 'Product', ...item, url: item['url'] ?? item['@id'] ?? entry['url'] };
}

/** True for a variant of a group that lists it. */
function isVariantOfGroup(node: SchemaNode): boolean {
  const group = node['isVariantOf'];
  return isNode(group) && valuesOf(group['hasVariant']).includes(node);
}

/** Records a node's findings other than products: ratings, breadcrumbs and the addresses of list entries. */
function noteNode(node: SchemaNode, { page, findings }: Search): void {
  const types = typesOf(node);
  const rating = types.includes('aggregaterating') ? node : node['aggregateRating'];
  if (rating) findings.looseRating ??= readRating(new Map([['aggregaterating', rating]]));
  const isTrail = types.includes('breadcrumblist');
  const trail = isTrail ? node : node['breadcrumb'];
  if (isNode(trail) && findings.trail.length === 0) findings.trail = readTrail(trail, page);
  if (isTrail) return;
  for (const entry of valuesOf(node['itemListElement'])) {
    const item = isNode(entry) ? entry['item'] : entry;
    if (isProductLike(entry) || isProductLike(item)) continue;
    const address = addressOf(isNode(entry) ? (entry['url'] ?? item) : item, page.url);
    if (address) findings.listed.push(address);
  }
}

function pushChildren(object: SchemaNode, { shape, isListed }: Step, queue: Step[]): void {
  const within = isRelated(object) ? `${shape}.also_like` : shape;
  const keys = Object.keys(object);
  // Keys that differ only by number are entries of a list: { "Product:1": {…}, "Product:2": {…} }.
  let forms: ReadonlyMap<string, string[]> | null = null;
  for (const key of keys) {
    const child = object[key];
    const isLeaf = typeof child === 'string' ? !JSON_TEXT.test(child) : isScalar(child);
    if (isLeaf || isForeign(key)) continue;
    const form = formOf(key);
    if (form !== key) forms ??= Map.groupBy(keys, formOf);
    const isEntry = form !== key && (forms?.get(form)?.length ?? 0) > 1;
    queue.push({
      value: typeof child === 'string' ? parseLoose(child) : child,
      shape: `${within}.${form === key ? key : '#'}`,
      isListed: isListed || isEntry || /^itemListElement$/i.test(key),
    });
  }
}

const isForeign = remembered((key) => FOREIGN_BRANCHES.test(key));
/** Returns a key with placeholders for its numbers. */
const formOf = remembered((key) => key.replace(/\d+/g, '#'));

/** Labels of sections with related products. */
const RELATED_LABEL = /recommend|related|similar|also (?:like|bought|viewed)|trending|you may/i;

function isRelated(section: SchemaNode): boolean {
  return ['type', 'title', 'heading', 'id', 'component'].some((key) => {
    const label = section[key];
    return typeof label === 'string' && label.length < 60 && RELATED_LABEL.test(label);
  });
}

/** An unparsed JSON response in a state: { body: '{"product":…}' }. */
const JSON_TEXT = /^[{[].*ric/s;

/** Returns the products outside promotions, or all if there are no others. */
export function outsidePromotions(found: readonly FoundProduct[]): readonly FoundProduct[] {
  const own = found.filter(({ shape }) => !BESIDE_LISTS.test(shape));
  return own.length > 0 ? own : found;
}

/** Returns the largest list of similar products. */
export function largestList(found: readonly FoundProduct[]): Candidate[] {
  const lists = statedLists(outsidePromotions(found));
  return lists.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** Groups products by shape and keeps those with a price or a price range, sold out, or in stock in a priced list. */
export function statedLists(found: readonly FoundProduct[]): Candidate[][] {
  const lists = [...Map.groupBy(found, ({ shape }) => shape).values()].map((list) => {
    const isPriced = list.some(({ candidate }) => candidate.price !== null);
    const isOffer = ({ price, fromPrice, availability }: Candidate) =>
      price !== null ||
      fromPrice ||
      availability === 'out_of_stock' ||
      (isPriced && availability !== 'unknown');
    return list.map(({ candidate }) => candidate).filter(isOffer);
  });
  return lists.filter((list) => list.length > 0);
}

/** Minimum list size; fewer amounts may agree by chance. */
const SMALLEST_LIST = 4;
/** Last two digits of prices in cents: 4500, 2950, 7995, 1788. Prices in dollars also end in 49, 79 and 29. */
const CENT_ENDINGS = new Set([0, 50, 88, 95, 97, 98, 99]);

/**
 * Applies one unit to all amounts of a list. Entries without a proven unit take that of entries with one. Without any proof, whole
 * amounts are cents if all have CENT_ENDINGS and a third are full hundreds.
 */
function alignScales(found: readonly FoundProduct[]): void {
  for (const list of Map.groupBy(found, ({ shape }) => shape).values()) {
    const scales = new Set(list.map(({ scale }) => scale));
    const isCents = scales.has('cents') || isListInCents(list);
    if (scales.has('dollars') || !(isCents || scales.has('open'))) continue;
    for (const { candidate, scale } of list) {
      if (scale === 'cents') continue;
      if (isCents) toDollars(candidate);
      else Object.assign(candidate, NO_AMOUNTS);
    }
  }
}

/** For an entry whose amounts may be dollars or cents. */
const NO_AMOUNTS = { price: null, originalPrice: null, memberPrice: null, fromPrice: true };

function isListInCents(list: readonly FoundProduct[]): boolean {
  const prices = list.flatMap(({ candidate }) => candidate.price ?? []);
  const amounts = [...new Set(prices)].map(Number);
  return (
    amounts.length >= SMALLEST_LIST &&
    amounts.every((amount) => amount >= 100 && CENT_ENDINGS.has(amount % 100)) &&
    amounts.filter((amount) => amount % 100 === 0).length * 3 >= amounts.length
  );
}
