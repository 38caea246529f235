import type { Availability } from '#domain/offers/availability.ts';
import { type Element, elementsIn, type PageDocument } from '../../page/document.ts';
import { regionOf } from '../../page/region.ts';
import { isNode, textOf } from '../../values/nodes.ts';
import { askedPrices } from '../json/amounts.ts';
import { type Fields, fieldsOf } from '../json/fields.ts';
import { stockOfAll } from '../json/product.ts';
import { parseLoose } from '../json/script-values.ts';

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
  const isOnePrice = asked.every(({ price, was }) => price === asked[0]?.price && was === asked[0]?.was);
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
