import type { PageAddress } from '../../page/address.ts';
import type { Candidate } from '../../values/candidate.ts';
import { isNode, type SchemaNode } from '../../values/nodes.ts';
import { BESIDE_LISTS, FOREIGN_BRANCHES } from '../../words/keys.ts';
import { type JsonProduct, readJsonProduct } from './product.ts';
import { parseLoose } from './script-values.ts';
import { KEYS_LIMIT } from './values.ts';

const OBJECT_LIMIT = 60_000;
const LIST_LIMIT = 2_000;

/** A product found in a shop's own JSON. */
export interface FoundProduct extends JsonProduct {
  /** The keys that lead to it, without positions: entries of one list share it. */
  shape: string;
  isListed: boolean;
}

interface Step {
  value: unknown;
  shape: string;
  isListed: boolean;
}

/** Objects in `state` that read as products, nearest to the root first; branches of other products are left out. */
export function findProducts(state: unknown, page: PageAddress, source: string): FoundProduct[] {
  const found: FoundProduct[] = [];
  const seen = new Set<unknown>();
  const queue: Step[] = [{ value: state, shape: '', isListed: false }];
  for (let index = 0; index < queue.length && index < OBJECT_LIMIT; index += 1) {
    const step = queue[index];
    if (!step || seen.has(step.value)) continue;
    const { value, shape, isListed } = step;
    seen.add(value);
    if (Array.isArray(value)) {
      const isList = isListed || value.length > 1;
      for (const each of value.slice(0, LIST_LIMIT))
        if (!isScalar(each)) queue.push({ value: each, shape, isListed: isList });
    } else if (isNode(value) && !isDictionary(value)) {
      const product = readJsonProduct(value, page.url, source);
      // Without a price an object is taken for a product only in a list of them, or where the page's address names it.
      if (product && (product.candidate.price ?? (isListed || page.isAbout(product.candidate))))
        found.push({ ...product, shape, isListed });
      else pushChildren(value, step, queue);
    }
  }
  // A page prints what its amounts mean.
  if (source === 'json') alignScales(found);
  return found;
}

/** True for messages and the like, thousands in some states. */
function isDictionary(value: SchemaNode): boolean {
  const keys = Object.keys(value);
  return keys.length > KEYS_LIMIT && keys.slice(0, 100).every((key) => isScalar(value[key]));
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function pushChildren(object: SchemaNode, { shape, isListed }: Step, queue: Step[]): void {
  const keys = Object.keys(object).filter(
    (key) => (!isScalar(object[key]) || isJsonText(object[key])) && !FOREIGN_BRANCHES.test(key),
  );
  // Keys that differ by their numbers alone are the places of a list: { "Product:1": {…}, "Product:2": {…} }.
  const forms = Map.groupBy(keys, (key) => key.replace(/\d+/g, '#'));
  const within = isBeside(object) ? `${shape}.also_like` : shape;
  for (const key of keys) {
    const child = object[key];
    const isEntry = /\d/.test(key) && (forms.get(key.replace(/\d+/g, '#'))?.length ?? 0) > 1;
    queue.push({
      value: typeof child === 'string' ? parseLoose(child) : child,
      shape: `${within}.${/\d/.test(key) ? '#' : key}`,
      isListed: isListed || isEntry,
    });
  }
}

/** What a section of a page says of itself. */
const BESIDE_LABEL = /recommend|related|similar|also (?:like|bought|viewed)|trending|you may/i;

function isBeside(section: SchemaNode): boolean {
  return ['type', 'title', 'heading', 'id', 'component'].some((key) => {
    const said = section[key];
    return typeof said === 'string' && said.length < 60 && BESIDE_LABEL.test(said);
  });
}

/** Answers that a state keeps as they came, as text: { body: '{"product":…}' }. */
function isJsonText(value: unknown): boolean {
  return typeof value === 'string' && /^[{[]/.test(value) && value.includes('ric');
}

/** The largest list of like products. */
export function largestList(found: readonly FoundProduct[]): Candidate[] {
  const asked = found.filter(({ shape }) => !BESIDE_LISTS.test(shape));
  return statedLists(asked.length > 0 ? asked : found).reduce<Candidate[]>(
    (best, list) => (list.length > best.length ? list : best),
    [],
  );
}

/** The lists of like products: with a price, or with a range of them, sold out, or in stock among priced ones. */
export function statedLists(found: readonly FoundProduct[]): Candidate[][] {
  const lists = Map.groupBy(found, ({ shape }) => shape);
  return [...lists.values()]
    .map((list) => {
      const isPriced = list.some(({ candidate }) => candidate.price !== null);
      return list
        .map(({ candidate }) => candidate)
        .filter(
          ({ price, fromPrice, availability }) =>
            price !== null ||
            fromPrice ||
            availability === 'out_of_stock' ||
            (isPriced && availability !== 'unknown'),
        );
    })
    .filter((list) => list.length > 0);
}

/** Fewer amounts are like one another by chance. */
const SMALLEST_LIST = 4;
/** What prices in cents end in: 4500, 2950, 7995, 2999. Those in dollars end in 49, 79 and 29, too. */
const CENT_ENDINGS = new Set([0, 50, 95, 99]);

/**
 * The amounts of a list are judged together: where an entry proves its unit, those that prove none follow it, and whole amounts that
 * all end as prices in cents do, a third of them in full hundreds, are cents.
 */
function alignScales(found: readonly FoundProduct[]): void {
  for (const list of Map.groupBy(found, ({ shape }) => shape).values()) {
    const says = (scale: FoundProduct['scale']) => list.some((each) => each.scale === scale);
    const isCents = !says('dollars') && (says('cents') || isListInCents(list));
    for (const { candidate, scale } of list) {
      if (scale === 'cents' || scale === 'dollars') continue;
      candidate.fromPrice ||= !isCents && says('open') && !says('dollars');
      for (const field of ['price', 'originalPrice', 'memberPrice'] as const)
        if (isCents) candidate[field] &&= (Number(candidate[field]) / 100).toFixed(2);
        else if (says('open') && !says('dollars')) candidate[field] = null;
    }
  }
}

function isListInCents(list: readonly FoundProduct[]): boolean {
  const prices = list.flatMap(({ candidate }) => candidate.price ?? []);
  const amounts = [...new Set(prices)].map(Number);
  return (
    amounts.length >= SMALLEST_LIST &&
    amounts.every((amount) => amount >= 100 && CENT_ENDINGS.has(amount % 100)) &&
    amounts.filter((amount) => amount % 100 === 0).length * 3 >= amounts.length
  );
}
