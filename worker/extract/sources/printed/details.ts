import { type Element, isTag, isText } from 'domhandler';
import { readGtin } from '#domain/products/gtin.ts';
import { visibleText } from '#domain/text/visible-text.ts';
import {
  $,
  adjacent,
  hasOwnText,
  labelsAround,
  labelWords,
  ownText,
  parentOf,
  shownText,
  sourceOf,
  upFrom,
} from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import type { Candidate } from '../../values/candidate.ts';
import { absoluteAddress, plainText } from '../../values/nodes.ts';
import { BRAND_WORDS } from '../../words/words.ts';
import { brandStated, GTIN, SKU, statedCode } from './stated.ts';

type Detail = 'brand' | 'maker' | 'sku' | 'gtin' | 'mpn';
type Details = { [Key in Detail]?: string | undefined };

/** Labels that shops print before a detail. */
const LABELS: readonly (readonly [Detail, RegExp])[] = [
  ['gtin', /\b(?:gtin|ean|upc|bar ?code|isbn|apn|tun)|trade item n/i],
  ['brand', /^brand(?: name)?$/i],
  ['maker', /^(?:manufacturer|maker)$/i],
  [
    'sku',
    /^(?:sku(?: (?:no|number|code))?|(?:key|model|order)? ?code|(?:item|product|article|stock|web|style|our|cat(?:alogue)?\.?|art\.?) ?(?:sku|code|id|no|number)|item|article|plu|ref(?:erence)?|asin)\.?$/i,
  ],
  [
    'mpn',
    /^(?:mpn|model(?: (?:no|number))?|(?:manufacturer|supplier|vendor)['’]?s? (?:part )?(?:code|no|number)|part (?:no|number))\.?$/i,
  ],
];
/** Matches part of every label; a fast filter. */
const LABELLING =
  /gtin|ean|upc|code|isbn|apn|tun|brand|maker|sku|item|no\b|number|id\b|article|manufacturer|ref|asin|mpn|model|plu|#/i;
/** Separates label and value: a colon, or the space before a code, "SKU BKE825". */
const SEPARATOR = /\s*[:#]\s*|\s(?=\S*\d|[A-Z]+-[A-Z]+-)(?=[A-Z0-9/-]{4,}$)/;
const NUMBERED = /^[^:#]*#/;
/** Between details on one line: "SKU: XR65 | Brand: Sonora", "Model # KW8 SKU 50081". */
const NEXT_DETAIL =
  /\s[|•·]\s|(?<=\d[^\s,;]*)\s(?=(?:sku|mpn|ean|gtin|upc|barcode|(?:item|model|product|part) ?(?:code|no|number|id|#)?)\.?\s?[:#]?\s?\S*\d|brand\s?:)/i;
const LONGEST_VALUE = 60;
const LONGEST_LINE = 90;
const LONGEST_RAW = 240;

/** Reads the product's brand and codes as the page prints them. A maker counts as the brand if nothing else names one. */
export function readPrintedDetails(
  page: PageDocument,
  titleOrder: number,
  pageUrl: string,
  { isOwn, isShown }: Record<'isOwn' | 'isShown', (element: Element) => boolean>,
): Pick<Candidate, 'brand' | 'sku' | 'gtin' | 'mpn'> {
  const { maker = null, brand, sku, gtin = null, mpn = null } = readLabelledDetails(page, isShown);
  const near = page.elements
    .slice(Math.max(0, titleOrder - BEFORE), titleOrder + BEHIND)
    .filter(isOwn);
  return {
    brand: brand ?? labelledBrand(near) ?? maker,
    sku:
      sku ??
      codeOfAddress(near, pageUrl) ??
      statedCode(near, SKU, (text) => (CODE.test(text) ? text : null)),
    gtin: gtin ?? statedCode(near, GTIN, readGtin),
    mpn,
  };
}

/** Reads what is printed as "label: value", in lists, tables or lines. */
function readLabelledDetails(page: PageDocument, isShown: (element: Element) => boolean): Details {
  const details: Details = {};
  for (const element of page.elements) {
    const own = labelledLine(element);
    if (own === null || !isShown(element)) continue;
    // The values of several labels may be elements: "SKU: <b>K1</b> | Model: <b>KX-20</b>".
    const isOfSeveral = NEXT_DETAIL.test(own) && !$(element).children().get().some(isChoice);
    const parts = (isOfSeveral ? shownText(element, LONGEST_RAW) : own).split(NEXT_DETAIL);
    for (const [index, part] of parts.entries()) {
      // The value of the last label may stand in another element.
      const near = () => (index === parts.length - 1 ? valueNear(element, own) : null);
      addDetail(details, part, element, near);
    }
  }
  return details;
}

function addDetail(details: Details, part: string, element: Element, near: () => string | null) {
  const [label = '', ...rest] = part.split(SEPARATOR);
  const name = label.trim().replace(/^[|•–-]\s*/, '');
  // "Style #" is a label, but "Style" alone is none.
  const names = NUMBERED.test(part) ? [name, `${name} number`] : [name];
  const [detail] = LABELS.find(([, pattern]) => names.some((each) => pattern.test(each))) ?? [];
  if (!detail || details[detail]) return;
  if (BARE_CODE.test(name) && isOffered(element)) return;
  const value = cleaned(rest.join(':')) ?? near();
  if (value) details[detail] = detailOf(detail, value) ?? undefined;
}

/** One word with a digit or in capitals: "LB-ORME", "LT", but neither "Chair", "N/A" nor "TBC". */
const CODE =
  /^(?:[^\s$€£]*\d[^\s$€£]*|(?!(?:NA|TBA|TBC|TBD|NONE|NULL|NIL|VARIOUS|DEFAULT|SELECT|CHOOSE)$)[A-Z]{2,}(?:[-_][A-Z]+)*)$/;

/** A maker's code of several parts, "WH 1000 XM4", but not a size or "See description". */
const SPACED_CODE = /^(?=.*\d)(?:(?![a-z]{3}|[A-Z][a-z]{2})[^\s$€£]+ ?){1,4}$/;

/** A plain "Code:" may be a discount code. */
const BARE_CODE = /^code$/i;
const DISCOUNT = /coupon|promo|voucher|discount|checkout|\boff\b|\bsave\b|gift card/i;

function isOffered(element: Element): boolean {
  return DISCOUNT.test(`${labelsAround(element)} ${shownText(parentOf(element) ?? element, 200)}`);
}

/** Further details may follow a code on its line: "SKU: AC45123, Model: CMK32". */
function detailOf(detail: Detail, text: string): string | null {
  const [code = ''] = detail === 'brand' || detail === 'maker' ? [text] : text.split(/[,;|]\s/);
  if (detail === 'sku' && !CODE.test(code)) return null;
  if (detail === 'mpn' && !CODE.test(code) && !SPACED_CODE.test(code)) return null;
  return detail === 'gtin' ? readGtin(code) : code;
}

/** Returns the element's own text if it may be a label with its value, else null. */
function labelledLine(element: Element): string | null {
  const text = ownText(element);
  if (text.length > LONGEST_RAW || !LABELLING.test(text)) return null;
  const own = visibleText(text);
  return own.length <= LONGEST_LINE ? own : null;
}

/** Returns the value after the label's text in its element, "SKU: <span>HJ500</span>", or in the next text, element or cell. */
function valueNear(element: Element, label: string): string | null {
  const whole = shownText(element, 200);
  const within = whole.startsWith(label) ? cleaned(whole.slice(label.length)) : null;
  if (within) return $(element).children().get().some(isChoice) ? null : within;
  for (const at of upFrom(element, 3))
    for (let next = at.next; next; next = next.next) {
      const text = isTag(next) ? shownText(next, 200) : $(next).text();
      if (isTag(next) && isChoice(next)) return null;
      // Some shops put the colon in an element of its own.
      if (/[\p{L}\d]/u.test(text)) return cleaned(text);
    }
  return null;
}

const CONTROLS = 'input, select, option, button, label';

/** True for form controls and for several values side by side: the shopper's choice, not the product's code. */
function isChoice(element: Element): boolean {
  const printing = $(element)
    .children()
    .filter((_, child) => shownText(child, 2) !== '');
  return printing.length > 1 || $(element).is(CONTROLS) || $(element).find(CONTROLS).length > 0;
}

function cleaned(text: string): string | null {
  const value = visibleText(text).replace(/^[\s:#|'–-]+|[\s|'.]+$/g, '');
  return value.length > 0 && value.length <= LONGEST_VALUE ? value : null;
}

/** Maximum distance of the brand from the heading, in elements. */
const BEFORE = 25;
const BEHIND = 60;
const LONGEST_BRAND = 40;
const BRAND_LINK = /\/(?:(?:brands?|manufacturers?|vendors?)\/[^/?]+\/?(?:\?|$)|vendors\?q=)/i;
const BRAND_STORE = /^visit the .+ store$/i;
/** "Brand:", "by", "See all of": words around the name. */
const AROUND = /^(?:(?:brand|manufacturer|maker|by|from|visit the|shop)\b\s*:?\s*)+|\s+store$/giu;
const NO_BRAND =
  /\b(?:all|more|view|see|shop|other|brands?|products?|sale|new|learn|about|logo)\b|[?!:|]|^\W*$|^\d+$/i;

/** Returns the brand that a class or link marks among the elements; null if several differ. */
function labelledBrand(near: readonly Element[]): string | null {
  const [brand, other] = new Set(
    near
      .filter(isLabelledBrand)
      .map(brandOf)
      .filter((each) => each !== null),
  );
  return other === undefined ? (brand ?? null) : null;
}

function isLabelledBrand(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'a' && BRAND_LINK.test(attribs['href'] ?? '')) return true;
  if (name === 'a' && BRAND_STORE.test(shownText(element, LONGEST_BRAND * 3))) return true;
  if (brandStated(attribs)) return true;
  return labelWords(element.label).some((word) => BRAND_WORDS.has(word));
}

/** Returns the code that an element prints alone and that ends the address: "HRF454TW" of /top-mount-fridge-hrf454tw. */
function codeOfAddress(near: readonly Element[], pageUrl: string): string | null {
  const path = URL.parse(pageUrl)?.pathname.replace(/(?:\.html?)?\/?$/, '') ?? '';
  const end = path.split(/[-/]/).at(-1)?.toUpperCase() ?? '';
  if (!MODEL.test(end)) return null;
  const texts = near.filter(hasOwnText).map((element) => shownText(element, LONGEST_BRAND));
  return texts.find((text) => text.toUpperCase() === end) ?? null;
}

/** Letters, a digit and at least three further letters or digits; sizes begin with their number. */
const MODEL = /^[A-Z]+\d[A-Z\d]{3,}$/;

function brandOf(element: Element): string | null {
  const picture = $(element).find('img').addBack('img').attr('alt');
  const shown = shownText(element, LONGEST_BRAND * 3) || picture;
  const name = (brandStated(element.attribs) ?? shown)?.replace(AROUND, '').trim() ?? '';
  return name.length > 1 && name.length <= LONGEST_BRAND && !NO_BRAND.test(name) ? name : null;
}

/** Range around the heading for the rating; further down are single reviews and other products. */
const BELOW_HEADING = 80;
const ABOVE_HEADING = 30;
const LONGEST_TEXT = 60;
const STARS =
  /(\d(?:[.,]\d{1,2})?)\s*out of\s*5(?![\d.,])|(\d[.,]\d)\s?\/\s?5(?!\d)|^\s*([0-5]\.\d)\s*\([\d,]+\D*\)\s*$/i;
/** "128 reviews", or the count in "4.6 (128)" and "4.6 out of 5 stars (128)". */
const COUNT =
  /(\d{1,3}(?:[,.]\d{3})+|\d+)\s*(?:customer |verified |global |product )?(?:reviews?|ratings?)(?!\p{L})|(?<=(?:(?:^|\s)[0-5]\.\d|\bstars)\s*\()([\d,]+)(?=\))/iu;
/** Labels of elements that print or state nothing but stars. */
const RATED = /rating|review|stars|\b(?:average|rev)\b/i;
const BARE_STARS = /^\s*([0-5]\.\d{1,2})\s*(?:star rating)?\s*$/i;

/** Reads the rating printed at the heading ("4.6 out of 5", 128 reviews); null without a count. */
export function readPrintedRating(
  page: PageDocument,
  headingOrder: number,
  isShown: (element: Element) => boolean,
): Candidate['rating'] {
  const start = Math.max(0, headingOrder - ABOVE_HEADING);
  const near = page.elements.slice(start, headingOrder + BELOW_HEADING);
  for (const element of near) {
    const value = starsIn(element);
    if (value === null || value <= 0 || value > 5 || !isShown(element)) continue;
    const count = countAround(element);
    if (count !== null) return { value, count };
  }
  return null;
}

function starsIn(element: Element): number | null {
  const { attribs, children } = element;
  const own = children.map((child) => (isText(child) ? child.data : ' ')).join('');
  const isRated = RATED.test(`${labelsAround(element)} ${attribs['itemprop'] ?? ''}`);
  const bare = attribs['data-average-rating'] ?? attribs['data-rating'] ?? own;
  const [, stated] = (isRated && BARE_STARS.exec(bare)) || [];
  if (stated) return Number(stated);
  for (const text of [attribs['aria-label'], attribs['title'], attribs['alt'], own]) {
    const stars = text && text.length <= LONGEST_TEXT * 4 ? STARS.exec(text) : null;
    if (stars) return Number((stars[1] ?? stars[2] ?? stars[3] ?? '').replace(',', '.'));
  }
  return null;
}

function countAround(element: Element): number | null {
  const beside = [element, ...adjacent(element).reverse()]
    .map((each) => shownText(each, LONGEST_TEXT))
    .join(' ');
  const around = upFrom(element, 4).map(
    (up) => `${up.attribs['aria-label'] ?? ''} ${shownText(up, LONGEST_TEXT * 4)}`,
  );
  for (const text of [beside, ...around]) {
    if (text.length > LONGEST_TEXT * 3) return null;
    const [, named, inBrackets] = COUNT.exec(text) ?? [];
    const count = (named ?? inBrackets)?.replace(/[,.]/g, '');
    if (count) return Number(count) > 0 ? Number(count) : null;
  }
  return null;
}

const IMAGE_FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:$|\?)/i;

/**
 * Returns the address of a picture called like the product, of its larger file if it links to one; null without one. One without a link
 * that is called exactly so may be anywhere: themes show a product's own pictures in a carousel, as they do others.
 */
export function printedPicture(
  page: PageDocument,
  isOwn: (element: Element) => boolean,
  name: string,
  pageUrl: string,
): string | null {
  for (const picture of page.all.filter('img')) {
    const link = $(picture).closest('a');
    const texts = [picture.attribs['alt'], picture.attribs['title'], link.attr('title')];
    const called = texts.map((text) => plainText(text ?? '').toLowerCase());
    if (!called.some((text) => text.includes(name.toLowerCase()))) continue;
    if (!isOwn(picture) && (link.length > 0 || !called.includes(name.toLowerCase()))) continue;
    const href = link.attr('href') ?? '';
    const source = IMAGE_FILE.test(href) ? href : sourceOf(picture.attribs);
    const address = absoluteAddress(source ?? 'data:', pageUrl);
    if (address) return address;
  }
  return null;
}
