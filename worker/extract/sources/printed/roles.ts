import { type Element, isTag, isText } from 'domhandler';
import { type PriceMention, priceMentions } from '#domain/price-text/mentions.ts';
import { FROM, RANGE } from '#domain/price-text/roles.ts';
import { foldSpaces } from '#domain/text/fold-spaces.ts';
import {
  $,
  adjacent,
  holdsMore,
  labelWords,
  parentOf,
  shownText,
  subtree,
  upFrom,
} from '../../page/element.ts';
import { readAmount } from '../../values/candidate.ts';
import {
  ENDED,
  FIRST_PIECE,
  LABEL,
  PIECE_WEIGHT,
  PRICE_ASIDE,
  PRICE_LIST,
  QUANTITY,
  REGULAR,
} from '../../words/words.ts';

/** An element that holds one printed amount and nothing else. */
export interface Holder {
  element: Element;
  /** The element with the number: the holder or a descendant. */
  number: Element;
  mention: PriceMention;
  /** The words around the amount in the element. */
  text: string;
  /** True when the element's label calls it a price. */
  isLabelled: boolean;
  /** Neighbours that hold the rest of a split price: its cents. */
  parts: readonly Element[];
}

/** The role of a printed amount. `price` is today's price; other roles never become a price. */
export type MarkRole = 'price' | 'was' | 'member' | 'other';

/** `isNamed` is true when words or markup state the role. */
export interface Role {
  role: MarkRole;
  isNamed: boolean;
}

const as = (role: MarkRole): Role => ({ role, isNamed: true });
const NAMED = { price: as('price'), was: as('was'), member: as('member'), other: as('other') };

/** The class of a longer block does not describe the price in it. */
const LONGEST_BLOCK = 70;

/** Returns the role that an element's tag and label give to the price in it. */
export function roleOfLabel(element: Element): Role | null {
  if (isStruck(element)) return NAMED.was;
  const words = labelWords(element.label.replace(PRICE_LIST, '$1$2'));
  const says = (word: string) => words.includes(word);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isBeside = (label: RegExp) => adjacent(element).some((each) => label.test(each.label));
  // "pricePerUnit" beside "pricePerMeasure": the unit is what is sold.
  if (PER_UNIT.test(element.label) && isBeside(PER_MEASURE)) return null;
  // "discounted-price" beside "price-with-discount" is the price that was discounted.
  if (says('discounted') && isBeside(WITH_DISCOUNT)) return NAMED.was;
  // "price-before-discount" and "before_special" are not the lowered one, nor is "price--non-sale".
  const isBefore = isBeforePrice(words, has);
  const isNow = !isBefore && has(LABEL.now);
  // Magento labels both today's and the old price "price-final_price tax weee".
  if (isTax(element, has)) return isNow ? null : NAMED.other;
  const isDiscounted = says('discount') && says('price');
  if (has(LABEL.other) && !isBefore && !isDiscounted) return { role: 'other', isNamed: false };
  if (has(LABEL.member) && !says('non')) return NAMED.member;
  if (isNow) return NAMED.price;
  const isWas = isBefore || has(LABEL.was) || isEarlierPrice(words);
  return isWas ? { role: 'was', isNamed: false } : null;
}

type HasWord = (set: ReadonlySet<string>) => boolean;

/** True for the price before a reduction. */
function isBeforePrice(words: readonly string[], has: HasWord): boolean {
  const isOfPrice = words.includes('price') || has(LABEL.now);
  const isDenied = words.some((word, at) => LABEL.now.has(word) && words[at - 1] === 'non');
  return isOfPrice && (has(LABEL.earlier) || isDenied);
}

function isTax(element: Element, has: HasWord): boolean {
  if (!has(LABEL.tax) || has(LABEL.withTax)) return false;
  // Some shop systems call their only price so.
  const isTaxed = (each: Element) =>
    /with[-_]?tax/i.test(each.label) && shownText(each, LONGEST_LABEL) !== '';
  if (/without[-_]?tax/i.test(element.label))
    return subtree(upFrom(element, 4).at(-1) ?? element).some(isTaxed);
  return !WITH_TAX.test(shownText(element, LONGEST_BLOCK));
}

const PER_UNIT = /per[-_]{0,2}unit/i;
const PER_MEASURE = /per[-_]{0,2}measure/i;
const WITH_DISCOUNT = /price-with-discount/i;

