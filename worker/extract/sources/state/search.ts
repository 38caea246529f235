import type { Candidate } from '../../values/candidate.ts';
import { isNode, type SchemaNode } from '../../values/nodes.ts';
import type { PageAddress } from '../../values/page-address.ts';
import { KEYS_LIMIT } from './fields.ts';
import { StateJoins } from './joins.ts';
import { FOREIGN_BRANCHES } from './keys.ts';
import { readStateProduct } from './product.ts';
import { alignScales, isUnproven, type Scale } from './scale.ts';
import { parseLoose } from './script-json.ts';
import { attachIncluded, tableRows } from './wrappers.ts';

const OBJECT_LIMIT = 60_000;
const LIST_LIMIT = 2_000;

/** A product found in a shop's own JSON. */
export interface StateProduct {
  candidate: Candidate;
  /** The keys that lead to it, without positions: entries of one list share it. */
  shape: string;
  isListed: boolean;
  scale: Scale;
}

interface Step {
  value: unknown;
  shape: string;
  /** The last of the keys that lead to it; '' in a list. */
  key: string;
  isListed: boolean;
}

/** Objects in `state` that read as products, nearest to the root first; branches of other products are left out. */
export function findStateProducts(
  state: unknown,
  page: PageAddress,
  source: string,
): StateProduct[] {
  const found: StateProduct[] = [];
  const seen = new Set<unknown>();
  const queue: Step[] = [{ value: state, shape: '', key: '', isListed: false }];
  const isAsked = ({ candidate }: StateProduct): boolean => page.isAbout(candidate);
  const joins = new StateJoins<Pick<StateProduct, 'shape' | 'isListed'> & { at: number | null }>();
  for (let index = 0; index < queue.length && index < OBJECT_LIMIT; index += 1) {
    const step = queue[index];
    if (!step || seen.has(step.value)) continue;
    const { value, shape, key, isListed } = step;
    seen.add(value);
    if (Array.isArray(value)) {
      const isList = isListed || value.length > 1;
      for (const each of value.slice(0, LIST_LIMIT))
        if (!isScalar(each)) queue.push({ value: each, shape, key: '', isListed: isList });
    } else if (isNode(value) && !isDictionary(value)) {
      attachIncluded(value);
      const isEntry = isListed && (key === '' || /\d/.test(key));
      const product = readStateProduct(value, page.url, source, isEntry);
      const candidate = product?.candidate;
      // Without a price an object is taken for a product only in a list of them, or where the page's address names it.
      const isProduct = candidate && (candidate.price ?? (isListed || page.isAbout(candidate)));
      if (isProduct) found.push({ ...product, shape, isListed });
      if (!candidate?.price)
        joins.add(value, shape, key, { shape, isListed, at: isProduct ? found.length - 1 : null });
      if (!isProduct) pushChildren(step, queue);
    }
  }
  for (const { object, place } of joins.joined()) {
    const product = readStateProduct(object, page.url, source, place.isListed);
    if (!product?.candidate.price || (source !== 'json' && isUnproven(product))) continue;
    const { at, ...rest } = place;
    found.splice(at ?? found.length, at === null ? 0 : 1, { ...product, ...rest });
  }
  const nameless = source === 'json' || found.some(isAsked) ? null : joins.pricesAt(page);
  const prices = nameless && readStateProduct({ ...nameless, name: page.url }, page.url, source);
  // What it is called the page's other data say.
  if (prices?.candidate.price && !isUnproven(prices))
    found.push({
      ...prices,
      candidate: { ...prices.candidate, name: null },
      shape: '',
      isListed: false,
    });
  // A page prints what its amounts mean.
  if (source === 'json') alignScales(found);
  return found;
}

/** So many of an object's first values tell whether it holds objects, where it is larger than any product. */
const SAMPLE = 100;

/** True for messages and the like, thousands in some states. */
function isDictionary(value: SchemaNode): boolean {
  const keys = Object.keys(value);
  return keys.length > KEYS_LIMIT && keys.slice(0, SAMPLE).every((key) => isScalar(value[key]));
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function pushChildren({ value, shape, isListed }: Step, queue: Step[]): void {
  if (!isNode(value)) return;
  const rows = tableRows(value);
  if (rows) queue.push({ value: rows, shape, key: '', isListed: true });
  const keys = Object.keys(value).filter(
    (key) => (!isScalar(value[key]) || isJsonText(value[key])) && !FOREIGN_BRANCHES.test(key),
  );
  const twice = numberedTwice(keys);
  const within = isBeside(value) ? `${shape}.also_like` : shape;
  for (const key of keys) {
    const child = value[key];
    queue.push({
      value: typeof child === 'string' ? parseLoose(child) : child,
      key,
      shape: `${within}.${/\d/.test(key) ? '#' : key}`,
      isListed: isListed || twice.has(key.replace(DIGITS, '#')),
    });
  }
}

/** Answers that a state keeps as they came, as text: { body: '{"product":…}' }. */
function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const first = value.charCodeAt(0);
  return (first === 0x7b || first === 0x5b) && value.includes('ric');
}

const DIGITS = /\d+/g;

/** The forms of keys that differ by their numbers alone: { "910": {…}, "911": {…} } and { "Product:1": {…}, "Product:2": {…} } are lists. */
function numberedTwice(keys: readonly string[]): ReadonlySet<string> {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const key of keys) {
    if (!/\d/.test(key)) continue;
    const form = key.replace(DIGITS, '#');
    if (once.has(form)) twice.add(form);
    once.add(form);
  }
  return twice;
}

/** What a shop sells best or would rather sell: the page's own list only where there is no other. */
const BESIDE =
  /trending|popular|best_?-?sell|top_?-?sell|you_?may|also_?like|complement|staff_?picks/i;

/** What a section of a page says of itself. */
const BESIDE_LABELS = ['type', 'title', 'heading', 'id', 'component'];
const BESIDE_LABEL = /recommend|related|similar|also (?:like|bought|viewed)|trending|you may/i;

function isBeside(section: SchemaNode): boolean {
  return BESIDE_LABELS.some((key) => {
    const said = section[key];
    return typeof said === 'string' && said.length < 60 && BESIDE_LABEL.test(said);
  });
}

/** The largest list of like products. */
export function largestList(found: readonly StateProduct[]): Candidate[] {
  const asked = found.filter(({ shape }) => !BESIDE.test(shape));
  return statedLists(asked.length > 0 ? asked : found).reduce<Candidate[]>(
    (best, list) => (list.length > best.length ? list : best),
    [],
  );
}

/** A range of prices, something sold out, or among priced entries something in stock: products without a price of their own. */
function isUnpriced({ fromPrice, availability }: Candidate, isAmongPriced: boolean): boolean {
  return (
    fromPrice || availability === 'out_of_stock' || (isAmongPriced && availability !== 'unknown')
  );
}

/** The lists of like products; other entries without a price are none. */
export function statedLists(found: readonly StateProduct[]): Candidate[][] {
  const lists = new Map<string, Candidate[]>();
  const priced = new Set(
    found.filter(({ candidate }) => candidate.price !== null).map(({ shape }) => shape),
  );
  for (const { candidate, shape } of found) {
    if (candidate.price === null && !isUnpriced(candidate, priced.has(shape))) continue;
    const list = lists.get(shape) ?? [];
    list.push(candidate);
    lists.set(shape, list);
  }
  return [...lists.values()];
}
