import type { Availability } from '#domain/offers/availability.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import {
  type Element,
  elementsIn,
  isElement,
  type PageDocument,
  seenTextOf,
} from '../../page/document.ts';
import { regionOf, wordsOfLabel } from '../../page/region.ts';
import { alikeness, containment, isNode, textOf } from '../../values/nodes.ts';
import { askedPrices } from '../json/amounts.ts';
import { parseLoose } from '../json/script-values.ts';
import { stockOfAll } from '../json/stock.ts';
import { type Fields, fieldsOf } from '../json/values.ts';

/** The page's own name as it prints it. */
export interface Heading {
  text: string;
  /** Where the page prints the name, in document order: sticky bars and mobile blocks repeat it. */
  orders: number[];
}

/** The heading that fits the page's titles best; null where none does. */
export function findHeading(page: PageDocument, titles: readonly string[]): Heading | null {
  let best: { element: Element; text: string; orders: number[]; score: number } | null = null;
  for (const element of page.elements) {
    if (!isTitle(element) || isLogo(element)) continue;
    const { order } = element;
    const text = seenTextOf(element, 320);
    if (text.length < 2 || text.length > 300) continue;
    const region = regionOf(element);
    if (region === 'hidden') continue;
    if (best && text === best.text) best.orders.push(order);
    const score: number =
      titledness(text, titles) + (element.name === 'h1' ? 0.35 : 0) - (region === 'main' ? 0 : 0.3);
    if (score > 0.6 && (!best || (score > best.score + 0.001 && text !== best.text)))
      best = { element, text, orders: [order], score };
  }
  return best
    ? { text: headingText(best.element, best.text, titles), orders: best.orders }
    : titledLine(page, titles);
}

/** How well a text fits the title that it fits best, 0 to 1.2. */
function titledness(text: string, titles: readonly string[]): number {
  return Math.max(
    0,
    ...titles.map((title) => containment(text, title) * 0.6 + alikeness(text, title) * 0.6),
  );
}

const SHORTEST_LINE = 8;

/** Old shops set their names in bold: a line that is the title, or all of it before the shop's own name. */
function titledLine(page: PageDocument, titles: readonly string[]): Heading | null {
  for (const element of page.elements) {
    const { hasText, first: only, name, order } = element;
    if (!hasText || only?.type !== 'text' || only.next || name === 'title') continue;
    const text = foldSpaces(only.data).trim();
    if (text.length < SHORTEST_LINE || !titles.some((title) => isTitleOf(title, text))) continue;
    if (name !== 'a' && regionOf(element) === 'main') return { text, orders: [order] };
  }
  return null;
}

function isTitleOf(title: string, text: string): boolean {
  return title.startsWith(text) && /^(?:$|\s*[|–—-])/.test(title.slice(text.length));
}

/** Shops glue the parts of a heading, or their code behind it: where a title tells them apart, it is believed. */
function headingText(element: Element, text: string, titles: readonly string[]): string {
  if (titles.some((title) => title.includes(text))) return text;
  const parts = textsIn(element);
  const spaced = parts.join(' ');
  if (titles.some((title) => title.includes(spaced))) return spaced;
  const titled = titles.map((title) => spellingIn(title, text)).find(Boolean);
  if (titled) return titled;
  const [first = '', ...rest] = parts;
  const isTitled = first.length > 3 && titles.some((title) => title.startsWith(first));
  return isTitled && CODE_BEHIND.test(rest.join(' ')) ? first : text;
}

/** The stretch of the title that spells the text with other spaces; null without one. */
function spellingIn(title: string, text: string): string | null {
  const places = [...title.matchAll(/\S/g)].map(({ index }) => index);
  const bare = text.replace(/\s/g, '');
  const from = title.replace(/\s/g, '').indexOf(bare);
  const [start, end] = [places[from], places[from + bare.length - 1]];
  return from === -1 || start === undefined || end === undefined
    ? null
    : title.slice(start, end + 1);
}

/** "ID SP550", "(4711)". */
const CODE_BEHIND = /^(?:\p{L}{2,12}\W{1,3})?\W?[A-Z0-9-]*\d[A-Z0-9-]*\W?$/u;
const TEXTS_LIMIT = 12;

/** The element's texts, each as it stands alone. */
function textsIn(element: Element): string[] {
  return elementsIn(element)
    .flatMap(({ children }) => children)
    .flatMap((child) => (child.type === 'text' ? foldSpaces(child.data).trim() : ''))
    .filter(Boolean)
    .slice(0, TEXTS_LIMIT);
}

const NAMING = /title|name/i;

function isTitle(element: Element): boolean {
  element.tag.isTitle ??= isCalledTitle(element);
  return element.tag.isTitle;
}

function isCalledTitle(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'title') return false;
  if (/^h[1-3]$/.test(name) || attribs['itemprop'] === 'name') return true;
  const isNaming =
    NAMING.test(attribs['class'] ?? '') ||
    NAMING.test(attribs['id'] ?? '') ||
    NAMING.test(attribs['data-testid'] ?? '');
  return isNaming && wordsOfLabel(element).some((word) => word === 'title' || word === 'name');
}

/** A heading that only leads home is the shop's name. */
function isLogo(element: Element): boolean {
  const link = element.children.find((child) => child.type === 'tag');
  return link !== undefined && isElement(link) && link.name === 'a' && link.attribs['href'] === '/';
}

/** What the page's form asks for the variant that the page shows. */
export interface FormOffer {
  /** Null where the variants differ in price and none is chosen yet. */
  price: string | null;
  was: string | null;
  availability: Availability;
  sku: string | null;
}

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
  const forms = page.elements.filter(
    (element) =>
      element.tag.jsonNames !== null &&
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
  const asked = variants.map((each) => askedPrices(each));
  const isOnePrice = asked.every(
    ({ price, was }) => price === asked[0]?.price && was === asked[0]?.was,
  );
  return {
    ...offerOf(only, variants),
    ...(isOnePrice ? {} : { price: null, was: null }),
    sku: null,
  };
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
  return { price, was, availability: stockOfAll(all), sku: textOf(variant.get('sku')) };
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
