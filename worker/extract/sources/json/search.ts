import { remembered } from '#domain/remembered.ts';
import type { PageAddress } from '../../page/address.ts';
import { type Element, elementsIn, type PageDocument } from '../../page/document.ts';
import { regionOf } from '../../page/region.ts';
import type { Candidate } from '../../values/candidate.ts';
import { isNode, type SchemaNode, textOf } from '../../values/nodes.ts';
import { BESIDE_LISTS, FOREIGN_BRANCHES } from '../../words/words.ts';
import { askedPrices } from './amounts.ts';
import { type JsonProduct, readJsonProduct } from './product.ts';
import { parseLoose } from './script-values.ts';
import { type Fields, fieldsOf, stockOfAll } from './values.ts';

const OBJECT_LIMIT = 60_000;
const LIST_LIMIT = 2_000;

/** A product found in a shop's own JSON. */
export interface FoundProduct extends JsonProduct {
  /** Its key path without indexes; entries of one list share it. */
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
    } else if (isNode(value)) {
      const product = readJsonProduct(value, page.url, source);
      // Without a price an object is taken for a product only in a list of them, or where the page's address names it.
      if (product && (product.candidate.price ?? (isListed || page.isAbout(product.candidate))))
        found.push({ ...product, shape, isListed });
      else pushChildren(value, step, queue);
    }
  }
  // Pages print their amounts, which shows the unit.
  if (source === 'json') alignScales(found);
  return found;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function pushChildren(object: SchemaNode, { shape, isListed }: Step, queue: Step[]): void {
  const keys = Object.keys(object).filter(
    (key) => (!isScalar(object[key]) || isJsonText(object[key])) && !isForeign(key),
  );
  if (keys.length === 0) return;
  const numbered = keys.filter((key) => formOf(key) !== key);
  // Keys that differ by their numbers alone are the places of a list: { "Product:1": {…}, "Product:2": {…} }.
  const forms = numbered.length > 1 ? Map.groupBy(numbered, formOf) : null;
  const within = isBeside(object) ? `${shape}.also_like` : shape;
  for (const key of keys) {
    const child = object[key];
    const form = formOf(key);
    queue.push({
      value: typeof child === 'string' ? parseLoose(child) : child,
      shape: `${within}.${form === key ? key : '#'}`,
      isListed: isListed || (form !== key && (forms?.get(form)?.length ?? 0) > 1),
    });
  }
}

const isForeign = remembered((key) => FOREIGN_BRANCHES.test(key));
/** Returns a key with placeholders for its numbers. */
const formOf = remembered((key) => key.replace(/\d+/g, '#'));

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

/** Returns the largest list of similar products. */
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

/** The price of a variant form; null if the variants differ and none is selected. */
type FormOffer = Pick<Candidate, 'price' | 'originalPrice' | 'availability'> & { sku?: string };

/** Attributes in which a form keeps all variants of its product, with their prices in whole units of money. */
const ATTRIBUTES = ['data-product_variations', 'data-variants'];
const VARIANTS_LIMIT = 300;

/**
 * The variant that the address or the form's own selection names; else what all its variants share. Null when the page has no
 * such form, or several.
 */
export function readVariantForm(
  page: PageDocument,
  isForeign: (element: Element) => boolean,
  pageUrl: string,
): FormOffer | null {
  const forms = page.stated.filter(
    (element) =>
      ATTRIBUTES.some((name) => element.attribs[name]?.startsWith('[')) &&
      regionOf(element) === 'main' &&
      !isForeign(element),
  );
  const [form] = forms;
  if (!form || forms.length > 1) return null;
  const variants = variantsOf(form);
  const [only] = variants;
  if (!only || !variants.every((each) => askedPrices(each).price !== null)) return null;
  const wanted = choiceOf(form, pageUrl);
  const chosen = variants.length === 1 ? only : variants.find((each) => isWanted(each, wanted));
  if (chosen) return offerOf(chosen, [chosen]);
  const { sku: _, ...shared } = offerOf(only, variants);
  const isShared = variants
    .map((each) => offerOf(each, []))
    .every(
      ({ price, originalPrice }) =>
        price === shared.price && originalPrice === shared.originalPrice,
    );
  return isShared ? shared : { ...shared, price: null, originalPrice: null };
}

function variantsOf(form: Element): Fields[] {
  for (const name of ATTRIBUTES) {
    const stated = parseLoose(form.attribs[name] ?? '');
    if (Array.isArray(stated)) return stated.filter(isNode).slice(0, VARIANTS_LIMIT).map(fieldsOf);
  }
  return [];
}

function offerOf(variant: Fields, all: readonly Fields[]): FormOffer {
  const { price, was } = askedPrices(variant);
  const sku = textOf(variant.get('sku'));
  return { price, originalPrice: was, availability: stockOfAll(all), ...(sku && { sku }) };
}

/** What is chosen of each of the form's attributes: in the address, else in the form as it was served. */
function choiceOf(form: Element, pageUrl: string): Map<string, string> {
  const wanted = new Map<string, string>();
  for (const select of elementsIn(form).filter(({ name }) => name === 'select')) {
    const chosen = elementsIn(select).find(
      ({ name, attribs }) => name === 'option' && 'selected' in attribs,
    );
    const { name } = select.attribs;
    if (name && chosen?.attribs['value']) wanted.set(name, chosen.attribs['value']);
  }
  for (const [name, value] of URL.parse(pageUrl)?.searchParams ?? []) wanted.set(name, value);
  return wanted;
}

/** True when all attributes of the variant are chosen so; one without a value fits any choice. */
function isWanted(variant: Fields, wanted: ReadonlyMap<string, string>): boolean {
  const attributes = variant.get('attributes');
  if (!isNode(attributes)) return false;
  const entries = Object.entries(attributes);
  return (
    entries.length > 0 &&
    entries.every(([name, value]) => (value === '' ? wanted.has(name) : wanted.get(name) === value))
  );
}

/** Fewer amounts may look alike by chance. */
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
