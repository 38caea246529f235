import type { Element } from 'domhandler';
import type { Availability } from '#domain/offers/availability.ts';
import { NOTIFY, REFUSED, SOLD_OUT, stockIn } from '#domain/offers/stock-text.ts';
import { priceMentions } from '#domain/price-text/mentions.ts';
import { wordsOf } from '#domain/text/name-similarity.ts';
import { $, hasOwnText, labelsAround, parentOf, shownText, upFrom } from '../../page/element.ts';
import type { PageDocument } from '../../page/parse-page.ts';
import type { Candidate } from '../../values/candidate.ts';
import { isNode, textOf } from '../../values/nodes.ts';
import { DEAD_BUTTON, isBuyButton, SELECT_FIRST } from '../../words/words.ts';
import { type Fields, fieldsOf, nodesIn, stockOfAll } from '../data/fields.ts';
import { readPrices } from '../data/prices.ts';
import { parseLoose } from '../data/script-values.ts';
import { isMoney, type PriceMarks } from './holders.ts';
import { pricePerMeasure } from './per-measure.ts';
import { isFrom } from './prices.ts';

/** Maximum distance between a heading and the product's own content, in elements. */
export const NEAR = 150;

/** Maximum distance after the button for stock messages, in elements; descriptions and reviews follow. */
const BEHIND = 40;

/** Longer texts are remarks: "Sold out everywhere else, so glad that I got one". */
const REMARK = 8;

/** Reads the stock from short texts near heading and button; if they disagree, an enabled buy button decides. */
export function visibleStock(
  page: PageDocument,
  titleOrder: number,
  button: { order: number | null; hasDead: boolean; isSoldOut: boolean },
  isOwn: (element: Element) => boolean,
) {
  const buyOrder = button.order;
  const hasButton = buyOrder !== null;
  const printed = page.elements
    .slice(Math.max(0, titleOrder - 10), Math.max(titleOrder, buyOrder ?? titleOrder) + NEAR)
    .filter(hasOwnText)
    .map((element) => ({ element, text: shownText(element, 130).normalize('NFC') }))
    .filter(
      ({ element, text }) =>
        text.length <= 120 &&
        isOwn(element) &&
        (NOTIFY.test(text) || !isOfOption(element)) &&
        !(hasButton && isAside(element, text, buyOrder)),
    );
  const texts = printed.map(({ text }) => text);
  const notice = hasButton ? 'unknown' : 'out_of_stock';
  const stated = new Set(texts.map((text) => (NOTIFY.test(text) ? notice : stockIn(text))));
  const isInStock = stated.has('in_stock');
  const isOut = stated.has('out_of_stock') && !(hasButton && isInStock);
  const more = (['pre_order', 'limited'] as const).find((each) => stated.has(each));
  const unsold = button.isSoldOut ? 'out_of_stock' : 'unknown';
  const orderable = more ?? (hasButton || isInStock ? 'in_stock' : unsold);
  const isRefused = texts.some((text) => REFUSED.test(text));
  const availability: Availability = isRefused || isOut ? 'out_of_stock' : orderable;
  return {
    availability,
    isRefused,
    isSoldOut:
      button.isSoldOut ||
      (!isInStock &&
        !hasButton &&
        printed.some(
          ({ element, text }) =>
            stockIn(text) === 'out_of_stock' &&
            (button.hasDead || OF_GOODS.test(text) || STOCK_LABEL.test(labelsAround(element))),
        )),
  };
}

const STOCK_LABEL = /stock|availab/i;
/** A sentence about the product, unlike a template's bare "Sold out": "Sorry, this item is out of stock". */
const OF_GOODS =
  /\b(?:this|product|item|sorry|availability|status)\b|(?:currently|temporarily|no longer) /i;

/** True for a text that is not about the product if an enabled button sells it: a badge, a branch, a remark or a text further down. */
function isAside(element: Element, text: string, buyOrder: number): boolean {
  const line = shownText(parentOf(element) ?? element, 121);
  if (isSoldOutBadge(element) || isOfBranch(text) || isOfBranch(line)) return true;
  if (upFrom(element, 3).some((up) => up.name === 'button' && isDisabled(up))) return true;
  const isRemark =
    isOfRow(element) || element.order > buyOrder + BEHIND || wordsOf(text).length > REMARK;
  return isRemark && stockIn(text) === 'out_of_stock';
}

