import { type Element, elementsIn, type PageDocument } from '../../page/document.ts';
import { regionOf } from '../../page/region.ts';
import type { Candidate } from '../../values/candidate.ts';
import { isNode, textOf } from '../../values/nodes.ts';
import { type Fields, fieldsOf, stockOfAll } from '../data/fields.ts';
import { readPrices } from '../data/prices.ts';
import { parseLoose } from '../data/script-values.ts';

/** The price of a variant form; null if the variants differ and none is selected. */
type FormOffer = Pick<Candidate, 'price' | 'originalPrice' | 'availability'> & { sku?: string };

/** Attributes that hold all variants of a form's product, with prices in dollars. */
const ATTRIBUTES = ['data-product_variations', 'data-variants'];
const VARIANTS_LIMIT = 300;

/**
 * Reads the variant selected by the address or the form, or else the values that all variants share. Null unless the page has exactly
 * one such form.
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
  if (!only || !variants.every((each) => readPrices(each).price !== null)) return null;
  const selection = selectionOf(form, pageUrl);
  const chosen =
    variants.length === 1 ? only : variants.find((each) => isSelected(each, selection));
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
  const { price, was } = readPrices(variant);
  const sku = textOf(variant.get('sku'));
  return { price, originalPrice: was, availability: stockOfAll(all), ...(sku && { sku }) };
}

/** The selected value of each attribute: from the address, or else from the served form. */
function selectionOf(form: Element, pageUrl: string): Map<string, string> {
  const selection = new Map<string, string>();
  for (const select of elementsIn(form).filter(({ name }) => name === 'select')) {
    const chosen = elementsIn(select).find(
      ({ name, attribs }) => name === 'option' && 'selected' in attribs,
    );
    const { name } = select.attribs;
    if (name && chosen?.attribs['value']) selection.set(name, chosen.attribs['value']);
  }
  for (const [name, value] of URL.parse(pageUrl)?.searchParams ?? []) selection.set(name, value);
  return selection;
}

/** True if the selection matches all attributes of the variant; an empty attribute matches any value. */
function isSelected(variant: Fields, selection: ReadonlyMap<string, string>): boolean {
  const attributes = variant.get('attributes');
  if (!isNode(attributes)) return false;
  const entries = Object.entries(attributes);
  return (
    entries.length > 0 &&
    entries.every(([name, value]) =>
      value === '' ? selection.has(name) : selection.get(name) === value,
    )
  );
}
