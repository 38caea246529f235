import { type PriceMention, priceMentions } from '#domain/price-text-mentions.ts';
import { type Element, elementsIn, type PageDocument, seenTextOf } from './document.ts';
import { labelOf, labelWords, parentOf, type Region, regionOf } from './region.ts';
import { isBuyButton } from './stock-words.ts';

/** What a printed amount stands for. `price` is today's; the others never become one. */
export type MarkRole = 'price' | 'was' | 'member' | 'other';

/** One printed amount of money and where it stands. */
export interface PriceMark {
  element: Element;
  /** Position in document order. */
  order: number;
  amount: string;
  currency: string | null;
  role: MarkRole;
  /** The text or its markup says which of the roles it is, rather than standing alone. */
  isNamed: boolean;
  /** The author calls the element a price. */
  isLabelled: boolean;
  region: Region;
  text: string;
}

const LONGEST_PRICE_TEXT = 60;
const LONGEST_CONTEXT = 110;
/** A class speaks for a price only where its block holds little else. */
const LONGEST_BLOCK = 70;
const LONGEST_LABEL = 25;
const MARK_LIMIT = 1_500;
/** A number without a currency is a price only in an element called one, and written like one. */
const BARE_PRICE = /^\D{0,14}\d{1,3}(?:[.,\s]?\d{3})*(?:[.,]\d{2})?\D{0,3}$/;
const MONEY =
  /[$€£¥₹₽₪₩₫₺฿]|\b(?:AUD|USD|EUR|GBP|NZD|CAD|CHF|SEK|NOK|DKK|kr|Kč|zł|Ft|lei|руб)\b|[\d.]\s?[c¢]\b|元|円/;

/** All amounts of money that the page prints, in document order; hidden ones are left out. */
export function findPriceMarks(page: PageDocument, currencyHint: string | null): PriceMark[] {
  const marks: PriceMark[] = [];
  const seen = new Set<Element>();
  for (const element of page.elements) {
    if (marks.length >= MARK_LIMIT) break;
    const number = shortNumberIn(element);
    if (!number) continue;
    const holder = holderOf(element, currencyHint) ?? looseHolder(element, number, currencyHint);
    if (!holder || seen.has(holder.element)) continue;
    seen.add(holder.element);
    const region = regionOf(holder.element);
    if (region === 'hidden' || isOption(holder)) continue;
    const order = page.order.get(holder.element) ?? 0;
    marks.push({
      ...holder,
      ...roleOf(holder),
      order,
      region,
      amount: holder.mention.amount,
      currency: holder.mention.currency,
    });
  }
  return marks;
}

/** Prices on buttons belong to the option that the button chooses, unless the button buys. */
function isOption({ element, text }: Holder): boolean {
  for (
    let up: Element | null = element, level = 0;
    up && level < 4;
    up = parentOf(up), level += 1
  ) {
    const isChoice =
      up.name === 'button' ||
      up.name === 'label' ||
      up.attribs['role'] === 'radio' ||
      /(?:^|[\s_-])(?:swatch|variant-?option|option-?item|a-button)(?:$|[\s_-])/i.test(labelOf(up));
    if (isChoice)
      return !isBuyButton(text, labelOf(up)) && !isBuyButton(seenTextOf(up, 80), labelOf(up));
  }
  return false;
}

/** The first short own text of the element that holds a digit. */
function shortNumberIn(element: Element): string | null {
  for (const child of element.children) {
    if (child.type !== 'text' || child.data.length > 300 || !/\d/.test(child.data)) continue;
    const text = child.data.replace(/\s+/g, ' ').trim();
    if (text.length <= LONGEST_PRICE_TEXT) return text;
  }
  return null;
}

/** A price that stands as loose text among other things: "Regular price: $179.99" beside the offer's own elements. */
function looseHolder(element: Element, text: string, hint: string | null): Holder | null {
  if (!MONEY.test(text)) return null;
  const [mention, other] = priceMentions(text, hint).filter((each) => Number(each.amount) > 0);
  return mention && !other ? { element, mention, text, isLabelled: false } : null;
}

