import { type Element, elementsIn, type PageDocument, seenTextOf } from '../../page/document.ts';
import { parentOf, regionOf, wordsOfLabel } from '../../page/region.ts';

/** How far from the heading a product's maker and code stand. */
const BEFORE = 25;
const BEHIND = 60;
const LONGEST_BRAND = 40;
const BRAND_WORDS: ReadonlySet<string> = new Set([
  'brand',
  'brandname',
  'manufacturer',
  'productbrand',
]);
const BRAND_LINK = /\/(?:brands?|manufacturers?|vendors?)\/[^/?]+\/?(?:\?|$)/i;
const BRAND_ATTRIBUTES = ['data-brand', 'data-product-brand', 'data-brand-name'];
/** "Brand:", "by", "See all of": words around the name. */
const AROUND = /^(?:(?:brand|manufacturer|maker|by|from|visit the|shop)\b\s*:?\s*)+|\s+store$/giu;
/** An invitation, not a name. */
const NO_BRAND =
  /\b(?:all|more|view|see|shop|other|brands?|products?|sale|new|learn|about|logo)\b|[?!:|]|^\W*$|^\d+$/i;

const SKU_FIELDS = /^(?:sku|product_?sku|productcodepost|product_?code|item_?code|stock_?code)$/i;
const SKU_ATTRIBUTES = ['data-sku', 'data-product-sku', 'data-product-code', 'data-stockcode'];

/** What the markup at the heading names rather than prints: the maker by the class of its place, the code by its form. */
export function readLabelledDetails(
  page: PageDocument,
  titleOrder: number,
  isForeign: (element: Element) => boolean,
): { brand: string | null; sku: string | null } {
  const near = page.elements
    .slice(Math.max(0, titleOrder - BEFORE), titleOrder + BEHIND)
    .filter((element) => isMarked(element) && !isForeign(element) && isOwn(element));
  return {
    brand: only(near.map(brandOf)),
    sku: only(near.map(skuOf)),
  };
}

/** Hidden fields of a form are what the page's own product is ordered by. */
function isOwn(element: Element): boolean {
  const place = element.name === 'input' ? parentOf(element) : element;
  return place !== null && regionOf(place) === 'main';
}

function isMarked({ name, attribs }: Element): boolean {
  if (name === 'input') return attribs['name'] !== undefined;
  if (name === 'a' && /\/[^/]*(?:bran|man|vend)/i.test(attribs['href'] ?? '')) return true;
  return (
    /bran|manuf/i.test(`${attribs['class'] ?? ''}${attribs['id'] ?? ''}`) ||
    [...BRAND_ATTRIBUTES, ...SKU_ATTRIBUTES].some((key) => key in attribs)
  );
}

/** The one value that all places agree on; null when they differ. */
function only(values: readonly (string | null)[]): string | null {
  const [value, other] = new Set(values.filter((each) => each !== null));
  return other === undefined ? (value ?? null) : null;
}

function brandOf(element: Element): string | null {
  const { name, attribs } = element;
  for (const key of BRAND_ATTRIBUTES) if (attribs[key]) return nameIn(attribs[key]);
  const isLink = name === 'a' && BRAND_LINK.test(attribs['href'] ?? '');
  if (!isLink && !wordsOfLabel(element).some((word) => BRAND_WORDS.has(word))) return null;
  const text = seenTextOf(element, LONGEST_BRAND * 3);
  return nameIn(text || pictured(element));
}

function pictured(element: Element): string {
  return elementsIn(element).find(({ name }) => name === 'img')?.attribs['alt'] ?? '';
}

function nameIn(text: string): string | null {
  const name = text.replace(AROUND, '').trim();
  return name.length > 1 && name.length <= LONGEST_BRAND && !NO_BRAND.test(name) ? name : null;
}

function skuOf({ name, attribs }: Element): string | null {
  const value =
    name === 'input' && SKU_FIELDS.test(attribs['name'] ?? '')
      ? attribs['value']
      : SKU_ATTRIBUTES.map((key) => attribs[key]).find(Boolean);
  const code = value?.trim() ?? '';
  return /\d/.test(code) && /^[\w./-]{3,30}$/.test(code) ? code : null;
}
