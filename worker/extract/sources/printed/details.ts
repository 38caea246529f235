import { foldSpaces } from '#domain/text/fold-spaces.ts';
import {
  type Element,
  elementsIn,
  isElement,
  type PageDocument,
  seenTextOf,
} from '../../page/document.ts';
import { labelOf, labelsAround, parentOf, regionOf, wordsOfLabel } from '../../page/region.ts';
import type { Candidate } from '../../values/candidate.ts';
import { readGtin } from '../../values/gtin.ts';

type Detail = 'brand' | 'sku' | 'gtin' | 'mpn';

/** Labels that shops print before a detail. */
const LABELS: readonly (readonly [Detail, RegExp])[] = [
  [
    'gtin',
    /^(?:gtin(?:-?1[234])?|ean(?:[- ]?13)?|upc(?:-a)?|barcode|isbn(?:[- ]?13)?)(?:[- ]?(?:code|number|no)\.?)?$/i,
  ],
  ['brand', /^(?:brand(?: name)?|manufacturer|maker)$/i],
  [
    'sku',
    /^(?:sku|code|item(?: ?(?:no|number|code|id|#))?|product (?:code|id|no|number)|article(?: (?:no|number|code))?|stock ?code|web ?code|style (?:code|no)|model code|art\.? ?no|cat(?:alogue)?\.? ?(?:no|number)|ref|asin)\.?$/i,
  ],
  ['mpn', /^(?:mpn|model(?: (?:no|number))?|manufacturer part number|part (?:no|number))\.?$/i],
];
/** A colon, or the space before a code: "SKU BKE825". */
const SEPARATOR = /\s*[:#]\s*|\s(?=\S*\d)(?=[A-Z0-9/-]{4,}$)/;
/** Between details on one line: "SKU: XR65 | Brand: Sonora". */
const NEXT_DETAIL = /\s[|•·]\s/;
const LONGEST_LABEL = 45;
const LONGEST_VALUE = 60;
const LONGEST_LINE = 90;
const LONGEST_RAW = 240;
/** Direction marks that shops put around colons. */
const MARKS = /[\u200e\u200f\u202a-\u202e]/g;

/** Brand, codes and GTIN that the page prints as "label: value", in lists, tables or lines. */
export function readVisibleDetails(
  page: PageDocument,
  isForeign: (element: Element) => boolean,
): Pick<Candidate, Detail> {
  const details: Record<Detail, string | null> = { brand: null, sku: null, gtin: null, mpn: null };
  let called: string | null = null;
  for (const element of page.elements) {
    const own = element.hasText ? ownTextOf(element) : null;
    if (own === null) continue;
    if (isCalledSku(element) && isNumbered(own) && isShown(element) && !isForeign(element))
      called ??= own;
    const parts = NEXT_DETAIL.test(own) ? own.split(NEXT_DETAIL) : [own];
    for (const [index, part] of parts.entries()) {
      const [label = '', ...rest] = part.split(SEPARATOR);
      const found = label.length <= LONGEST_LABEL ? detailNamed(label.trim()) : undefined;
      if (!found || details[found[0]] !== null) continue;
      if (!isShown(element) || isForeign(element)) break;
      if (BARE_CODE.test(label.trim()) && isOffered(element)) continue;
      const value =
        cleaned(rest.join(':')) ?? (index === parts.length - 1 ? valueNear(element, own) : null);
      if (value) details[found[0]] = detailOf(found[0], value);
    }
  }
  if (details.sku && !isCode(details.sku)) details.sku = null;
  details.sku ??= called;
  if (details.sku && !/\d/.test(details.sku) && PLACEHOLDER.test(details.sku)) details.sku = null;
  return details;
}

/** Some say in markup alone that it is one: `<span class="product-sku">TZ-001</span>`. */
function isCalledSku(element: Element): boolean {
  return (element.attribs['class'] ?? '').includes('sku') && CALLED_SKU.test(labelOf(element));
}

const CALLED_SKU = /(?:^|[\s_-])sku(?:$|\s)/;

function isNumbered(text: string): boolean {
  return !/\s/.test(text) && /\d/.test(text);
}

function isShown(element: Element): boolean {
  const region = regionOf(element);
  return region !== 'hidden' && region !== 'chrome';
}

function detailNamed(label: string): (typeof LABELS)[number] | undefined {
  const name = label.replace(/^[|•–-]\s*/, '');
  return LABELS.find(([, pattern]) => pattern.test(name));
}

/** One word, with a digit or in capitals: "LB-ORME", "LT", but neither "Chair" nor "N/A". */
function isCode(text: string): boolean {
  return isNumbered(text) || (!/\s/.test(text) && /^[A-Z]{2,}(?:[-_][A-Z]+)*$/.test(text));
}

const PLACEHOLDER = /^(?:NA|TBA|TBC|TBD|NONE|NULL|NIL|VARIOUS|DEFAULT|SELECT|CHOOSE)$/;

/** "Code:" alone is a discount's too. */
const BARE_CODE = /^code$/i;
const DISCOUNT = /coupon|promo|voucher|discount|checkout|\boff\b|\bsave\b|gift card/i;

function isOffered(element: Element): boolean {
  const up = parentOf(element);
  return DISCOUNT.test(`${labelsAround(element)} ${up ? seenTextOf(up, 200) : ''}`);
}

/** Further details may follow a code on its line: "SKU: AC45123, Model: CMK32". */
function detailOf(detail: Detail, text: string): string | null {
  if (detail === 'brand') return text;
  const [code = ''] = text.split(/[,;|]\s/);
  return detail === 'gtin' ? readGtin(code) : code;
}

/** The element's own text when it is short enough to be a label or a label with its value; null otherwise. */
function ownTextOf(element: Element): string | null {
  let text = '';
  for (let child = element.first; child; child = child.next) {
    if (child.type === 'text') text += child.data;
    if (text.length > LONGEST_RAW) return null;
  }
  if (text.length < 2) return null;
  const own = foldSpaces(text.replace(MARKS, '')).trim();
  return own.length >= 2 && own.length <= LONGEST_LINE ? own : null;
}

function valueNear(element: Element, label: string): string | null {
  return valueWithin(element, label) ?? valueBeside(element, label);
}

/** The value in an element of its own behind the label's text: "SKU: <span>HJ500</span>". */
function valueWithin(element: Element, label: string): string | null {
  const whole = seenTextOf(element, 200);
  return whole.startsWith(label) ? cleaned(whole.slice(label.length)) : null;
}

/** The value next to its label: the following element, the next table cell, or the rest of the parent's text. */
function valueBeside(element: Element, label: string): string | null {
  for (
    let at: Element | null = element, level = 0;
    at && level < 3;
    at = parentOf(at), level += 1
  ) {
    let next = at.next;
    while (next && !isElement(next)) {
      if (next.type === 'text' && cleaned(next.data)) return cleaned(next.data);
      next = next.next;
    }
    if (next && isElement(next)) return cleaned(seenTextOf(next, 200));
    const up = parentOf(at);
    const whole = up ? seenTextOf(up, 200) : '';
    if (whole.startsWith(label) && whole.length > label.length)
      return cleaned(whole.slice(label.length));
  }
  return null;
}

function cleaned(text: string): string | null {
  const value = foldSpaces(text.replace(MARKS, '').replace(/^[\s:#|–-]+|[\s|.]+$/g, ''));
  return value.length > 0 && value.length <= LONGEST_VALUE ? value : null;
}

/** How far from the heading a product's maker stands. */
const BEFORE = 25;
const BEHIND = 60;
const LONGEST_BRAND = 40;
const BRAND_LABEL = /brand|manufacturer/i;
const BRAND_WORDS: ReadonlySet<string> = new Set(['brand', 'brandname', 'manufacturer']);
const BRAND_LINK = /\/(?:brands?|manufacturers?|vendors?)\/[^/?]+\/?(?:\?|$)/i;
/** "Brand:", "by", "See all of": words around the name. */
const AROUND = /^(?:(?:brand|manufacturer|maker|by|from|visit the|shop)\b\s*:?\s*)+|\s+store$/giu;
/** An invitation, not a name. */
const NO_BRAND =
  /\b(?:all|more|view|see|shop|other|brands?|products?|sale|new|learn|about|logo)\b|[?!:|]|^\W*$|^\d+$/i;

/** The maker that the markup at the heading names by the class or the address of its place; null where places differ. */
export function readLabelledBrand(
  page: PageDocument,
  titleOrder: number,
  isForeign: (element: Element) => boolean,
): string | null {
  const [brand, other] = new Set(
    page.elements
      .slice(Math.max(0, titleOrder - BEFORE), titleOrder + BEHIND)
      .filter(
        (element) => isCalledBrand(element) && !isForeign(element) && regionOf(element) === 'main',
      )
      .map(brandOf)
      .filter((each) => each !== null),
  );
  return other === undefined ? (brand ?? null) : null;
}

function isCalledBrand(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'a' && BRAND_LINK.test(attribs['href'] ?? '')) return true;
  return (
    'data-brand' in attribs ||
    (BRAND_LABEL.test(labelOf(element)) &&
      wordsOfLabel(element).some((word) => BRAND_WORDS.has(word)))
  );
}

function brandOf(element: Element): string | null {
  const picture = elementsIn(element).find(({ name }) => name === 'img')?.attribs['alt'];
  const said = element.attribs['data-brand'] ?? (seenTextOf(element, LONGEST_BRAND * 3) || picture);
  const name = said?.replace(AROUND, '').trim() ?? '';
  return name.length > 1 && name.length <= LONGEST_BRAND && !NO_BRAND.test(name) ? name : null;
}