/** "$110.00 inc GST" in an element labelled as tax. */
const WITH_TAX = /\d\s*\(?(?:inc|incl|including|with)\.?\s*(?:gst|tax|vat)\b/i;

/** True for labels such as "regular-price". */
function isEarlierPrice(words: readonly string[]): boolean {
  const isBesidePrice = (at: number) =>
    [words[at - 1], words[at + 1]].some((word) => word && isPriceWord(word));
  return (
    words.join() === 'compare' ||
    words.some((word, at) => LABEL.wasPrice.has(word) && isBesidePrice(at))
  );
}

const isPriceWord = (word: string): boolean => /^pric(?:es?|ing)$/.test(word);

/** True for an element that crosses out what it prints. */
export function isStruck({ name, attribs }: Element): boolean {
  if (name === 'del' || name === 's' || name === 'strike') return true;
  if (attribs['data-a-strike'] === 'true' || attribs['data-strike'] === 'true') return true;
  return /line-through/i.test(`${attribs['style'] ?? ''} ${attribs['class'] ?? ''}`);
}

const LONGEST_CONTEXT = 110;
const LONGEST_LABEL = 25;

const SEVERAL = /[$€£]\s?\d.*[$€£]\s?\d/;

/** Returns the role of an amount; adjacent text takes precedence over class names. */
export function roleOf(holder: Holder): Role {
  const { element, number, mention, text } = holder;
  if (mention.role === 'unit' && PIECE_WEIGHT.test(text))
    return isStruck(element) ? NAMED.was : NAMED.price;
  if (PRICE_ASIDE.test(text)) return NAMED.other;
  const isFormer = /\bwas\W*$/i.test(mention.before) || upFrom(number, 3).some(isStruck);
  if (mention.role === 'unit' && isFormer) return NAMED.was;
  const stated =
    roleSaid(mention) ??
    roleOfAttribute(element, mention) ??
    roleForReaders(element, mention) ??
    roleOfColumn(element, mention) ??
    roleFromContext(element, mention) ??
    roleBeside(element, mention);
  // "Clearance $249.00 $149.00" with the first struck out: the word belongs to the second.
  if (stated?.role === 'price' && upFrom(number, 3).some(isStruck)) return NAMED.was;
  return stated ?? roleOfLabels(holder) ?? { role: 'price', isNamed: false };
}

/** Returns the role from the labels of the number, its holder and the small blocks around it. */
function roleOfLabels({ element, number, text }: Holder): Role | null {
  // A label is ambiguous when several amounts follow.
  if (element === number && SEVERAL.test(text)) return null;
  const ups = upFrom(number);
  for (const up of ups.slice(0, ups.indexOf(element) + 4)) {
    if (isStruck(up)) return NAMED.was;
    const printed = shownText(up, LONGEST_BLOCK * 2);
    const isOfSeveral = SEVERAL.test(printed) || printed.length > text.length + LONGEST_LABEL;
    if (up !== element && isOfSeveral) return null;
    const role = roleOfLabel(up);
    if (role) return role;
  }
  return null;
}

const PRICE_ATTRIBUTE = /^data-(?:\w+-)*price(?:-amount)?$/;

/** Returns the role from an attribute that repeats the printed amount: data-price-amount="36.00". */
function roleOfAttribute(element: Element, mention: PriceMention): Role | null {
  const { attribs } = element;
  if (labelWords(attribs['data-price-type'] ?? '').includes('old')) return NAMED.was;
  for (const key in attribs) {
    if (!PRICE_ATTRIBUTE.test(key)) continue;
    if (Number(readAmount(attribs[key])) !== Number(mention.amount)) continue;
    if (labelWords(key).some((word) => LABEL.member.has(word))) return NAMED.member;
    return upFrom(element, 2).some(roleOfLabel) ? null : NAMED.price;
  }
  return null;
}

/** Returns the role from the label for screen readers: aria-label="Original price $79.00". */
function roleForReaders({ attribs }: Element, { amount }: PriceMention): Role | null {
  const label = attribs['aria-label'];
  if (!label || label.length > LONGEST_CONTEXT) return null;
  return roleIn(label, amount);
}

/** Returns the role from the text directly around the element: "<span>$209.00</span> ex GST<br>". */
function roleBeside({ prev, next }: Element, { amount }: PriceMention): Role | null {
  const before = prev && isText(prev) ? foldSpaces(prev.data).slice(-LONGEST_LABEL) : '';
  const after = next && isText(next) ? foldSpaces(next.data).slice(0, LONGEST_LABEL) : '';
  if (!/[a-z]/i.test(before + after)) return null;
  return roleIn(`${before} $${amount} ${after}`, amount);
}

/** Returns the role that the words of the text give to its only amount. */
function roleIn(text: string, amount: string): Role | null {
  const [mention, second] = priceMentions(text);
  return mention && !second && Number(mention.amount) === Number(amount) ? roleSaid(mention) : null;
}

function roleSaid(mention: PriceMention): Role | null {
  if (FIRST_PIECE.test(mention.before)) return NAMED.price;
  if (REGULAR.test(mention.before)) return { role: 'was', isNamed: false };
  if (mention.role === 'labelled' && !FROM.test(mention.before))
    return { role: 'price', isNamed: false };
  const role = namedRole(mention);
  const isOfGoods = (role === 'was' || role === 'price') && ENDED.test(mention.before);
  return role && !isOfGoods ? NAMED[role] : null;
}

function namedRole(mention: PriceMention): MarkRole | null {
  // In "SAVE 150 $249.99" the word belongs to the first number.
  if (/\d\s*$/.test(mention.before)) return null;
  if (mention.role === 'plain') return FROM.test(mention.before) ? 'other' : null;
  if (mention.role === 'now' || mention.role === 'conditional')
    return FROM.test(mention.before) ? 'other' : mention.role === 'now' ? 'price' : 'member';
  // "Range was $2.70" covers other sizes too, so it is not this product's price.
  if (mention.role === 'reference')
    return /\brange was\W*$/i.test(mention.before) ? 'other' : 'was';
  return 'other';
}

/** True when a block's amounts form one range, "$20 – $500", possibly repeated for screen readers. */
function isRange(all: readonly PriceMention[]): boolean {
  const [low, high] = all;
  if (!low || !high || low.amount === high.amount || !RANGE.test(high.before)) return false;
  return all.every(
    ({ role, amount }) => role === 'plain' && (amount === low.amount || amount === high.amount),
  );
}

/** Returns the role from the heading of the amount's column in a table: "Price ex GST", "Was". */
function roleOfColumn(element: Element, { amount }: PriceMention): Role | null {
  const cell = upFrom(element, 2).find(({ name }) => name === 'td');
  const row = cell ? parentOf(cell) : null;
  const [head] = $(upFrom(row, 3).find(({ name }) => name === 'table')).find('tr');
  if (!cell || !row || !head || head === row) return null;
  const heading = columnsOf(head)[columnsOf(row).indexOf(cell)];
  const said = heading ? shownText(heading, LONGEST_LABEL) : '';
  const [, least] = QUANTITY.exec(said) ?? [];
  if (least) return Number(least) > 1 ? NAMED.other : NAMED.price;
  return /\d/.test(said) ? null : roleIn(`${said} $${amount}`, amount);
}

/** The cell of each column of a table's row; one cell may span several. */
function columnsOf(row: Element): Element[] {
  const span = ({ attribs }: Element) => Math.min(20, Number(attribs['colspan']) || 1);
  const cells = $(row).children().get();
  return cells.flatMap((cell) => Array.from({ length: span(cell) }, () => cell));
}

/** A part that ends so labels the next amount. */
const LABELS_NEXT = /(?::|\bnow)\s*$/i;

/** Returns the text of a block around one of its parts. The words of another part with an amount belong to that amount: "$10 deposit". */
function textAround(own: Element, block: Element, ownText: string): string {
  let text = '';
  for (const part of block.children) {
    if (part === own) text += ` ${ownText} `;
    if (part === own || (isTag(part) && part.hasName)) continue;
    const said = isTag(part) ? ` ${shownText(part)} ` : foldSpaces($(part).text());
    const isOther = isTag(part) && /\d/.test(said);
    const isSpoken = isOther && /\p{L}{3}/u.test(said) && !LABELS_NEXT.test(said);
    text += isOther && roleOfLabel(part)?.role === 'was' && !isSpoken ? ' was' : '';
    text += isSpoken ? ' | ' : said;
  }
  return text;
}

/** Returns the words around the element within the same small block. */
function roleFromContext(element: Element, mention: PriceMention): Role | null {
  let within = element;
  let around = shownText(element);
  for (const up of upFrom(element, 3).slice(1)) {
    const text = shownText(up, LONGEST_CONTEXT * 2);
    if (text.length > LONGEST_CONTEXT || holdsMore(up, element, within)) return null;
    around = textAround(within, up, around);
    const all = priceMentions(around);
    within = up;
    const same = all.filter((each) => Number(each.amount) === Number(mention.amount));
    if (same.length > 0 && isRange(all)) return NAMED.other;
    const [only, again] = same;
    // "from $59.00$59.00": the second is for screen readers.
    if (only && again?.before === '' && FROM.test(only.before)) return NAMED.other;
    const role = only && !again ? roleSaid(only) : null;
    if (role) return role;
  }
  return null;
}