interface Holder {
  element: Element;
  mention: PriceMention;
  text: string;
  isLabelled: boolean;
}

/** The largest element around the number whose whole text is still one amount. */
function holderOf(start: Element, hint: string | null): Holder | null {
  let best: Holder | null = null;
  let isLabelled = false;
  for (let up: Element | null = start, level = 0; up && level < 5; up = parentOf(up), level += 1) {
    const text = seenTextOf(up, LONGEST_PRICE_TEXT * 2);
    if (text.length > LONGEST_PRICE_TEXT || (up !== start && holdsName(up, start))) break;
    isLabelled ||= isPriceLabel(up);
    if (!MONEY.test(text) && !(isLabelled && BARE_PRICE.test(text))) continue;
    const mentions = priceMentions(text, hint).filter((mention) => Number(mention.amount) > 0);
    const [mention, twin, third] = mentions;
    if (third || (twin && !isEcho(mention, twin, text))) break;
    if (mention) best = { element: up, mention, text, isLabelled };
  }
  return best;
}

/** A link or heading of fewer characters is a "Learn more", not a product's name. */
const SHORTEST_NAME = 14;

/** True when the block names a product beside the price, whose words, "Original" or "Special", are not about the price. */
function holdsName(block: Element, price: Element): boolean {
  return elementsIn(block).some(
    (element) =>
      (element.name === 'a' || /^h[1-6]$/.test(element.name)) &&
      seenTextOf(element, SHORTEST_NAME * 2).length > SHORTEST_NAME &&
      !isOver(element.children, price),
  );
}

function isOver(children: Element['children'], price: Element): boolean {
  for (let up: Element | null = price; up; up = parentOf(up))
    if (children.includes(up)) return true;
  return false;
}

/** True when the text is one price said twice, once for screen readers. */
function isEcho(mention: PriceMention | undefined, twin: PriceMention, text: string): boolean {
  return (
    Number(mention?.amount) === Number(twin.amount) && text.length <= twin.amount.length * 2 + 8
  );
}