const OUT_PHRASE = /(?:currently |temporarily )?(?:out of stock|sold out|(?:un|not )available)/gi;
const OF_ALL = /online|availab|stock|status|delivery|web/i;

/** True for a text in a list of stores or sizes, next to "Geelong" or "M". */
function isOfRow(element: Element): boolean {
  const up = upFrom(element, 3).find(({ name }) => name === 'li' || name === 'tr');
  const row = up ? shownText(up, 120).replace(OUT_PHRASE, '') : '';
  return /\p{L}/u.test(row) && !OF_ALL.test(row);
}

/** Finds the product's enabled buy buttons, whether one is disabled, and whether the only ones are "sold out". */
export function findBuyButtons(
  page: PageDocument,
  isOwn: (element: Element) => boolean,
): { live: Element[]; hasDead: boolean; isSoldOut: boolean } {
  const controls = page.elements.filter(isControl).filter(isOwn);
  const buttons = controls.filter(isBuyControl);
  const live = buttons.filter((element) => !isDisabled(element));
  const isDead = (each: Element) =>
    (isDisabled(each) ? DEAD_BUTTON : NOTIFY).test(controlText(each));
  // The title of a button that prints something else is that of an option.
  const isRefusing = (each: Element) => SOLD_OUT.test(shownText(each, 160) || controlText(each));
  const isSoldOut = live.length === 0 && controls.some(isRefusing);
  return { live, hasDead: live.length < buttons.length || controls.some(isDead), isSoldOut };
}

/** True for an enabled buy button. */
export function isLiveBuyButton(element: Element): boolean {
  return isControl(element) && isBuyControl(element) && !isDisabled(element);
}

function isBuyControl(element: Element): boolean {
  return isBuyButton(controlText(element), element.label);
}

/** Elements that style sheets turn into buttons. */
const BUTTON_LABEL = /(?:^|[\s_-])(?:button|btn)(?:$|[\s_-])/;

function isControl(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'img') return isBuyButton('', element.label);
  if (name === 'input') return /^(?:submit|button|image)$/i.test(attribs['type'] ?? '');
  return (
    /^(?:button|a)$/.test(name) ||
    attribs['role'] === 'button' ||
    BUTTON_LABEL.test(attribs['class'] ?? '')
  );
}

function controlText(element: Element): string {
  const { attribs } = element;
  return `${shownText(element, 160)} ${attribs['value'] ?? attribs['alt'] ?? ''} ${attribs['aria-label'] ?? ''} ${attribs['title'] ?? ''}`.trim();
}

function isDisabled(element: Element): boolean {
  return (
    'disabled' in element.attribs ||
    element.attribs['aria-disabled'] === 'true' ||
    /(?:^|\s)disabled(?:\s|$)/.test(element.attribs['class'] ?? '')
  );
}

const OPTION =
  /(?:^|[\s_-])(?:sizes?|swatch(?:es)?|colou?rs?|variants?|variations?|options?)(?:$|[\s_-])/i;
const BADGE = /badge[\w-]*(?:sold|stock)|(?:sold|stock)[\w-]*badge/i;

const BRANCH =
  /\bin[- ]?store\b|\bout of stock (?:at|in) \p{L}|\bclick (?:&|and) collect\b|\bpick[- ]?up\b|\b(?:un|not )available for delivery\b/iu;

/** True within an option: a sold-out size or colour does not apply to the others. */
export function isOfOption(element: Element): boolean {
  return upFrom(element, 3).some((up) => OPTION.test(up.label) || up.name === 'label');
}

/** True for a "sold out" badge. Templates print it on every page and style sheets hide it, so an enabled buy button overrides it. */
export function isSoldOutBadge(element: Element): boolean {
  return BADGE.test(labelsAround(element));
}

