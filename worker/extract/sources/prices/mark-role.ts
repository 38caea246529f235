import { type PriceMention, priceMentions } from '#domain/price-text/mentions.ts';
import { type Element, seenTextOf } from '../../page/document.ts';
import { holdsName } from '../../page/names.ts';
import { parentOf } from '../../page/region.ts';
import { readAmount } from '../../values/amount.ts';
import { FROM, LOWEST_LATELY, RANGE } from '../../words/prices.ts';
import { isStruck, LONGEST_BLOCK, type MarkRole, type Role, roleOfLabel } from './label-role.ts';
import type { Holder } from './price-holder.ts';

const LONGEST_CONTEXT = 110;
const LONGEST_LABEL = 25;

/** "$5.39 /0.9 kg", "$3 / 3 pack": the price of the very piece or pack, not of a unit that shops compare by. */
const PIECE_WEIGHT = /\/\s*(?:0?\.\d+\s*(?:kg|l)|\d+[\s-]*(?:pack|pk|pcs|pieces|set))\b/i;

/** "($15.00/bottle)" beside the price of a dozen. */
const PIECE_ASIDE = /^\([^()]*\d\s*(?:\/|per\b|each\b|ea\b)[^()]*\)$/i;

const SEVERAL = /[$€£]\s?\d.*[$€£]\s?\d/;

/** What the amount stands for, and whether its words or markup say so; text beside it counts before class names. */
export function roleOf({ element, number, mention, text }: Holder): Role {
  if (mention.role === 'unit' && PIECE_WEIGHT.test(text))
    return { role: wasPiece(element, mention) ? 'was' : 'price', isNamed: true };
  if (PIECE_ASIDE.test(text)) return { role: 'other', isNamed: true };
  if (mention.role === 'unit' && isWithinStruck(element)) return { role: 'was', isNamed: true };
  const said =
    roleSaid(mention) ??
    roleOfAttribute(element, mention) ??
    roleForReaders(element, mention) ??
    roleFromContext(element, mention);
  // "Clearance $249.00 $149.00" with the first struck out: the word is about the second.
  if (said?.role === 'price' && isWithinStruck(element)) return { role: 'was', isNamed: true };
  if (said) return said;
  // A label cannot tell which of several amounts it is about.
  if (element === number && SEVERAL.test(text)) return { role: 'price', isNamed: false };
  for (let up: Element | null = number; up && up !== element; up = parentOf(up)) {
    const role = roleOfLabel(up);
    if (role) return role;
  }
  for (
    let up: Element | null = element, level = 0;
    up && level < 4;
    up = parentOf(up), level += 1
  ) {
    if (isStruck(up)) return { role: 'was', isNamed: true };
    if (level > 0 && seenTextOf(up, LONGEST_BLOCK * 2).length > text.length + LONGEST_LABEL) break;
    const role = roleOfLabel(up);
    if (role) return role;
  }
  return { role: 'price', isNamed: false };
}

const PREVIOUS = /\b(?:previous|was|old|regular|original|before|rrp)\b(?: price)?\W*$/i;

/** "Previous price: $179/2 pack": the words before the price of a piece, in its block. */
function wasPiece(element: Element, mention: PriceMention): boolean {
  for (
    let up: Element | null = element, level = 0;
    up && level < 3;
    up = parentOf(up), level += 1
  ) {
    const text = seenTextOf(up, LONGEST_CONTEXT * 2);
    if (text.length > LONGEST_CONTEXT) return false;
    const same = priceMentions(text).filter((each) => each.amount === mention.amount);
    if (same.some(({ before }) => PREVIOUS.test(before))) return true;
  }
  return false;
}

const PRICE_ATTRIBUTE = /^data-(?:\w+-)*price(?:-amount)?$/;
const WAS_ATTRIBUTE =
  /-(?:old|was|original|regular|list|compare|compare-at|non-sale|before)-price$/;

/** An attribute that repeats the printed amount names it: data-original-price="$36.00". */
function roleOfAttribute(element: Element, mention: PriceMention): Role | null {
  const { attribs } = element;
  for (const key in attribs) {
    if (!PRICE_ATTRIBUTE.test(key)) continue;
    if (Number(readAmount(attribs[key])) !== Number(mention.amount)) continue;
    if (WAS_ATTRIBUTE.test(key)) return { role: 'was', isNamed: true };
    const up = parentOf(element);
    const isPlain = !roleOfLabel(element) && !(up && roleOfLabel(up));
    return isPlain ? { role: 'price', isNamed: true } : null;
  }
  return null;
}

/** What screen readers are told of the amount: aria-label="Original price $79.00". */
function roleForReaders({ attribs }: Element, { amount }: PriceMention): Role | null {
  const label = attribs['aria-label'];
  if (!label || label.length > LONGEST_CONTEXT) return null;
  const [mention, second] = priceMentions(label);
  return mention && !second && Number(mention.amount) === Number(amount) ? roleSaid(mention) : null;
}

function isWithinStruck(element: Element): boolean {
  for (let up: Element | null = element, level = 0; up && level < 3; up = parentOf(up), level += 1)
    if (isStruck(up)) return true;
  return false;
}

/** The shop's own word for its everyday price: the "was" where a lower one is printed with it. */
const REGULAR =
  /\b(?:(?:regular(?:ly)?|normal|everyday|reg\.?)(?: price)?|(?:retail|full|typical) price)\W*$/i;

function roleSaid(mention: PriceMention): Role | null {
  if (REGULAR.test(mention.before)) return { role: 'was', isNamed: false };
  const role = namedRole(mention);
  return role && { role, isNamed: true };
}

function namedRole(mention: PriceMention): MarkRole | null {
  // In "SAVE 150 $249.99" the word belongs to the number before the price.
  if (/\d\s*$/.test(mention.before)) return null;
  if (mention.role === 'plain') {
    if (LOWEST_LATELY.test(mention.before)) return 'other';
    return FROM.test(mention.before) ? 'other' : null;
  }
  if (mention.role === 'now' || mention.role === 'conditional')
    return FROM.test(mention.before) ? 'other' : mention.role === 'now' ? 'price' : 'member';
  // "Range was $2.70" is said of other sizes too: no price of this article.
  if (mention.role === 'reference')
    return /\brange was\W*$/i.test(mention.before) ? 'other' : 'was';
  return 'other';
}

/** True when the amounts of a block are one range, "$20 – $500", perhaps said again for screen readers. */
function isRange(all: readonly PriceMention[]): boolean {
  const [low, high] = all;
  if (!low || !high || low.amount === high.amount || !RANGE.test(high.before)) return false;
  return all.every(
    ({ role, amount }) => role === 'plain' && (amount === low.amount || amount === high.amount),
  );
}

/** The words around the element, as far as they stand in the same small block. */
function roleFromContext(element: Element, mention: PriceMention): Role | null {
  for (let up = parentOf(element), level = 0; up && level < 2; up = parentOf(up), level += 1) {
    const text = seenTextOf(up, LONGEST_CONTEXT * 2);
    if (text.length > LONGEST_CONTEXT || holdsName(up, element)) return null;
    const all = priceMentions(text);
    const same = all.filter((each) => Number(each.amount) === Number(mention.amount));
    if (same.length > 0 && isRange(all)) return { role: 'other', isNamed: true };
    const role = same.length === 1 && same[0] ? roleSaid(same[0]) : null;
    if (role) return role;
  }
  return null;
}