function isPriceLabel(element: Element): boolean {
  const parent = parentOf(element);
  const label = `${labelOf(element)} ${parent ? labelOf(parent) : ''} ${element.attribs['itemprop'] ?? ''}`;
  return /pri(?:ce|s|x)|preis|prezzo|precio|cena|cost\b|amount/i.test(label);
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const WAS_WORDS = wordSet(
  'was old rrp rrpprice msrp strike strikethrough striked crossed stroke linethrough wasprice oldprice',
);
/** These mean "was" only as the name of a price, and only beside a lower one: many shops call their one price "regular". */
const WAS_PRICE_WORDS = wordSet(
  'before compare previous original regular list normal retail full standard',
);
const NOW_WORDS = wordSet(
  'now sale discount discounted reduced special current final today promo offer actual our selling',
);
const OTHER_WORDS = wordSet(
  'unit cup comparison installment instalment installments instalments afterpay zip klarna laybuy finance monthly month ship shipping delivery postage freight save saving savings saved discount off threshold tax vat deposit points cashback coupon',
);
const MEMBER_WORDS = wordSet('member members club loyalty rewards vip subscribe subscription sns');

/** "$5.39 /0.9 kg", "$3 / 3 pack": the price of the very piece or pack, not of a unit that shops compare by. */
const PIECE_WEIGHT = /\/\s*(?:0?\.\d+\s*(?:kg|l)|\d+[\s-]*(?:pack|pk|pcs|pieces|set))\b/i;

function roleOf({ element, mention, text }: Holder): { role: MarkRole; isNamed: boolean } {
  if (mention.role === 'unit' && PIECE_WEIGHT.test(text)) return { role: 'price', isNamed: true };
  // The shop's own word for its everyday price: the "was" where a lower one is printed with it.
  if (/\b(?:regular|normal|reg\.?)(?: price)?\W*$/i.test(mention.before))
    return { role: 'was', isNamed: false };
  const said = roleSaid(mention) ?? roleFromContext(element, mention);
  if (said) return { role: said, isNamed: true };
  for (
    let up: Element | null = element, level = 0;
    up && level < 4;
    up = parentOf(up), level += 1
  ) {
    if (
      up.name === 'del' ||
      up.name === 's' ||
      up.name === 'strike' ||
      /line-through/i.test(up.attribs['style'] ?? '')
    )
      return { role: 'was', isNamed: true };
    if (level > 0 && seenTextOf(up, LONGEST_BLOCK * 2).length > text.length + LONGEST_LABEL) break;
    const words = labelWords(labelOf(up));
    const isReduced =
      words.includes('sale') || (words.includes('discount') && words.includes('price'));
    if (words.some((word) => OTHER_WORDS.has(word)) && !isReduced)
      return { role: 'other', isNamed: true };
    if (words.some((word) => MEMBER_WORDS.has(word))) return { role: 'member', isNamed: true };
    if (words.some((word) => NOW_WORDS.has(word))) return { role: 'price', isNamed: true };
    const isPrice = words.includes('price') || words.includes('pricing');
    if (words.some((word) => WAS_WORDS.has(word) || (isPrice && WAS_PRICE_WORDS.has(word))))
      return { role: 'was', isNamed: false };
  }
  return { role: 'price', isNamed: false };
}

/** Words of other languages that price-text, made for Australian shops, does not read. */
const FOREIGN_WAS =
  /(?<!\p{L})(?:unverb\.?|preisempf\.?|uvp|statt|bisher|prix (?:conseillé|barré)|au lieu de|antes|precio anterior|preço antigo|prezzo (?:consigliato|precedente)|adviesprijs|normalpris|původně|bežná cena|原價|原价|定價|市價|старая цена|было|normal)\W*$/iu;
const FOREIGN_OTHER =
  /(?<!\p{L})(?:versand|bestell\p{L}*|lieferung|livraison|spedizione|envío|frete|frakt|dostava|доставка|משלוח|免運|sparen|ersparnis|économie|ahorr\p{L}*|現省|省|brez ddv|ohne mwst)\D{0,40}$/iu;
/** The low end of a range is nobody's price. */
const FROM =
  /(?<!\p{L})(?:from|starting (?:at|from)|starts (?:at|from)|ab|desde|dès|à partir de|a partire da|od)\W*$/iu;

function roleSaid(mention: PriceMention): MarkRole | null {
  // In "SAVE 150 $249.99" the word belongs to the number before the price.
  if (/\d\s*$/.test(mention.before)) return null;
  if (mention.role === 'plain') {
    if (FOREIGN_WAS.test(mention.before)) return 'was';
    return FROM.test(mention.before) || FOREIGN_OTHER.test(mention.before) ? 'other' : null;
  }
  if (mention.role === 'now') return 'price';
  // "Range was $2.70" is said of other sizes too: no price of this article.
  if (mention.role === 'reference')
    return /\brange was\W*$/i.test(mention.before) ? 'other' : 'was';
  return mention.role === 'conditional' ? 'member' : 'other';
}

/** The words around the element, as far as they stand in the same small block. */
function roleFromContext(element: Element, mention: PriceMention): MarkRole | null {
  for (let up = parentOf(element), level = 0; up && level < 2; up = parentOf(up), level += 1) {
    const text = seenTextOf(up, LONGEST_CONTEXT * 2);
    if (text.length > LONGEST_CONTEXT || holdsName(up, element)) return null;
    const same = priceMentions(text).filter(
      (each) => Number(each.amount) === Number(mention.amount),
    );
    const role = same.length === 1 && same[0] ? roleSaid(same[0]) : null;
    if (role) return role;
  }
  return null;
}