/** True for a text about a store or a delivery option rather than the product. */
function isOfBranch(text: string): boolean {
  return text.length <= 120 && BRANCH.test(text) && !/online/i.test(text);
}

/** Returns the price per kilogram or metre of goods without another, or the only "from" price of a choice with the name of its option. */
export function lowestPrice(page: PageDocument, marks: PriceMarks): Partial<Candidate> {
  const measured = pricePerMeasure(marks);
  if (measured) return { price: measured.amount, currency: measured.currency };
  const [mark, ...others] = marks.filter((each) => each.mention.role === 'plain' && isFrom(each));
  if (!mark || others.some(({ amount }) => amount !== mark.amount)) return {};
  const { amount: price, currency } = mark;
  const named = page.all
    .filter('option, [type="radio"], [role="radio"], [role="option"], button')
    .get()
    .filter(({ order }) => Math.abs(order - mark.order) <= NEAR)
    .map((each) => [each, $(each).text().trim() || shownText(parentOf(each) ?? each, 80)] as const)
    .filter(([{ name }, text]) => name !== 'button' || isMoney(text))
    .flatMap(([, text]) => (/\p{L}/u.test(text) && !SELECT_FIRST.test(text) ? text : []));
  if (new Set(named).size < 2) return {};
  const [own] = named.flatMap((text) =>
    priceMentions(text).filter(({ amount }) => amount === price),
  );
  return { price, currency, fromPrice: true, variant: own?.before.replace(/\W+$/, '') || null };
}

/** Attributes that hold all variants of a form's product, with prices in dollars. */
const ATTRIBUTES = ['data-product_variations', 'data-variants'];
const VARIANTS_LIMIT = 300;

/** Reads the variant that the address or form selects, or the values that all variants share; null unless there is one such form. */
export function readVariantForm(
  page: PageDocument,
  isOwn: (element: Element) => boolean,
  pageUrl: string,
  nowMs: number,
): Pick<Candidate, 'price' | 'originalPrice' | 'availability' | 'sku'> | null {
  const holders = page.all.filter('[data-product_variations^="["], [data-variants^="["]');
  const [form, another] = holders.filter((_, each) => isOwn(each));
  if (!form || another) return null;
  const variants = variantsOf(form);
  const selection = selectionOf(form, pageUrl);
  const [selected] = variants.length === 1 ? variants : variants.filter(isSelected(selection));
  const counted = selected ? [selected] : variants;
  const prices = counted.map((each) => readPrices(each, nowMs));
  const [first] = prices;
  if (!first || prices.some(({ price }) => price === null)) return null;
  const isShared = new Set(prices.map(({ price, was }) => `${price} ${was}`)).size === 1;
  return {
    price: isShared ? first.price : null,
    originalPrice: isShared ? first.was : null,
    availability: stockOfAll(counted),
    sku: textOf(selected?.get('sku')),
  };
}

function variantsOf({ attribs }: Element): Fields[] {
  const stated = ATTRIBUTES.map((name) => parseLoose(attribs[name] ?? '')).find(Array.isArray);
  return nodesIn(stated).slice(0, VARIANTS_LIMIT).map(fieldsOf);
}

/** The selected value of each attribute: from the address, or else from the served form. */
function selectionOf(form: Element, pageUrl: string): Map<string, string> {
  const selection = new Map<string, string>();
  for (const option of $(form).find('select[name] option[selected]')) {
    const { value } = option.attribs;
    if (value) selection.set($(option).closest('select').attr('name') ?? '', value);
  }
  for (const [name, value] of URL.parse(pageUrl)?.searchParams ?? []) selection.set(name, value);
  return selection;
}

/** True if the selection matches all attributes of the variant; an empty attribute matches any value. */
const isSelected =
  (selection: ReadonlyMap<string, string>) =>
  (variant: Fields): boolean => {
    const attributes = variant.get('attributes');
    const entries = isNode(attributes) ? Object.entries(attributes) : [];
    return (
      entries.length > 0 &&
      entries.every(
        ([name, value]) => selection.has(name) && (!value || selection.get(name) === value),
      )
    );
  };
