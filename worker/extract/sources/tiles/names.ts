import { type Element, elementsIn, isElement, seenTextOf } from '../../page/document.ts';
import { wordsOfLabel } from '../../page/region.ts';
import { isBuyButton, stockSaid } from '../../words/texts.ts';
import { isSwatch } from './links.ts';
import type { Tile } from './tiles.ts';

const TITLE_WORDS = new Set([
  'name',
  'title',
  'heading',
  'header',
  'productname',
  'producttitle',
  'description',
]);
const LONGEST_NAME = 250;

/** Candidate names of a tile, best first; the list reader drops those that all tiles share. */
export function tileNames(tile: Tile): string[] {
  const headings: string[] = [];
  const labelled: string[] = [];
  const linked: string[] = [];
  const pictured: string[] = [];
  const plain: string[] = [];
  for (const element of elementsIn(tile.element)) {
    const { name, attribs } = element;
    if (isSwatch(element)) continue;
    if (/^h[1-6]$/.test(name)) headings.push(printedName(element));
    else if (name === 'img') pictured.push(attribs['alt'] ?? '', attribs['title'] ?? '');
    else if (name === 'a')
      linked.push(printedName(element), attribs['title'] ?? '', attribs['aria-label'] ?? '');
    if (wordsOfLabel(element).some((word) => TITLE_WORDS.has(word)))
      labelled.push(printedName(element));
    if (element.children.some((child) => child.type === 'text' && child.data.trim().length > 3))
      plain.push(seenTextOf(element, LONGEST_NAME + 1));
  }
  const own = [tile.element.attribs['title'] ?? '', tile.element.attribs['aria-label'] ?? ''];
  const all = [
    ...headings,
    ...linked,
    ...labelled,
    ...own,
    ...pictured,
    ...plain.sort((a, b) => b.length - a.length),
  ];
  const names = spacedNames(all.map((name) => name.trim()).filter(isName));
  const priceless = names.filter((name) => !MONEY.test(name));
  const named = priceless.length > 0 ? priceless : null;
  if (named) return named;
  // "Gift card $50": what both picture and print call it.
  return names.filter((name) => pictured.includes(name));
}

/** The words, two or more, that end each of three or more names: "… Open product description". */
export function commonTail(names: readonly string[]): string {
  const [first, ...rest] = names.filter((name) => name !== '').map((name) => name.split(' '));
  if (!first || rest.length < 2) return '';
  let length = 0;
  while (
    length < first.length - 1 &&
    rest.every((name) => name.length > length + 1 && name.at(-1 - length) === first.at(-1 - length))
  )
    length += 1;
  return length >= 2 ? ` ${first.slice(-length).join(' ')}` : '';
}

/** The first of a tile's names, without what ends the names of all where the rest is printed by itself. */
export function withoutFurniture(names: readonly string[], tail: string): string | undefined {
  const [name] = names;
  if (!name || tail === '' || !name.endsWith(tail)) return name;
  const rest = name.slice(0, -tail.length);
  return names.includes(rest) ? rest : name;
}

/** The element's text; where its parts are glued, "BORK" "Bookcase, white", with spaces between them. */
function printedName(element: Element): string {
  const text = seenTextOf(element, LONGEST_NAME + 1);
  const parts = element.children.filter(isElement).map((part) => seenTextOf(part, LONGEST_NAME));
  const isGlued = parts.length > 1 && parts.every((part) => /^[\p{Lu}\d]/u.test(part));
  return isGlued && parts.join('') === text ? parts.join(' ') : text;
}

/** Each name once. Style sheets part what markup glues, "Oak Reserve12 Year Old": where a picture or title has the spaces, so has the name. */
function spacedNames(names: readonly string[]): string[] {
  const bySigns = new Map<string, string>();
  for (const name of names) {
    const signs = name.replace(/\s/g, '');
    if (name.length > (bySigns.get(signs)?.length ?? 0)) bySigns.set(signs, name);
  }
  return [...bySigns.values()];
}

const MONEY = /[$€£¥]\s?\d|\d\s?€/;

/** Of the tools on a tile: "Quick view for Knit Tee". */
const TOOL =
  /^quick ?(?:view|shop|look|buy|add)\b|^(?:add|save) .{0,80}to (?:(?:my|your|the) )?(?:wish ?list|favou?rites|compare|comparison)\b/i;

/** Part of a name of goods to come: "Mecha Statue (Pre-Order)", but not all that is said. */
const PREORDER = /(?<=\p{L}.{3,})\W*pre-?order\b\W*|\W*pre-?order\b\W*(?=.*\p{L}.{5,})/iu;

/** On a tile that leads nowhere in particular, before the first result. */
const INVITATION = /^shop (?:now|all|on [\p{L}.]+)$/iu;

function isName(text: string): boolean {
  return (
    text.length >= 3 &&
    text.length <= LONGEST_NAME &&
    /\p{L}{2}/u.test(text) &&
    // A template's "Brand - " whose second half is empty.
    !/\s[-–|]$/.test(text) &&
    !/^(?:save |up to )*\d+\s?%(?: off)?$/i.test(text) &&
    !TOOL.test(text) &&
    !INVITATION.test(text) &&
    !isBuyButton(text, '') &&
    stockSaid(text.replace(PREORDER, ' ').trim()) === 'unknown'
  );
}
